import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { openBackup } from '../../../../src/main/features/backup/read-backup.ts'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import type { BackupManifest } from '../../../../src/shared/features/backup/backup.ts'
import { newFolder } from '../../../support/folder.ts'
import { fillDesk } from '../../../support/full-desk.ts'
import { openBackups, WITHOUT_FIGURES } from '../../../support/open-backups.ts'
import { type Parts, repack, unpackTo } from '../../../support/repack.ts'
import { count } from '../../../support/scale.ts'

const DAMAGES = count('damaged backups', { usual: 60, full: 5000 })
const place = newFolder()
const userData = path.join(place, 'user data')
const file = path.join(place, 'a.cuepoint-backup')
const schemas = { desk: DESK.length, answers: null }
const honest = (manifest: BackupManifest) => ({ ...manifest, schemas })
let good: Buffer
let desk: ReturnType<typeof openBackups>

beforeAll(async () => {
  fillDesk(path.join(userData, 'desk'))
  desk = openBackups(userData, file)
  await desk.backup.make(WITHOUT_FIGURES)
  good = readFileSync(file)
})

afterEach(() => {
  // Whatever was tried, nothing of it lies anywhere but in the file itself.
  const lying = readdirSync(place).filter((name) => name !== path.basename(file))
  expect(lying).toEqual(['user data'])
  expect(readdirSync(path.join(userData, 'desk'))).not.toContain('backup.checked')
})

/** What opening the file as it is now fails with; null when it is offered. */
async function failureNow(): Promise<Failure | null> {
  try {
    await desk.backup.open()
    await desk.backup.discard()
    return null
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.failure
    throw thrown
  }
}

function goodParts(change: (parts: Parts) => void): Parts {
  writeFileSync(file, good)
  const parts = unpackTo(file)
  change(parts)
  return parts
}

test('a backup repacked with another zip tool is accepted', async () => {
  repack(
    goodParts(() => undefined),
    file,
    honest,
  )
  expect(await failureNow()).toBeNull()
})

const NAMES = [
  '../desk.db',
  'desk.db-wal',
  '/etc/passwd',
  'C:/x',
  'pictures/../../x',
  'store.lock',
  'kept-as',
]
NAMES.push(
  `pictures/account00001/../${'a'.repeat(64)}`,
  'pictures/account00001/x',
  'DESK.DB',
  'a\0b',
)

test.each(NAMES)('a backup with a part named %j is refused', async (name) => {
  repack(
    goodParts((parts) => parts.set(name, Buffer.from('x'))),
    file,
    honest,
  )
  expect(await failureNow()).toMatchObject({ kind: 'backup' })
})

test('a picture whose bytes are not those of its name is left out', async () => {
  const change = (parts: Parts) => parts.set(`pictures/account00001/${'a'.repeat(64)}`, good)
  const parts = goodParts(change)
  repack(parts, file, honest)
  await desk.backup.open()
  const restored = readdirSync(path.join(desk.folder, 'backup.checked', 'pictures/account00001'))
  const names = [...parts.keys()].filter((name) => name.startsWith('pictures/'))
  expect(restored.map((hash) => `pictures/account00001/${hash}`)).toEqual(names.slice(0, -1))
  await desk.backup.discard()
})

test('a part that does not match its checksum, or is missing, is refused', async () => {
  const parts = goodParts(() => undefined)
  repack(parts, file, (manifest) => ({
    ...honest(manifest),
    parts: manifest.parts.map((part) => ({ ...part, sha256: '0'.repeat(64) })),
  }))
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'damaged' })
  repack(parts, file, (manifest) => ({
    ...honest(manifest),
    parts: [...manifest.parts, { name: 'answers.db', size: 1, sha256: '0'.repeat(64) }],
  }))
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'damaged' })
})

const wrongLists: [string, (manifest: BackupManifest) => unknown][] = [
  ['null', () => null],
  ['a list', () => []],
  ['another format', (manifest) => ({ ...honest(manifest), format: 'other' })],
  ['negative counts', (manifest) => ({ ...honest(manifest), counts: { accounts: -1 } })],
  ['a date that is none', (manifest) => ({ ...honest(manifest), madeAt: 9e15 })],
]

test.each(wrongLists)('a backup with an invalid manifest is refused: %s', async (_what, change) => {
  repack(
    goodParts(() => undefined),
    file,
    change,
  )
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'not-a-backup' })
})

test('a backup of a newer Cuepoint is refused with its version', async () => {
  repack(
    goodParts(() => undefined),
    file,
    (manifest) => ({
      ...manifest,
      schemas: { desk: DESK.length + 1, answers: null },
    }),
  )
  expect(await failureNow()).toMatchObject({ reason: 'newer', text: '1.2.3' })
})

test('a zip bomb is refused before it is unpacked', async () => {
  repack(
    goodParts((parts) => parts.set('desk.db', new Uint8Array(60_000_000))),
    file,
    honest,
  )
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'too-large' })
})

test('a backup with too many parts is refused', async () => {
  const names = Array.from(
    { length: 20_100 },
    (_, index) => [`${index}`, new Uint8Array()] as const,
  )
  writeFileSync(file, zipSync(Object.fromEntries(names), { level: 0 }))
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'too-large' })
})

test.each([
  `CREATE TRIGGER spy AFTER INSERT ON edits BEGIN DELETE FROM accounts; END`,
  `CREATE VIEW spy AS SELECT * FROM accounts`,
  `CREATE TABLE spy (id)`,
  `DROP TABLE markers`,
  `PRAGMA user_version = 1`,
])('a desk with other tables than ours is refused: %s', async (sql) => {
  const other = path.join(userData, 'other.db')
  const parts = goodParts(() => undefined)
  writeFileSync(other, parts.get('desk.db') ?? '')
  const database = openDatabase({ file: other, synchronous: 'FULL', migrations: DESK })
  database.exec(sql)
  database.close()
  parts.set('desk.db', readFileSync(other))
  repack(parts, file, honest)
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'damaged' })
})

test('a desk without tables is refused', async () => {
  const empty = path.join(userData, 'empty.db')
  const database = openDatabase({ file: empty, synchronous: 'FULL', migrations: [] })
  database.exec('VACUUM')
  database.close()
  repack(
    goodParts((parts) => parts.set('desk.db', readFileSync(empty))),
    file,
    honest,
  )
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'damaged' })
})

test('a file that is not a zip, an empty file and a folder are refused', async () => {
  for (const bytes of ['', 'no zip', '<html>'.repeat(10_000)]) {
    writeFileSync(file, bytes)
    expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'not-a-backup' })
  }
  rmSync(file)
  mkdirSync(file)
  expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'unreadable' })
  rmSync(file, { recursive: true })
})

test.skipIf(process.platform === 'win32')(
  'a named pipe is refused without waiting for data',
  async () => {
    rmSync(file, { force: true })
    execFileSync('mkfifo', [file])
    expect(await failureNow()).toMatchObject({ kind: 'backup', reason: 'unreadable' })
    rmSync(file)
    writeFileSync(file, good)
  },
)

test('a part that cannot be unpacked fails its reader, even one that starts late', async () => {
  const bytes = Buffer.from(good)
  const name = bytes.indexOf('desk.db')
  // Over the beginning of what is packed, which no inflating gets through.
  bytes.fill(0xff, name + 'desk.db'.length + 8, name + 200)
  writeFileSync(file, bytes)
  const backup = await openBackup(file)
  const reading = backup.read('desk.db')
  await setTimeout(50)
  const read = async () => {
    for await (const _chunk of reading);
  }
  await expect(read()).rejects.toMatchObject({ failure: { kind: 'backup', reason: 'damaged' } })
  await backup.close()
})

test('a truncated or altered backup is refused with a sentence, or restores the original data', async () => {
  const damage = fc.oneof(
    fc.record({ at: fc.nat(good.length - 1), length: fc.constant(0) }),
    fc.record({ at: fc.nat(good.length - 1), length: fc.integer({ min: 1, max: 64 }) }),
  )
  await fc.assert(
    fc.asyncProperty(damage, fc.integer({ min: 1, max: 255 }), async ({ at, length }, by) => {
      const bytes = Buffer.from(good)
      for (let index = at; index < Math.min(at + length, bytes.length); index++) {
        bytes[index] = (bytes[index] ?? 0) ^ by
      }
      writeFileSync(file, length === 0 ? bytes.subarray(0, at) : bytes)
      try {
        const offer = await desk.backup.open()
        expect(offer?.counts).toMatchObject({ accounts: 1, edits: 1, decisions: 1 })
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(AppError)
        expect((thrown as AppError).failure.kind).toBe('backup')
      }
      await desk.backup.discard()
    }),
    { numRuns: DAMAGES },
  )
})
