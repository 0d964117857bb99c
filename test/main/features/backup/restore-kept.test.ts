import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { canonicalJson } from '../../../../src/main/database/json.ts'
import { finishRestore } from '../../../../src/main/database/restored.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { testClock } from '../../../support/clock.ts'
import { newFolder } from '../../../support/folder.ts'
import { deskState, fillDesk, tablesOf } from '../../../support/full-desk.ts'
import { openBackups, restore, WITHOUT_FIGURES } from '../../../support/open-backups.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'
import { storedReport } from '../../../support/stored-reports.ts'
import { identityOf } from '../../../support/summed-report.ts'

const KEPT = 'desk-before-restore-2026-01-02T03-04-05-678Z'
const OTHER = 'account00002'
// A backup of nothing, which replaces all.
const EMPTY = path.join(newFolder(), 'empty.cuepoint-backup')

beforeAll(async () => {
  const userData = newFolder()
  writeFileSync(path.join(userData, 'preferences.json'), '{"preferences":{"theme":"dark"}}')
  const { backup, close } = openBackups(userData, EMPTY)
  await backup.make(WITHOUT_FIGURES)
  await close()
})

/** Every file of a folder and its bytes. */
function bytesIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile())
  return files.map((name) => [name, readFileSync(path.join(folder, name), 'hex')])
}

/** Some of everything as replaced data, with what is done to it before its files are copied. */
function keptData(change: (folder: string) => () => void = () => () => undefined) {
  const userData = aFolder()
  const source = path.join(aFolder(), 'desk')
  fillDesk(source)
  const kept = path.join(userData, KEPT)
  const end = change(source)
  cpSync(source, kept, { recursive: true, filter: (from) => !from.includes('store.lock') })
  end()
  return { userData, source, kept }
}

const failing = (work: Promise<unknown>) => work.then(() => null, failureOf)

test('restoring the replaced data brings back all that was there before, and leaves its folder as it is', async () => {
  const userData = aFolder()
  const preferences = path.join(userData, 'preferences.json')
  writeFileSync(preferences, '{"preferences":{"theme":"light"}}')
  const present = path.join(userData, 'desk')
  fillDesk(present)
  const verbs = makeVerbs(present, testClock)
  verbs.putAccount(anAccount({ id: OTHER, name: 'Only here' }))
  const report = sampleReport()
  const document = deflateSync(canonicalJson(report))
  verbs.addReport(storedReport(0, { id: identityOf(report), document }))
  verbs.close()
  const before = deskState(present)
  const { folder } = await restore(userData, EMPTY)
  const kept = finishRestore(folder)?.keptAs ?? ''
  expect(tablesOf(path.join(folder, 'desk.db'))['accounts']).toEqual([])
  const bytes = bytesIn(kept)

  const { offer } = await restore(userData, EMPTY, path.basename(kept))
  expect(offer).toMatchObject({
    ...{ file: kept, version: null, madeAt: Date.UTC(2026, 2, 4, 5, 6, 7) },
    ...{ figures: 'all', isOlder: false, present: { accounts: 0, unsent: 0 } },
    counts: { accounts: 2, videos: 2, edits: 1, annotations: 1, reports: 1, pictures: 1 },
  })
  const keptInTurn = finishRestore(folder)?.keptAs ?? ''
  expect(keptInTurn).not.toBe(kept)
  expect(tablesOf(path.join(keptInTurn, 'desk.db'))['accounts']).toEqual([])
  expect(deskState(folder)).toEqual(before)
  for (const table of ['accounts', 'annotations', 'edits', 'reports', 'pictures']) {
    expect(before.desk[table]?.length, table).toBeGreaterThan(0)
  }
  expect(JSON.parse(readFileSync(preferences, 'utf8')).preferences.theme).toBe('light')
  expect(bytesIn(kept)).toEqual(bytes)
})

test('edits of replaced data that were being posted come back as drafts', async () => {
  const { userData } = keptData((folder) => {
    const verbs = makeVerbs(folder, testClock)
    const [row] = verbs.editRows(ACCOUNT, null)
    if (!row) throw new Error('there is no edit')
    verbs.commitEdits(ACCOUNT, row.video_id, { put: [{ ...row, status: 'sending', attempt: 1 }] })
    verbs.close()
    return () => undefined
  })
  const { folder } = await restore(userData, EMPTY, KEPT)
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.editRows(ACCOUNT, null)).toMatchObject([{ status: 'draft', attempt: 0 }])
  verbs.close()
})

test('replaced data whose last changes are still in the logs of its databases comes back complete', async () => {
  const { userData, source, kept } = keptData((folder) => {
    const verbs = makeVerbs(folder, testClock)
    verbs.putAccount(anAccount({ id: OTHER }))
    verbs.keepAnswer(OTHER, 'players', {}, [], 1, false)
    return () => verbs.close()
  })
  for (const name of ['desk.db-wal', 'answers.db-wal']) {
    expect(statSync(path.join(kept, name)).size, name).toBeGreaterThan(0)
  }
  const bytes = bytesIn(kept)
  const { folder } = await restore(userData, EMPTY, KEPT)
  expect(finishRestore(folder)).not.toBeNull()
  expect(readdirSync(folder).filter((name) => name.endsWith('-wal'))).toEqual([])
  expect(deskState(folder)).toEqual(deskState(source))
  expect(bytesIn(kept)).toEqual(bytes)
})

test('replaced data of an older schema is brought up to date', async () => {
  const userData = aFolder()
  const kept = path.join(userData, KEPT)
  mkdirSync(kept)
  const file = path.join(kept, 'desk.db')
  openDatabase({ file, synchronous: 'FULL', migrations: DESK.slice(0, -1) }).close()
  const bytes = bytesIn(kept)
  const { offer } = await restore(userData, EMPTY, KEPT)
  expect(offer).toMatchObject({ isOlder: true, figures: 'none' })
  expect(bytesIn(kept)).toEqual(bytes)
})

test('a cancelled check of replaced data leaves nothing, and no other job runs beside it', async () => {
  const { userData, kept } = keptData()
  const bytes = bytesIn(kept)
  const { backup, folder } = openBackups(userData, EMPTY)
  const opening = failing(backup.openKept(KEPT))
  expect((await backup.state()).running).toMatchObject({ what: 'read' })
  const refused = { kind: 'refused', reason: 'backup-under-way' }
  expect(await failing(backup.openKept(KEPT))).toMatchObject(refused)
  expect(await failing(backup.open())).toMatchObject(refused)
  await backup.cancel()
  expect(await opening).toEqual({ kind: 'cancelled' })
  expect(existsSync(path.join(folder, 'backup.checked'))).toBe(false)
  expect((await backup.state()).offer).toBeNull()
  expect(bytesIn(kept)).toEqual(bytes)
})

/** Why replaced data is not offered; nothing of it is left, and it is as it was. */
async function failureOfKept({ userData, kept }: { userData: string; kept: string }) {
  const bytes = bytesIn(kept)
  const { backup, folder } = openBackups(userData, EMPTY)
  const failure = await failing(backup.openKept(KEPT))
  expect((await backup.state()).failed).toEqual({ what: 'read', failure })
  expect((await backup.state()).offer).toBeNull()
  expect(existsSync(path.join(folder, 'backup.checked'))).toBe(false)
  expect(bytesIn(kept)).toEqual(bytes)
  return failure
}

const DAMAGES: [string, (bytes: Buffer) => Buffer][] = [
  ['has a damaged page', (bytes) => bytes.fill(7, 5000)],
  ['is empty', (bytes) => bytes.subarray(0, 0)],
  ['is cut off', (bytes) => bytes.subarray(0, 9000)],
]

test.each(DAMAGES)('replaced data whose desk.db %s is refused', async (_how, damage) => {
  const data = keptData()
  const file = path.join(data.kept, 'desk.db')
  writeFileSync(file, damage(readFileSync(file)))
  const damaged = { kind: 'backup', reason: 'damaged', name: KEPT }
  expect(await failureOfKept(data)).toMatchObject(damaged)
})

test.each(DAMAGES)(
  'replaced data whose answers.db %s is restored without figures',
  async (_how, damage) => {
    const { userData, source, kept } = keptData()
    const file = path.join(kept, 'answers.db')
    writeFileSync(file, damage(readFileSync(file)))
    const bytes = bytesIn(kept)
    const { offer, folder } = await restore(userData, EMPTY, KEPT)
    expect(offer).toMatchObject({ figures: 'damaged', counts: { accounts: 1, edits: 1 } })
    finishRestore(folder)
    expect(deskState(folder).desk).toEqual(deskState(source).desk)
    expect(bytesIn(kept)).toEqual(bytes)
  },
)

test('replaced data of a newer Cuepoint is refused by the path of its folder', async () => {
  const data = keptData()
  const file = path.join(data.kept, 'desk.db')
  const migrations = [...DESK, 'SELECT 1']
  openDatabase({ file, synchronous: 'FULL', migrations }).close()
  const newer = { kind: 'storage', reason: 'newer', path: data.kept }
  expect(await failureOfKept(data)).toMatchObject(newer)
})

test('replaced data that cannot be read is refused by the name of its folder', async () => {
  const data = keptData()
  const pictures = path.join(data.kept, 'pictures', ACCOUNT)
  const [hash = ''] = readdirSync(pictures)
  rmSync(path.join(pictures, hash))
  mkdirSync(path.join(pictures, hash))
  const unreadable = { kind: 'backup', reason: 'unreadable', name: KEPT }
  expect(await failureOfKept(data)).toMatchObject(unreadable)
})

test('a name that is not of replaced data, or whose folder is gone, is refused', async () => {
  const userData = aFolder()
  fillDesk(path.join(userData, 'desk'))
  const { backup } = openBackups(userData, EMPTY)
  for (const name of ['desk', '..', `../desk/${KEPT}`, KEPT]) {
    const failure = await failing(backup.openKept(name))
    expect(failure).toMatchObject({ kind: 'not-found', what: 'local' })
  }
})
