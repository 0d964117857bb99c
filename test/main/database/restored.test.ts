import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finishRestore, takeRestoredChoices } from '../../../src/main/database/restored.ts'
import { aFolder } from '../../support/store-folder.ts'

const KEPT = 'desk-before-restore-2026-01-02T03-04-05-678Z'

function fill(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const OLD = { 'desk.db': 'old', 'desk.db-wal': 'old', 'outbox.log': 'old', 'answers.db': 'old' }
const OLD_PICTURE = { 'pictures/acc/one': 'old' }
const NEW = { 'desk.db': 'new', 'pictures/acc/two': 'new' }

function aRestoredFolder() {
  const userData = aFolder()
  const folder = join(userData, 'desk')
  fill(folder, { ...OLD, ...OLD_PICTURE, ...STAYING })
  fill(join(folder, 'restored'), { ...NEW, 'kept-as': KEPT })
  return { userData, folder, kept: join(userData, KEPT) }
}

/** Of this computer, whichever desk is on it. */
const STAYING = {
  'store.lock': '',
  'last-backup.json': '{}',
  'keys.json': '{"unbound":{},"toErase":["a:analytics@b"]}',
}

/** Every file below a folder, with what is in it. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  )
}

test('a restored desk replaces the previous one, which is kept complete beside it', () => {
  const { folder, kept } = aRestoredFolder()
  expect(finishRestore(folder)).toEqual({ kind: 'desk-restored', keptAs: kept })
  expect(filesOf(folder)).toEqual({ ...NEW, ...STAYING })
  expect(filesOf(kept)).toEqual({ ...OLD, ...OLD_PICTURE })
  expect(finishRestore(folder)).toBeNull()
})

test('without notes about keys, the restore notes that no key is bound to a restored account', () => {
  const { folder } = aRestoredFolder()
  rmSync(join(folder, 'keys.json'))
  finishRestore(folder)
  expect(JSON.parse(filesOf(folder)['keys.json'] ?? '')).toEqual({ unbound: {}, toErase: [] })
})

test('interrupted at any step, the swap is completed at the next start, and both desks stay complete', () => {
  let steps = 0
  finishRestore(aRestoredFolder().folder, (from, to) => {
    steps += 1
    renameSync(from, to)
  })
  expect(steps).toBe(9)
  for (let cut = 1; cut <= steps; cut++) {
    for (const isDone of [false, true]) {
      const { folder, kept } = aRestoredFolder()
      let step = 0
      const dying = (from: string, to: string) => {
        step += 1
        if (step === cut && !isDone) throw new Error('cut off')
        renameSync(from, to)
        if (step === cut) throw new Error('cut off')
      }
      expect(() => finishRestore(folder, dying)).toThrow('cut off')
      const isOver = cut === steps && isDone
      const next = isOver ? null : { kind: 'desk-restored', keptAs: kept }
      expect(finishRestore(folder)).toEqual(next)
      expect(filesOf(folder)).toEqual({ ...NEW, ...STAYING })
      expect(filesOf(kept)).toEqual({ ...OLD, ...OLD_PICTURE })
    }
  }
})

test('files of an interrupted backup are removed at the next start, and the desk stays', () => {
  const { folder } = aRestoredFolder()
  renameSync(join(folder, 'restored'), join(folder, 'backup.checked'))
  fill(folder, { 'backup.making/desk.db': 'a copy' })
  expect(finishRestore(folder)).toBeNull()
  expect(filesOf(folder)['desk.db']).toBe('old')
  expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual([])
})

const NOBODY = 65534

test('leftovers that cannot be removed stop neither a start nor a restore', () => {
  const { userData, folder, kept } = aRestoredFolder()
  const left = ['backup.making', 'restored-done'].map((name) => join(folder, name))
  fill(folder, { 'backup.making/desk.db': 'a copy' })
  execFileSync('chmod', ['-R', '777', userData])
  const isRoot = process.getuid?.() === 0
  const withoutRights = (act: () => unknown) => {
    if (isRoot) process.seteuid?.(NOBODY)
    try {
      return act()
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  }
  chmodSync(left[0] ?? '', 0o555)
  const restoring = () => finishRestore(folder)
  expect(withoutRights(restoring)).toEqual({ kind: 'desk-restored', keptAs: kept })
  expect(filesOf(kept)).toEqual({ ...OLD, ...OLD_PICTURE })
  expect(filesOf(folder)).toEqual({ ...NEW, ...STAYING, 'backup.making/desk.db': 'a copy' })
  fill(folder, { 'restored-done/kept-as': KEPT })
  chmodSync(left[1] ?? '', 0o555)
  expect(withoutRights(restoring)).toBeNull()
  for (const each of left) chmodSync(each, 0o755)
  finishRestore(folder)
  expect(left.filter((each) => existsSync(each))).toEqual([])
})

test('interrupted while it cleans up, a restore leaves a desk that the next start opens', () => {
  const { folder } = aRestoredFolder()
  finishRestore(folder)
  // The name of the desk that was put aside goes first.
  mkdirSync(join(folder, 'restored-done'))
  expect(finishRestore(folder)).toBeNull()
  expect(readdirSync(folder).filter((name) => name.startsWith('restored'))).toEqual([])
  expect(filesOf(folder)['desk.db']).toBe('new')
})

test('a name for the kept desk that leads elsewhere is refused, and nothing is moved', () => {
  const { folder } = aRestoredFolder()
  writeFileSync(join(folder, 'restored/kept-as'), '../../elsewhere')
  expect(() => finishRestore(folder)).toThrow('elsewhere')
  expect(filesOf(folder)['desk.db']).toBe('old')
})

test('a computer whose preferences cannot be read stays offline after a restore', () => {
  const { userData, folder } = aRestoredFolder()
  const file = join(userData, 'preferences.json')
  fill(userData, { 'preferences.json': '{' })
  fill(folder, { 'restored/preferences.json': '{"preferences":{"isOffline":false}}' })
  takeRestoredChoices(folder, file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ preferences: { isOffline: true } })
})

test('restored preferences are applied once, and the previous ones are kept with the previous desk', () => {
  const { userData, folder, kept } = aRestoredFolder()
  const file = join(userData, 'preferences.json')
  const before = { theme: 'dark', isOffline: true, checksForUpdates: false }
  const old = JSON.stringify({ preferences: before, window: { width: 900 } })
  fill(userData, { 'preferences.json': old })
  const made = { theme: 'light', language: 'en', isOffline: false, checksForUpdates: true }
  const restored = JSON.stringify({ preferences: made, window: { width: 1400 } })
  fill(folder, { 'restored/preferences.json': restored, 'last-page.json': 'old page' })
  takeRestoredChoices(folder, file)
  takeRestoredChoices(folder, file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    // Whether this computer goes online, and where its window is, no backup decides.
    preferences: { theme: 'light', language: 'en', isOffline: true, checksForUpdates: false },
    window: { width: 900 },
  })
  expect(existsSync(join(folder, 'last-page.json'))).toBe(false)
  finishRestore(folder)
  expect(filesOf(kept)['preferences.json']).toBe(old)
  expect(filesOf(folder)['preferences.json']).toBeUndefined()
})

test('after preferences that could not be restored, the next restore keeps whether the computer goes online', () => {
  const { userData, folder } = aRestoredFolder()
  const file = join(userData, 'preferences.json')
  const present = { isOffline: true, checksForUpdates: false }
  fill(userData, { 'preferences.json': JSON.stringify({ preferences: present }) })
  const made = JSON.stringify({ preferences: { isOffline: false, checksForUpdates: true } })
  fill(folder, { 'restored/preferences.json': made })
  // The disk was full when they were to be taken.
  finishRestore(folder)
  fill(folder, { 'restored/preferences.json': made })
  takeRestoredChoices(folder, file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ preferences: present })
})
