import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { ANSWERS } from '../../../../src/main/database/answers-migrations.ts'
import { ANSWERS_ROWS } from '../../../../src/main/database/answers-rows.ts'
import { openDatabase, type Value } from '../../../../src/main/database/database.ts'
import { tablesOf } from '../../../../src/main/database/rows.ts'
import { DESK, deskRows } from '../../../../src/main/database/stored-features.ts'
import { prepareDesk } from '../../../../src/main/features/backup/store.ts'
import type { AnalyticsName } from '../../../../src/shared/api/analytics.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { addDays, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { deskState, fillDesk } from '../../../support/full-desk.ts'
import { ALL, openBackups } from '../../../support/open-backups.ts'
import { repack, unpackTo } from '../../../support/repack.ts'
import { requestsOfEvery } from '../../../support/requests.ts'
import { ACCOUNT, aFolder, ZONE } from '../../../support/store-folder.ts'

type Name = 'desk.db' | 'answers.db'
type Change = [sql: string, ...binds: Value[]]

const place = newFolder()
const userData = path.join(place, 'user-data')
const folder = path.join(userData, 'desk')
const file = path.join(place, 'a.cuepoint-backup')
const schemas = { desk: DESK.length, answers: ANSWERS.length }
let parts: ReturnType<typeof unpackTo>

beforeAll(async () => {
  fillDesk(folder)
  const { backup, close } = openBackups(userData, file)
  await backup.make(ALL)
  await close()
  parts = unpackTo(file)
})

/** A folder with both databases of the backup, and rows of one changed. */
function unpackedWith(name: Name, [sql, ...binds]: Change): string {
  const unpacked = aFolder()
  for (const each of ['desk.db', 'answers.db']) {
    writeFileSync(path.join(unpacked, each), parts.get(each) ?? '')
  }
  const migrations = name === 'desk.db' ? DESK : ANSWERS
  const changed = path.join(unpacked, name)
  const database = openDatabase({ file: changed, synchronous: 'FULL', migrations })
  expect(database.run(sql, ...binds)).toBeGreaterThan(0)
  database.close()
  return unpacked
}

/** The backup with rows of a database changed. */
function withChange(name: Name, change: Change) {
  const changed = readFileSync(path.join(unpackedWith(name, change), name))
  repack(new Map([...parts, [name, changed]]), file, (manifest) => ({ ...manifest, schemas }))
}

const addHistory = (snapshots: Uint8Array): Change => [
  'INSERT INTO ab_histories VALUES (?, ?, ?)',
  ...[ACCOUNT, '["g","a","b"]', snapshots],
]

/** Why unpacked databases are refused; null when they are accepted. */
const failureOfDesk = (place: string) => prepareDesk(place, []).then(() => null, failureOf)

/** Why the backup is refused; null when it is offered. */
async function failureNow() {
  const { backup, close } = openBackups(userData, file)
  try {
    await backup.open()
    await backup.discard()
    return null
  } catch (thrown) {
    return failureOf(thrown)
  } finally {
    await close()
  }
}

const NO_DAYS = { calendars: 0, series: 0, days: 0, months: 0, month_days: 0, account_days: 0 }

const set = (table: string, column: string, value: Value): Change => [
  `UPDATE ${table} SET ${column} = ?`,
  value,
]
const inJson = (table: string, column: string, at: string, json: string): Change => [
  `UPDATE ${table} SET ${column} = json_set(${column}, ?, json(?))`,
  `$.${at}`,
  json,
]
/** An integer as text that no number has. */
const INEXACT = '9007199254740993'
const schedule = (change: object) => ({
  ...{ id: 'mine', account_id: ACCOUNT, madeAt: 1, screen: 'player' },
  ...{ player_id: 'a'.repeat(24), query_key: null, group_id: null, subject: 'VSL' },
  ...{ preset: 'last7', comparison: 'none', every: { kind: 'day' }, time: '07:00' },
  ...{ files: ['pdf'], folder: '/reports', language: 'en', ...change },
})
const addSchedule = (change: object): Change => [
  'INSERT INTO report_schedules (id, account_id, schedule) VALUES (?, ?, ?)',
  ...['mine', ACCOUNT, JSON.stringify(schedule(change))],
]

test.each<[what: string, where: string, change: Change]>([
  [
    'an address without TLS',
    'accounts, row 1: base_url: must begin with https://',
    set('accounts', 'base_url', 'http://example.com'),
  ],
  [
    'an address of a file',
    'accounts, row 1: base_url',
    set('accounts', 'base_url', 'file:///etc/passwd'),
  ],
  [
    'an address with a password',
    'accounts, row 1: base_url',
    set('accounts', 'base_url', 'https://a:b@example.com'),
  ],
  [
    'an address of videos without TLS',
    'accounts, row 1: api_base_url',
    set('accounts', 'api_base_url', 'http://example.com'),
  ],
  ['a zone that is none', 'accounts, row 1: timezone', set('accounts', 'timezone', 'Nowhere/None')],
  [
    'a video of another shape',
    'videos, row 1: video',
    inJson('videos', 'video', 'call_actions', '{"items": 5}'),
  ],
  ['an edit of no setting', 'edits, row 1: edit', inJson('edits', 'edit', 'register', '"other"')],
  [
    'an edit of another place than its key',
    'edits, row 1: edit',
    inJson('edits', 'edit', 'group', '"pixels"'),
  ],
  ['a state that no edit has', 'edits, row 1: edit', inJson('edits', 'edit', 'status', '"posted"')],
  [
    'an undone edit of no setting',
    'step_rows, row 1: after',
    inJson('step_rows', 'after', 'register', '"other"'),
  ],
  [
    'a history entry of an unknown event',
    'edit_history, row 1: entry',
    inJson('edit_history', 'entry', 'event', '"other"'),
  ],
  [
    'an annotation of no days',
    'annotations, row 1: annotation',
    inJson('annotations', 'annotation', 'period', '[]'),
  ],
  [
    'a mark at no second',
    'markers, row 1: markers',
    set('markers', 'markers', '[{"second": "x", "name": "y"}]'),
  ],
  ['tags that are none', 'player_marks, row 1: tags', set('player_marks', 'tags', '{}')],
  [
    'a decision without figures',
    'ab_decisions, row 1: decision',
    set('ab_decisions', 'decision', '{}'),
  ],
  ['a picture of another kind', 'pictures, row 1: type', set('pictures', 'type', 'image/svg+xml')],
  [
    'a schedule of no report',
    'report_schedules, row 1: schedule',
    addSchedule({ screen: 'settings' }),
  ],
  [
    'a text deeper than is read',
    'videos, row 1: video',
    set('videos', 'video', `${'['.repeat(900)}${']'.repeat(900)}`),
  ],
  [
    'a number of a video that cannot be held exactly',
    'videos, row 1: video: shape: duration: an integer that cannot be held exactly',
    inJson('videos', 'video', 'duration', INEXACT),
  ],
  [
    'a number about an edit that cannot be held exactly',
    'edits, row 1: edit: shape: sentAt: an integer that cannot be held exactly',
    inJson('edits', 'edit', 'sentAt', INEXACT),
  ],
  ['a time past all calendars', 'videos, row 1: fetched_at', set('videos', 'fetched_at', 9e15)],
  [
    'a number that cannot be read',
    'videos, row 1',
    ['UPDATE videos SET fetched_at = 9223372036854775807'],
  ],
])('%s is refused with its table and row', async (_what, where, change) => {
  const failure = await failureOfDesk(unpackedWith('desk.db', change))
  expect(failure).toMatchObject({ kind: 'backup', reason: 'row' })
  expect((failure as { text: string }).text).toContain(where)
})

test.each([
  ['edits', 'edit', 'want'],
  ['edits', 'edit', 'base'],
  ['step_rows', 'before', 'want'],
  ['step_rows', 'after', 'want'],
  ['edit_history', 'entry', 'before'],
  ['edit_history', 'entry', 'after'],
])(
  'an edited value that was stored with too many digits holds no backup back (%s: %s, %s)',
  async (...[table, column, at]) => {
    const change = inJson(table, column, at, `{"size": ${INEXACT}}`)
    expect(await failureOfDesk(unpackedWith('desk.db', change))).toBeNull()
  },
)

test.each<[what: string, change: Change, left: Record<string, number>]>([
  ['a list of players that is none', set('answers', 'value', '[{"id": 5}]'), { answers: 0 }],
  ['an answer that is no JSON', set('answers', 'value', 'not JSON'), { answers: 0 }],
  [
    'an account that is no text',
    ["UPDATE answers SET account_id = CAST(x'ff' AS TEXT)"],
    { answers: 0 },
  ],
  ['a day that no calendar has', set('days', 'day', 99_999_999), { days: 0, months: 1 }],
  ['a number that cannot be read', set('days', 'day', 2n ** 63n - 1n), { days: 0, months: 1 }],
  ['a zone that is none', set('calendars', 'timezone', 'x'), NO_DAYS],
  ['a player that is none', set('series', 'player_id', ''), NO_DAYS],
  ['a month cut short', set('month_days', 'lanes', Buffer.alloc(8)), NO_DAYS],
  [
    'a history of no snapshots',
    addHistory(deflateRawSync('[["{}", {"group_id": "g"}]]')),
    { ab_histories: 0, days: 1 },
  ],
  ['a history that is not packed', addHistory(Buffer.from('[]')), { ab_histories: 0, days: 1 }],
  [
    'a history of more than there can be',
    addHistory(deflateRawSync(Buffer.alloc(70_000_000, ' '))),
    { ab_histories: 0, days: 1 },
  ],
])('a restore leaves out an invalid row of figures: %s', async (_what, change, left) => {
  const unpacked = unpackedWith('answers.db', change)
  expect(await prepareDesk(unpacked, [])).toMatchObject({ figures: 'all' })
  const file = path.join(unpacked, 'answers.db')
  const answers = openDatabase({ file, synchronous: 'FULL', migrations: ANSWERS })
  const found = Object.keys(left).map((table) => [
    table,
    answers.first<[number]>(`SELECT count(*) FROM ${table}`)?.[0],
  ])
  expect(Object.fromEntries(found)).toEqual(left)
  answers.close()
})

test('a refused row refuses the backup by its name, and the desk is unchanged', async () => {
  const before = deskState(folder)
  withChange('desk.db', addSchedule({ screen: 'settings' }))
  const failure = await failureNow()
  expect(failure).toMatchObject({ kind: 'backup', reason: 'row', name: path.basename(file) })
  expect((failure as { text: string }).text).toContain('report_schedules, row 1: schedule')
  expect(existsSync(path.join(folder, 'backup.checked'))).toBe(false)
  expect(deskState(folder)).toEqual(before)
})

test('every table has a row schema that covers each of its columns', async () => {
  for (const [migrations, rows] of [
    [DESK, await deskRows()],
    [ANSWERS, ANSWERS_ROWS],
  ] as const) {
    const at = path.join(aFolder(), 'new.db')
    const database = openDatabase({ file: at, synchronous: 'FULL', migrations })
    const tables = tablesOf(database)
    expect(Object.keys(rows).sort()).toEqual([...tables].sort())
    for (const table of tables) {
      const columns = database.all<[string]>(`SELECT name FROM pragma_table_info('${table}')`)
      const { shape } = rows[table] as unknown as { shape: object }
      expect([table, Object.keys(shape).sort()]).toEqual([table, columns.flat().sort()])
    }
    database.close()
  }
})

test('schedules are restored without a folder, and with none of their runs pending', async () => {
  withChange('desk.db', addSchedule({}))
  const again = unpackTo(file)
  parts = again
  const runs = ['waiting', 'running', 'done'].map((status, index) => {
    const failure = { kind: 'made up', text: '<b>' }
    const run = { status, triedAt: 5, failure, report_id: null, files: [] }
    return `('mine', ${index}, '${JSON.stringify(run)}')`
  })
  withChange('desk.db', [
    `INSERT INTO report_runs (schedule_id, due_at, run) VALUES ${runs.join()}`,
  ])
  const { backup, close } = openBackups(userData, file)
  await backup.open()
  const checked = path.join(folder, 'backup.checked', 'desk.db')
  const database = openDatabase({ file: checked, synchronous: 'FULL', migrations: DESK })
  const read = (sql: string) =>
    database.all<[string]>(sql).map(([text]) => JSON.parse(text) as Record<string, unknown>)
  expect(read('SELECT schedule FROM report_schedules')).toEqual([schedule({ folder: null })])
  expect(read('SELECT run FROM report_runs ORDER BY due_at')).toMatchObject([
    { status: 'missed', failure: null },
    { status: 'missed', failure: null },
    { status: 'done', failure: null },
  ])
  database.close()
  await backup.discard()
  await close()
})

test('every row that real use stores passes the checks of a restore', async () => {
  const desk = await connectedDesk({
    timezone: ZONE,
    // Of fewer none may have a test of headlines, speeds or autoplays.
    service: { players: 16, days: 40 },
    desk: { screen: { ...quietScreen(userData), placeBackup: async () => file } },
  })
  const { handlers, account, service, download } = desk
  const account_id = account.id
  for (const [name, request] of Object.entries(requestsOfEvery(() => service))) {
    const ask = handlers.analytics[name as AnalyticsName] as (input: object) => Promise<unknown>
    await ask({ ...(request() as object), account_id })
  }
  const end = todayIn(ZONE, testClock.now())
  const period = { start: addDays(end, -12), end }
  await download({ period, comparison: null, withPlayers: true, withTraffic: true })
  await handlers.videos.refresh({ account_id, video_id: null })
  const calls = [{ noun: 'analytics', verb: 'players', input: { account_id } }]
  const [player] = (await handlers.analytics.players({ account_id })).value
  const { id: player_id = '', name = '' } = player ?? {}
  await handlers.reports.freeze({
    ...{ screen: 'player', title: name, account_id, player_id, player_ids: [player_id] },
    ...{ group: null, period, comparison: null, filters: {}, calls },
  })
  await handlers.backup.make(ALL)
  expect(await failureNow()).toBeNull()
  await desk.end()
})
