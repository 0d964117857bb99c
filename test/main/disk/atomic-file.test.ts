import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import {
  move,
  moveSync,
  openAtomicFolder,
  partialOf,
  untilFree,
  untilFreeSync,
  writeTextSync,
  writeWhole,
} from '../../../src/main/disk/atomic-file.ts'
import { makeBegun } from '../../../src/main/disk/begun.ts'
import { openPreferences } from '../../../src/main/features/settings/preferences.ts'
import { testClock } from '../../support/clock.ts'
import { newFolder } from '../../support/folder.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = newFolder()
  file = path.join(folder, 'a.csv')
})

const modeOf = (place: string) => fs.statSync(place).mode & 0o777
const text = (content: string) => (sink: { write: (bytes: Uint8Array) => Promise<void> }) =>
  sink.write(Buffer.from(content))

test('a private file is readable by its owner only, and any other has the system’s default mode', async () => {
  const before = process.umask(0o027)
  try {
    await writeWhole(file, text('new'), { access: 'usual' })
    expect(modeOf(file)).toBe(0o640)
    await writeWhole(file, text('new'), { access: 'private' })
    expect(modeOf(file)).toBe(0o600)
    writeTextSync(file, 'newer', { access: 'usual' })
    expect(modeOf(file)).toBe(0o640)
  } finally {
    process.umask(before)
  }
  expect([fs.readdirSync(folder), fs.readFileSync(file, 'utf8')]).toEqual([['a.csv'], 'newer'])
})

test('a failed write leaves the previous file and no other', async () => {
  fs.writeFileSync(file, 'old')
  const broken = () => {
    throw new Error('no more')
  }
  await expect(writeWhole(file, async () => broken(), { access: 'usual' })).rejects.toThrow()
  expect(() => writeTextSync(file, 'new', { access: 'usual', sealed: broken })).toThrow('no more')
  expect([fs.readdirSync(folder), fs.readFileSync(file, 'utf8')]).toEqual([['a.csv'], 'old'])
})

const held = () => Object.assign(new Error('held'), { code: 'EBUSY' })

test('a file that another program holds is tried again for two and a half seconds, and no longer', async () => {
  const pauses: number[] = []
  let tries = 0
  const releasedAfter = (most: number) => () => {
    if (++tries <= most) throw held()
    return 'done'
  }
  const pause = (ms: number) => void pauses.push(ms)
  expect(untilFreeSync(releasedAfter(8), pause)).toBe('done')
  expect(
    await untilFree(
      async () => releasedAfter(17)(),
      async (ms) => pause(ms),
    ),
  ).toBe('done')
  const total = pauses.reduce((sum, ms) => sum + ms, 0)
  expect([tries, pauses.length, total]).toEqual([18, 16, 2 * 2550])
  expect(() => untilFreeSync(releasedAfter(99), pause)).toThrow('held')
  expect(tries).toBe(27)
})

test('errors that waiting does not solve are not retried', async () => {
  let tries = 0
  const gone = () => {
    tries++
    throw Object.assign(new Error('gone'), { code: 'ENOENT' })
  }
  expect(() => untilFreeSync(gone)).toThrow('gone')
  await expect(untilFree(async () => gone())).rejects.toThrow('gone')
  expect(tries).toBe(2)
  const [from, to] = [path.join(folder, 'nowhere'), file]
  await expect(move(from, to)).rejects.toMatchObject({ failure: { kind: 'storage', path: to } })
  expect(() => moveSync(from, to)).toThrow()
})

const child = path.resolve(import.meta.dirname, '../../support/held-file-child.ts')
const canMount = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0

/** Writes over a file that is really held, for so long or for ever; gives what is told of it. */
function writeHeld(releasedAfter: string) {
  const args = ['-rm', process.execPath, child, file, path.join(folder, 'other'), releasedAfter]
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as unknown
}

test('a file that the system holds for a moment is replaced when it is released', ({ skip }) => {
  if (!canMount) return skip('nothing can be mounted here')
  expect(writeHeld('100')).toBe('new')
  expect(fs.readdirSync(folder).sort()).toEqual(['a.csv', 'other'])
})

test('a file that stays locked is named in the failure, and stays unchanged', ({ skip }) => {
  if (!canMount) return skip('nothing can be mounted here')
  const failure = writeHeld('')
  expect(failure).toMatchObject({ kind: 'storage', reason: 'in-use', path: file, content: 'old' })
  expect(fs.readdirSync(folder).sort()).toEqual(['a.csv', 'other'])
})

const NOBODY = 65534
const UNNOTED = { note: async () => async () => undefined }

test('what is written to a chosen folder that cannot be opened is complete, and the data folder promises more', async () => {
  const isRoot = process.getuid?.() === 0
  const written = path.join(folder, 'a')
  fs.chmodSync(folder, 0o333)
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    await writeWhole(file, text('new'), { access: 'usual', begun: UNNOTED })
    const tables = await openAtomicFolder(written, UNNOTED)
    await tables.write('daily.csv', 'new')
    await tables.commit(new AbortController().signal)
    const inDataFolder = path.join(folder, 'notes.json')
    const failure = { kind: 'storage', reason: 'read-only', path: inDataFolder }
    const writing = writeWhole(inDataFolder, text('new'), { access: 'private' })
    await expect(writing).rejects.toMatchObject({ failure })
  } finally {
    if (isRoot) process.seteuid?.(0)
    fs.chmodSync(folder, 0o700)
  }
  expect(fs.readFileSync(file, 'utf8')).toBe('new')
  expect(fs.readdirSync(written)).toEqual(['daily.csv'])
})

test('a file with the longest allowed name is written too', async () => {
  const long = path.join(folder, `${'ã'.repeat(125)}.csv`)
  await writeWhole(long, text('new'), { access: 'usual' })
  expect(fs.readFileSync(long, 'utf8')).toBe('new')
})

test('the next start removes unfinished files of its own folders, and nothing else', () => {
  const pictures = path.join(folder, 'pictures', 'account00001')
  fs.mkdirSync(pictures, { recursive: true })
  const copy = partialOf(path.join(folder, 'desk-copy.db'))
  const left = [partialOf(file), partialOf(path.join(pictures, 'hash')), copy, `${copy}-journal`]
  const kept = [file, path.join(folder, '.hidden'), path.join(folder, 'film.part')]
  for (const each of [...left, ...kept]) fs.writeFileSync(each, 'x')
  fs.mkdirSync(partialOf(path.join(folder, 'folder')))
  makeVerbs(folder, testClock).close()
  expect(left.filter((each) => fs.existsSync(each))).toEqual([])
  expect(kept.filter((each) => !fs.existsSync(each))).toEqual([])
  expect(fs.readdirSync(folder).filter((name) => /^\.folder/.test(name))).toEqual([])
  const preferences = partialOf(path.join(folder, 'preferences.json'))
  fs.writeFileSync(preferences, '{')
  openPreferences(folder)
  expect(fs.existsSync(preferences)).toBe(false)
})

test('a file cut off in a folder of someone’s choice is removed by the next start, which knows it by name', async () => {
  const chosen = newFolder()
  const dataFolder = path.join(folder, 'desk')
  const script = path.resolve(import.meta.dirname, '../../support/cut-off-child.ts')
  const other = partialOf(path.join(chosen, 'a.csv'))
  fs.writeFileSync(other, 'of another program, or of another Cuepoint')
  const { signal } = spawnSync(process.execPath, [script, dataFolder, path.join(chosen, 'a.csv')])
  expect(signal).toBe('SIGKILL')
  expect(fs.readdirSync(chosen)).toHaveLength(2)
  await makeBegun(dataFolder, Promise.resolve()).cleared
  expect(fs.readdirSync(chosen)).toEqual([path.basename(other)])
  expect(fs.readdirSync(path.join(dataFolder, 'begun'))).toEqual([])
})

test('a note that does not name an unfinished file removes nothing, and a finished write deletes its note', async () => {
  const notes = path.join(folder, 'begun')
  fs.mkdirSync(notes)
  fs.writeFileSync(file, 'mine')
  fs.writeFileSync(path.join(notes, 'damaged'), file)
  const begun = makeBegun(folder, Promise.resolve())
  await begun.cleared
  await writeWhole(path.join(folder, 'b.csv'), text('new'), { access: 'usual', begun })
  expect(fs.readFileSync(file, 'utf8')).toBe('mine')
  expect(fs.readdirSync(notes)).toEqual([])
})

test('an earlier unfinished file on a disk that does not respond delays no write', async () => {
  const notes = path.join(folder, 'begun')
  fs.mkdirSync(notes)
  const silent = path.join(notes, 'silent')
  // Reading it waits until it is closed here.
  spawnSync('mkfifo', [silent])
  const held = fs.openSync(silent, 'r+')
  onTestFinished(() => {
    if (fs.existsSync(silent)) fs.closeSync(held)
  })
  const begun = makeBegun(folder, Promise.resolve())
  await writeWhole(file, text('new'), { access: 'usual', begun })
  expect(fs.readFileSync(file, 'utf8')).toBe('new')
  fs.closeSync(held)
  await begun.cleared
  expect(fs.readdirSync(notes)).toEqual([])
})
