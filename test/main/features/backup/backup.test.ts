import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { finishRestore } from '../../../../src/main/database/restored.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { checkBackup } from '../../../../src/main/features/backup/restore-backup.ts'
import { prepareDesk } from '../../../../src/main/features/backup/store.ts'
import type { EditRow } from '../../../../src/main/features/publishing/edit-row.ts'
import { restoringChanges } from '../../../../src/main/features/publishing/restore.ts'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import { testClock } from '../../../support/clock.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { newFolder } from '../../../support/folder.ts'
import { deskState, fillDesk, tablesOf } from '../../../support/full-desk.ts'
import {
  ALL,
  openBackups,
  restore,
  restoredFrom,
  WITHOUT_FIGURES,
} from '../../../support/open-backups.ts'
import { pixelNamed } from '../../../support/posting-desk.ts'
import { repack, unpackTo } from '../../../support/repack.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

// One backup with all in it, for every test to restore.
const backups = newFolder()
const WHOLE = path.join(backups, 'whole.cuepoint-backup')
const FIGURELESS = path.join(backups, 'figureless.cuepoint-backup')
let made: ReturnType<typeof deskState>

beforeAll(async () => {
  const userData = newFolder()
  const folder = path.join(userData, 'desk')
  writeFileSync(path.join(userData, 'preferences.json'), '{"preferences":{"theme":"dark"}}')
  fillDesk(folder)
  for (const [file, withFigures] of [
    [WHOLE, true],
    [FIGURELESS, false],
  ] as const) {
    const { backup, close } = openBackups(userData, file)
    await backup.make({ withFigures, withTokens: true })
    await close()
  }
  made = deskState(folder)
})

/** What a person would miss most is in the desk that is compared. */
const FULL = ['accounts', 'videos', 'edits', 'steps', 'step_rows', 'edit_history', 'pictures']
FULL.push('ab_decisions', 'player_marks', 'annotations', 'annotation_steps', 'markers')
FULL.push('problem_rules', 'problem_mutes')
FULL.push('marker_steps', 'curves_views')

async function failureOf(promise: Promise<unknown>): Promise<Failure | null> {
  try {
    await promise
    return null
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.failure
    throw thrown
  }
}

test('restoring a backup after a wipe gives the same desk, table by table', async () => {
  const userData = aFolder()
  const { folder, offer } = await restore(userData, WHOLE)
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.recovery()?.kind).toBe('desk-restored')
  expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  verbs.close()
  expect(deskState(folder)).toEqual(made)
  for (const table of FULL) expect(made.desk[table]?.length, table).toBeGreaterThan(0)
  const choices = JSON.parse(readFileSync(path.join(userData, 'preferences.json'), 'utf8'))
  expect(choices.preferences.theme).toBe('dark')
  expect(offer).toMatchObject({
    version: '1.2.3',
    figures: 'all',
    isOlder: false,
    counts: { accounts: 1, videos: 2, edits: 1, annotations: 1, decisions: 1, pictures: 1 },
    present: { accounts: 0, unsent: 0 },
  })
})
test('a backup without downloaded figures restores everything else', async () => {
  const { folder, offer } = await restore(aFolder(), FIGURELESS)
  expect(offer?.figures).toBe('none')
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.answer(ACCOUNT, 'players', {})).toBeNull()
  verbs.close()
  expect(tablesOf(path.join(folder, 'desk.db'))).toEqual(made.desk)
  expect(statSync(FIGURELESS).size).toBeLessThan(statSync(WHOLE).size)
})

test('a backup whose downloaded figures are damaged restores everything else', async () => {
  const file = path.join(aFolder(), 'damaged.cuepoint-backup')
  const bytes = readFileSync(WHOLE)
  const at = bytes.indexOf('answers.db') + 200
  bytes.writeUInt8(bytes.readUInt8(at) ^ 255, at)
  writeFileSync(file, bytes)
  const { folder, offer } = await restore(aFolder(), file)
  expect(offer?.figures).toBe('damaged')
  makeVerbs(folder, testClock).close()
  expect(tablesOf(path.join(folder, 'desk.db'))).toEqual(made.desk)
})

test('the replaced data is kept completely, and its unpublished changes are reported first', async () => {
  const userData = aFolder()
  const present = path.join(userData, 'desk')
  fillDesk(present)
  const verbs = makeVerbs(present, testClock)
  verbs.putAccount(anAccount({ id: 'account00002', name: 'Only here' }))
  verbs.close()
  const before = deskState(present)
  const { folder, offer } = await restore(userData, WHOLE)
  expect(offer?.present).toEqual({ accounts: 2, unsent: 1 })
  const recovery = finishRestore(folder)
  expect(path.basename(recovery?.keptAs ?? '')).toMatch(/^desk-before-restore-2026-03-04T/)
  expect(deskState(recovery?.keptAs ?? '')).toEqual(before)
  expect(deskState(folder)).toEqual(made)
})

test('the desk replaced by a restore is listed with its place and size, until it is erased', async () => {
  const userData = aFolder()
  fillDesk(path.join(userData, 'desk'))
  const { folder } = await restore(userData, WHOLE)
  const keptAs = finishRestore(folder)?.keptAs ?? ''
  // As a file manager copies it, or the user renames it.
  for (const other of ['-copy', ' (2)', 'x']) mkdirSync(`${keptAs}${other}`)
  const { backup } = openBackups(userData, WHOLE)
  const [kept, ...more] = (await backup.state()).kept
  expect(more).toEqual([])
  expect(kept).toMatchObject({ place: keptAs, at: Date.UTC(2026, 2, 4, 5, 6, 7) })
  expect(kept?.size).toBeGreaterThan(statSync(path.join(keptAs, 'desk.db')).size)
  for (const name of ['app', 'desk-before-restore-x/../desk', '..']) {
    expect(await failureOf(backup.eraseKept(name))).toMatchObject({ kind: 'not-found' })
  }
  expect(existsSync(keptAs)).toBe(true)
  await backup.eraseKept(kept?.name ?? '')
  expect(existsSync(keptAs)).toBe(false)
  expect((await backup.state()).kept).toEqual([])
  expect((await backup.state()).sizes.desk).toBeGreaterThan(0)
})

test('nothing changes until a restore is confirmed, and the offered backup can be discarded', async () => {
  const userData = aFolder()
  const { backup, folder, close, relaunches } = openBackups(userData, WHOLE)
  const offer = await backup.open()
  expect((await backup.state()).offer).toEqual(offer)
  await backup.discard()
  expect((await backup.state()).offer).toBeNull()
  expect(await failureOf(backup.restore(offer?.id ?? ''))).toMatchObject({ reason: 'gone' })
  expect(relaunches()).toBe(0)
  await close()
  expect(finishRestore(folder)).toBeNull()
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.accounts()).toEqual([])
  verbs.close()
})

test('a restore waits for edits that are being posted', async () => {
  const userData = aFolder()
  fillDesk(path.join(userData, 'desk'))
  const { backup, store, close } = openBackups(userData, WHOLE)
  const [row] = await store.editRows(ACCOUNT, null)
  if (!row) throw new Error('there is no edit')
  await store.commitEdits(ACCOUNT, row.video_id, { put: [{ ...row, status: 'confirming' }] })
  const offer = await backup.open()
  const failure = await failureOf(backup.restore(offer?.id ?? ''))
  expect(failure).toMatchObject({ kind: 'backup', reason: 'posting', text: '1' })
  await close()
})

const STATUSES = ['queued', 'sending', 'confirming', 'conflict', 'rejected'] as const

test.each(STATUSES)(
  'an edit that was %s is restored as a draft that was never sent',
  async (status) => {
    const userData = aFolder()
    const folder = path.join(userData, 'desk')
    fillDesk(folder)
    const verbs = makeVerbs(folder, testClock)
    const [row] = verbs.editRows(ACCOUNT, null)
    if (!row) throw new Error('there is no edit')
    const sent = {
      ...{ attempt: 3, rounds: 2, sentAt: 7, quarantineUntil: 9e15, knownIds: ['a'], missedAt: 8 },
      ...{ theirs: 'theirs', failure: { kind: 'cancelled' } as const, waitsUntil: 9e12 },
      isStopped: true,
    } as const
    verbs.commitEdits(ACCOUNT, row.video_id, { put: [{ ...row, ...sent, status }] })
    verbs.close()
    markSent(path.join(folder, 'desk.db'), { ...sent, status })
    const restored = await restoredFrom(userData, WITHOUT_FIGURES)
    const unsent = {
      ...{ status: 'draft', attempt: 0, rounds: 0, sentAt: null, quarantineUntil: null },
      ...{ knownIds: null, missedAt: null, theirs: null, failure: null, waitsUntil: null },
    }
    expect(restored.editRows(ACCOUNT, null)).toMatchObject([{ ...unsent, want: row.want }])
    expect(restored.editRows(ACCOUNT, null)[0]).not.toHaveProperty('isStopped')
    // Undo and redo bring back rows as they were kept.
    for (const step of ['undoStep', 'undoStep', 'redoStep', 'redoStep'] as const) {
      restored[step](ACCOUNT)
      for (const one of restored.editRows(ACCOUNT, null)) expect(one).toMatchObject(unsent)
    }
    restored.close()
  },
)

test('an item that may have been created is still looked for after a restore', async () => {
  const userData = aFolder()
  const folder = path.join(userData, 'desk')
  fillDesk(folder)
  const verbs = makeVerbs(folder, testClock)
  const [{ video_id } = { video_id: '' }] = verbs.editRows(ACCOUNT, null)
  verbs.saveEdits(ACCOUNT, [{ video_id, changes: ['One', 'Two', 'Three'].map(pixelNamed) }])
  const made = verbs.editRows(ACCOUNT, null).filter(({ kind }) => kind === 'create')
  const sent = { attempt: 1, knownIds: ['a'], sentAt: 7, quarantineUntil: 9e15 }
  const asSent = (row: EditRow): EditRow => ({ ...row, ...sent, status: 'sending' })
  const asRecreation = (row: EditRow): EditRow => ({ ...row, knownIds: ['b'], status: 'conflict' })
  const put = [...made.slice(0, 1).map(asSent), ...made.slice(2).map(asRecreation)]
  verbs.commitEdits(ACCOUNT, video_id, { put })
  const { video } = verbs.videoBase(ACCOUNT, video_id) ?? {}
  const shown = (video?.pixels?.items ?? []).map(({ id }) => id)
  verbs.close()
  const restored = await restoredFrom(userData, WITHOUT_FIGURES)
  const rows = restored.editRows(ACCOUNT, null).filter(({ kind }) => kind === 'create')
  const unsent = { status: 'draft', attempt: 0, sentAt: null, quarantineUntil: null }
  expect(rows).toMatchObject([
    { ...unsent, rounds: 1, knownIds: ['a'] },
    // Another computer may have published it since.
    { ...unsent, rounds: 1, knownIds: shown },
    // It was not sent, so what was there before is not its item.
    { ...unsent, rounds: 1, knownIds: ['b', ...shown] },
  ])
  restored.close()
})

/** Makes the rows that undo and redo would bring back ones that were sent. */
function markSent(file: string, sent: object) {
  const database = openDatabase({ file, synchronous: 'FULL', migrations: DESK })
  for (const column of ['before', 'after']) {
    const sql = `UPDATE step_rows SET ${column} = json_patch(${column}, ?) WHERE ${column} IS NOT NULL`
    expect(database.run(sql, JSON.stringify(sent))).toBeGreaterThan(0)
  }
  database.close()
}

test('a publish that was running when a backup was made has ended when it is restored', async () => {
  const userData = aFolder()
  const folder = path.join(userData, 'desk')
  fillDesk(folder)
  const verbs = makeVerbs(folder, testClock)
  verbs.queueEdits(ACCOUNT, null)
  const running = verbs.publishes.last({ account_id: ACCOUNT })
  expect(running).toMatchObject({ endedAt: null, videos: [{ state: 'waiting' }] })
  verbs.close()
  const restored = await restoredFrom(userData, WITHOUT_FIGURES)
  expect(restored.publishes.last({ account_id: ACCOUNT })).toMatchObject({
    endedAt: running?.startedAt,
    videos: [{ state: 'left' }],
  })
  restored.close()
})

test('an account already on this computer keeps its own address', async () => {
  const userData = aFolder()
  const verbs = makeVerbs(path.join(userData, 'desk'), testClock)
  verbs.putAccount(anAccount({ base_url: 'https://here.example.com' }))
  verbs.close()
  const { offer } = await restore(userData, WHOLE)
  expect(offer?.accounts).toMatchObject([{ id: ACCOUNT, base_url: 'https://here.example.com' }])
})

test('an account without an address on this computer gets that of the backup', async () => {
  const backup = aFolder()
  const there = anAccount({ api_base_url: 'https://videos.example.com' })
  const verbs = makeVerbs(backup, testClock)
  verbs.putAccount(there)
  verbs.close()
  const here = anAccount({ base_url: '', api_base_url: null })
  expect((await prepareDesk(backup, [here])).accounts).toEqual([there])
})

test('a backup of an older schema is migrated when it is restored', async () => {
  const userData = aFolder()
  const file = path.join(userData, 'older.cuepoint-backup')
  const older = path.join(userData, 'older.db')
  makeOlderBackup(older, file)
  const { folder, offer } = await restore(userData, file)
  expect(offer?.isOlder).toBe(true)
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.accounts()).toEqual([anAccount()])
  expect(verbs.videoBase(ACCOUNT, 'video0001')?.video.name).toBe('A video')
  verbs.close()
  const { edits } = tablesOf(path.join(folder, 'desk.db'))
  expect(edits).toEqual(made.desk['edits'])
})

/** As the version with one migration less made it. */
function makeOlderBackup(older: string, file: string) {
  const parts = unpackTo(FIGURELESS)
  writeFileSync(`${older}.newest`, parts.get('desk.db') ?? '')
  const from = openDatabase({ file: `${older}.newest`, synchronous: 'FULL', migrations: DESK })
  const migrations = DESK.slice(0, -1)
  const into = openDatabase({ file: older, synchronous: 'FULL', migrations })
  const tables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
  for (const [table] of into.all<[string]>(tables)) {
    const names = into.all<[string]>(`SELECT name FROM pragma_table_info('${table}')`).flat()
    const marks = names.map(() => '?').join(', ')
    for (const row of from.all(`SELECT ${names.join(', ')} FROM ${table}`)) {
      into.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...row)
    }
  }
  from.close()
  into.close()
  parts.set('desk.db', readFileSync(older))
  repack(parts, file, (manifest) => ({
    ...manifest,
    schemas: { desk: migrations.length, answers: null },
  }))
}

test('the last backup is known with its time, place and size, also after a restart', async () => {
  const userData = aFolder()
  fillDesk(path.join(userData, 'desk'))
  const file = path.join(userData, 'mine.cuepoint-backup')
  const first = openBackups(userData, file)
  expect((await first.backup.state()).last).toBeNull()
  const last = await first.backup.make(WITHOUT_FIGURES)
  expect(last).toEqual({
    ...{ at: Date.UTC(2026, 2, 4, 5, 6, 7), file, withFigures: false },
    size: statSync(file).size,
  })
  expect(first.heard.length).toBeGreaterThan(0)
  await first.close()
  const next = openBackups(userData, file)
  expect((await next.backup.state()).last).toEqual(last)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the name that is proposed for a backup has the day of this computer’s zone', async () => {
  const file = path.join(aFolder(), 'mine.cuepoint-backup')
  const { backup, proposed } = openBackups(aFolder(), file, { zone: 'America/Los_Angeles' })
  await backup.make(WITHOUT_FIGURES)
  expect(proposed).toEqual(['cuepoint-2026-03-03.cuepoint-backup'])
})

test('the failure of a backup stays until it is dismissed or the next one starts', async () => {
  const userData = aFolder()
  fillDesk(path.join(userData, 'desk'))
  const place = path.join(aFolder(), 'stick')
  const { backup } = openBackups(userData, path.join(place, 'a.cuepoint-backup'))
  const failed = async () => (await backup.state()).failed
  const gone = { what: 'make', failure: { kind: 'storage' } }
  for (const act of ['dismiss', 'make'] as const) {
    expect(await failureOf(backup.make(ALL))).toMatchObject(gone.failure)
    expect(await failed()).toMatchObject(gone)
    mkdirSync(place)
    await backup[act](ALL)
    expect(await failed()).toBe(null)
    rmSync(place, { recursive: true })
  }
})

test('a backup whose check is stopped is not offered', async () => {
  const { store, folder } = openBackups(aFolder(), WHOLE)
  const stop = new AbortController()
  const prepareDesk = async (place: string) => {
    const prepared = await store.prepareDesk(place)
    stop.abort()
    return prepared
  }
  const stopped = Object.create(store, { prepareDesk: { value: prepareDesk } }) as typeof store
  const job = { signal: stop.signal, willRead: () => undefined, onBytes: () => undefined }
  await store.accounts()
  const checked = checkBackup({ folder, store: stopped }, WHOLE, job)
  expect(await failureOf(checked)).toEqual({ kind: 'cancelled' })
  expect(existsSync(path.join(folder, 'backup.checked'))).toBe(false)
})

test('a backup that is cancelled leaves no file and no copy', async () => {
  const userData = aFolder()
  fillDesk(path.join(userData, 'desk'))
  const place = aFolder()
  const { backup, folder } = openBackups(userData, path.join(place, 'a.cuepoint-backup'))
  const making = failureOf(backup.make(ALL))
  expect(await failureOf(backup.make(ALL))).toMatchObject({ kind: 'refused' })
  await backup.cancel()
  expect(await making).toMatchObject({ kind: 'cancelled' })
  expect(readdirSync(place)).toEqual([])
  expect(existsSync(path.join(folder, 'backup.making'))).toBe(false)
})

test('no key and nothing of a forgotten account is in a backup', async () => {
  const userData = aFolder()
  fillDesk(path.join(userData, 'desk'))
  const { backup, store } = openBackups(userData, path.join(userData, 'a.cuepoint-backup'))
  await store.removeAccount(ACCOUNT)
  await backup.make(ALL)
  const parts = unpackTo(path.join(userData, 'a.cuepoint-backup'))
  const bytes = Buffer.concat(
    [parts.get('desk.db') ?? [], parts.get('answers.db') ?? []].map(Buffer.from),
  )
  expect(bytes.includes('Somebody')).toBe(false)
  expect(bytes.includes(ACCOUNT)).toBe(false)
})

const TOKEN = 'bypass-token-0123456789'
const OTHER = { fallback_video_id: 'video0002', enabled: true }

/** A backup of a desk on which a token is in a video, its changes, their undo and the history. */
async function backupWithToken(withTokens: boolean) {
  const userData = aFolder()
  const folder = path.join(userData, 'desk')
  fillDesk(folder)
  const verbs = makeVerbs(folder, testClock)
  const filtered = (token: string) => aVideo({ traffic_filter: { ...OTHER, token } })
  verbs.keepVideos(ACCOUNT, [filtered(`${TOKEN} 1`)], 10)
  verbs.keepVideos(ACCOUNT, [filtered(`${TOKEN} 2`)], 20_000)
  const at = { kind: 'set', group: 'traffic_filter', item_id: null } as const
  const changes = [
    { ...at, register: 'token', value: `${TOKEN} 3` },
    { ...at, register: 'block_proxy', value: true },
  ]
  verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes }])
  verbs.close()
  const file = path.join(userData, 'tokens.cuepoint-backup')
  const { backup, close } = openBackups(userData, file)
  await backup.make({ withFigures: true, withTokens })
  await close()
  return { file, filtered }
}

const holdsToken = (file: string) =>
  [...unpackTo(file).values()].some((bytes) => Buffer.from(bytes).includes(TOKEN))

test('tokens of traffic filters are in a backup only when they are chosen', async () => {
  expect(holdsToken((await backupWithToken(true)).file)).toBe(true)
  const { file } = await backupWithToken(false)
  expect(holdsToken(file)).toBe(false)
  const { offer } = await restore(aFolder(), file)
  expect(offer?.counts).toMatchObject({ videos: 1, edits: 1 })
})

test('a token left out of a backup is restored as unknown, not as empty', async () => {
  const { file, filtered } = await backupWithToken(false)
  const { folder } = await restore(aFolder(), file)
  const verbs = makeVerbs(folder, testClock)
  const [edit, ...more] = verbs.editRows(ACCOUNT, null)
  expect([edit?.register, more]).toEqual(['block_proxy', []])
  const base = verbs.videoBase(ACCOUNT, VIDEO)?.video
  expect(base?.traffic_filter).toEqual(OTHER)
  // A reading of before, brought back: it says nothing of the token.
  const readings = () => verbs.history(ACCOUNT, VIDEO).filter(({ group }) => group === null)
  const before = readings()
  expect(before.length).toBeGreaterThan(0)
  const shown = filtered('of a colleague')
  const changes = before.flatMap((entry) => restoringChanges(entry, { shown, base: shown }))
  expect(changes.filter((change) => 'register' in change && change.register === 'token')).toEqual(
    [],
  )
  // It comes with the next reading, which then shows nothing that was changed.
  verbs.keepVideos(ACCOUNT, [filtered(TOKEN), aVideo({ id: 'video0002' })], 30_000)
  expect(verbs.videoBase(ACCOUNT, VIDEO)?.video.traffic_filter?.token).toBe(TOKEN)
  expect(readings()).toEqual(before)
  verbs.close()
})
