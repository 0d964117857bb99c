import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Clock } from '../../../../src/main/clock.ts'
import { makeReportFiles } from '../../../../src/main/features/reports/report-files.ts'
import { LONGEST_WRITE_MS } from '../../../../src/main/features/reports/scheduled.ts'
import type { DrawnScreen, OffscreenPage, Printer } from '../../../../src/main/options.ts'
import type { Fault } from '../../../../src/service/faults.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import { dashboardRequests } from '../../../../src/shared/features/analytics/requests.ts'
import type { Overview } from '../../../../src/shared/features/overview/overview.ts'
import { figure } from '../../../../src/shared/features/overview/table.ts'
import type { FrozenScreen } from '../../../../src/shared/features/reports/report.ts'
import type { ScheduleFields } from '../../../../src/shared/features/reports/schedule.ts'
import { addDays, presetPeriod, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { quietScreen } from '../../../support/desk.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { newFolder } from '../../../support/folder.ts'
import { pngOf } from '../../../support/picture-bytes.ts'
import { reportWorker } from '../../../support/threads.ts'
import { until } from '../../../support/until.ts'

const ZONE = 'America/Sao_Paulo'
const screenFolder = newFolder()
const folder = newFolder()
const DUE = testClock.now() - 3 * 86_400_000
const printed: OffscreenPage[] = []
const PICTURE = pngOf(48, 30)

/** What the screens do in the window that nobody sees: they ask, and say what they asked. */
async function read(sheet: OffscreenPage): Promise<DrawnScreen> {
  const { preferences } = await sheet.handlers.app.info(undefined)
  return preferences.place.screen === 'overview' ? readOverview(sheet) : readPlayer(sheet)
}

async function readOverview({ handlers }: OffscreenPage): Promise<DrawnScreen> {
  const { preferences } = await handlers.app.info(undefined)
  const { place, overviewPeriod } = preferences
  const account_id = place.account_id ?? ''
  const period = overviewPeriod.custom ?? { start: '', end: '' }
  const comparison = overviewPeriod.customComparison
  const input = { account_id, period, comparison }
  overview = await handlers.overview.read(input)
  const screen: FrozenScreen = {
    ...{ screen: 'overview', title: 'Acme', account_id, player_id: null, player_ids: [] },
    ...{ group: null, period, comparison, filters: {} },
    calls: [{ noun: 'overview', verb: 'read', input }],
  }
  return { screen, preview: PICTURE }
}

async function readPlayer({ handlers }: OffscreenPage): Promise<DrawnScreen> {
  const { preferences } = await handlers.app.info(undefined)
  const { place, playerPeriod } = preferences
  const [account_id, player_id] = [place.account_id ?? '', place.player_id ?? '']
  const period = playerPeriod.custom ?? { start: '', end: '' }
  const players = await handlers.analytics.players({ account_id })
  const player = players.value.find(({ id }) => id === player_id) as Player
  const calls: FrozenScreen['calls'] = [
    { noun: 'analytics', verb: 'players', input: { account_id } },
  ]
  for (const { name, input } of dashboardRequests(player, period, ZONE)) {
    const ask = handlers.analytics[name] as (asked: object) => Promise<unknown>
    // A failure is shown in its block.
    await ask({ ...input, account_id }).catch(() => undefined)
    calls.push({ noun: 'analytics', verb: name, input: { ...input, account_id } })
  }
  const screen: FrozenScreen = {
    ...{ screen: 'player', title: player.name, account_id, player_id, player_ids: [player_id] },
    ...{ group: null, period, comparison: playerPeriod.customComparison, filters: {}, calls },
  }
  return { screen, preview: PICTURE }
}

const printer: Printer = {
  read,
  async print(sheet) {
    printed.push(sheet)
    return Buffer.from('%PDF-1.4')
  },
}

let chosenFolder = folder
/** As the last report of the account showed it. */
let overview: Overview | null = null
let desk: ConnectedDesk
/** Milliseconds that have gone by. */
let later = 0
/** Ends the time for the files of a run; null for the usual time. */
let overtime: Promise<void> | null = null
/** So that the pauses between tries of a request are short. */
const fast = fastClock(testClock.now(), 20)
const clock: Clock = {
  ...fast,
  now: () => fast.now() + later,
  monotonic: () => fast.monotonic() + later,
  wait: (ms, signal) => (overtime && ms === LONGEST_WRITE_MS ? overtime : fast.wait(ms, signal)),
}
let player: Player

beforeAll(async () => {
  desk = await connectedDesk({
    timezone: ZONE,
    service: { players: 2, days: 30, now: clock.now },
    desk: {
      clock,
      screen: { ...quietScreen(screenFolder), printer, chooseFolder: async () => chosenFolder },
    },
  })
  const players = await desk.handlers.analytics.players({ account_id: desk.account.id })
  // The oldest, which was there before the days of any report.
  player = players.value.at(-1) as Player
})

const fields = (change: Partial<ScheduleFields> = {}): ScheduleFields => ({
  ...{ account_id: desk.account.id, screen: 'player', player_id: player.id, query_key: null },
  ...{ group_id: null, subject: player.name, preset: 'yesterday', comparison: 'previous' },
  ...{ every: { kind: 'month', day: 1 }, time: '08:00', files: ['cuepoint', 'pdf', 'xlsx', 'csv'] },
  language: 'pt-BR',
  ...change,
})

async function made(change: Partial<ScheduleFields> = {}) {
  const { schedules } = desk.handlers
  for (const { id } of (await schedules.list(undefined)).schedules) await schedules.remove({ id })
  const chosen = await schedules.chooseFolder(undefined)
  await schedules.save({ id: null, fields: fields(change), choice: chosen?.choice ?? null })
  const [schedule] = (await schedules.list(undefined)).schedules
  await schedules.make({ id: schedule?.id ?? '', due_at: DUE })
  const [run] = (await schedules.list(undefined)).runs
  if (!run) throw new Error('There is no run of the due time.')
  return run
}

test('a due report is of the days before it was due, in the library and in the folder', async () => {
  const run = await made()
  expect(run).toMatchObject({ status: 'done', due_at: DUE, failure: null })
  const [listed] = await desk.handlers.reports.list(undefined)
  const yesterday = addDays(todayIn(ZONE, DUE), -1)
  expect(listed).toMatchObject({ id: run.report_id, origin: 'scheduled' })
  expect(listed?.about.period).toEqual({ start: yesterday, end: yesterday })
  expect(fs.readdirSync(folder).sort()).toEqual([...run.files].sort())
  expect(run.files.filter((file) => file.endsWith('.csv')).length).toBeGreaterThan(2)
  expect(run.files.filter((file) => file.includes('  '))).toEqual([])
  const endings = (ending: string) => run.files.filter((file) => file.endsWith(ending)).length
  expect(endings('.xlsx')).toBe(endings('.csv'))
  const file = run.files.find((name) => name.endsWith('.cuepoint')) ?? ''
  const opened = await makeReportFiles({ workerFile: reportWorker }).open(path.join(folder, file))
  expect(opened.id).toBe(run.report_id)
  // It shows more than the report may contain.
  expect(opened.preview).toBeNull()
  const preview = await desk.handlers.reports.preview({ id: run.report_id ?? '' })
  expect(preview).toBe(`data:image/png;base64,${PICTURE.toString('base64')}`)
})

test('a report with a comparison covers whole days, without the day on which it was due', async () => {
  const run = await made({ preset: 'last7' })
  const listed = (await desk.handlers.reports.list(undefined)).find(
    ({ id }) => id === run.report_id,
  )
  const due = todayIn(ZONE, DUE)
  expect(listed?.about).toMatchObject({
    period: { start: addDays(due, -7), end: addDays(due, -1) },
    comparison: { start: addDays(due, -14), end: addDays(due, -8) },
  })
  const alone = await made({ preset: 'last7', comparison: 'none' })
  const all = await desk.handlers.reports.list(undefined)
  expect(all.find(({ id }) => id === alone.report_id)?.about.period?.end).toBe(due)
})

test('a report of the last month is compared with the whole month before', async () => {
  const run = await made({ preset: 'lastMonth' })
  const all = await desk.handlers.reports.list(undefined)
  const about = all.find(({ id }) => id === run.report_id)?.about
  const month = presetPeriod('lastMonth', todayIn(ZONE, DUE))
  expect(about?.period).toEqual(month)
  expect(about?.comparison).toEqual(presetPeriod('lastMonth', month.start))
})

const ofAccount = { screen: 'overview', player_id: null, subject: 'Acme', preset: 'last7' } as const

test('a report of the account downloads its days first', async () => {
  const run = await made({ ...ofAccount, files: ['pdf'] })
  expect(run).toMatchObject({ status: 'done', failure: null })
  const [listed] = await desk.handlers.reports.list(undefined)
  const due = todayIn(ZONE, DUE)
  expect(listed).toMatchObject({ id: run.report_id, origin: 'scheduled' })
  expect(listed?.about).toMatchObject({
    screen: 'overview',
    period: { start: addDays(due, -7), end: addDays(due, -1) },
    comparison: { start: addDays(due, -14), end: addDays(due, -8) },
  })
  expect(overview?.rows).toHaveLength(2)
  for (const { player, current, comparison } of overview?.rows ?? []) {
    for (const side of [current, comparison])
      expect(figure(side, 'total_started_device_uniq', player)).toEqual(expect.any(Number))
  }
})

test('a report of the account leaves a cancelled download to be continued', async () => {
  const { downloads } = desk.handlers
  const { account_id } = fields()
  const due = todayIn(ZONE, DUE)
  const period = { start: addDays(due, -20), end: due }
  const scope = { account_id, period, comparison: null, withPlayers: true, player_ids: null }
  await downloads.start(scope)
  await downloads.cancel({ account_id })
  const before = await downloads.list(undefined)
  expect(before).toMatchObject([{ status: 'cancelled', scope }])
  expect(await made({ ...ofAccount, files: ['pdf'] })).toMatchObject({ status: 'done' })
  expect(await downloads.list(undefined)).toEqual(before)
})

test('a report whose download the user cancelled is not tried again by itself', async () => {
  const { downloads } = desk.handlers
  const { account_id } = fields()
  const unanswered: Fault = {
    match: { path: '/sessions/stats_by_day' },
    action: { kind: 'never', when: 'before' },
  }
  desk.service.setFaults([unanswered])
  const making = made({ ...ofAccount, preset: 'last90', files: ['pdf'] })
  const isDownloading = async () =>
    (await downloads.list(undefined)).some(({ status }) => status === 'running')
  await until(isDownloading, Boolean)
  await downloads.cancel({ account_id })
  desk.service.setFaults([])
  const failure = { kind: 'refused', reason: 'download-cancelled' }
  expect(await making).toMatchObject({ status: 'failed', failure, files: [] })
})

test('a report of the account does not wait for a download: it is tried again', async () => {
  const { downloads } = desk.handlers
  const { account_id } = fields()
  desk.service.setFaults([
    { match: { path: '/sessions/stats_by_day' }, action: { kind: 'never', when: 'before' } },
  ])
  const due = todayIn(ZONE, DUE)
  const period = { start: addDays(due, -40), end: due }
  const scope = { account_id, period, comparison: null, withPlayers: false, player_ids: null }
  await downloads.start(scope)
  const run = await made({ ...ofAccount, files: ['pdf'] })
  desk.service.setFaults([])
  await downloads.cancel({ account_id })
  const failure = { kind: 'refused', reason: 'downloading' }
  expect(run).toMatchObject({ status: 'waiting', failure, files: [] })
})

test('a report does not wait for a quota of the day: it is tried again', async () => {
  const other = await connectedDesk({
    timezone: ZONE,
    service: {
      ...{ players: 2, days: 30, now: clock.now },
      limits: { queriesPerMinute: null, queriesPerDay: 8 },
    },
    desk: {
      clock,
      screen: { ...quietScreen(screenFolder), printer, chooseFolder: async () => folder },
    },
  })
  const { analytics, schedules } = other.handlers
  const oldest = (await analytics.players({ account_id: other.account.id })).value.at(-1)
  const chosen = await schedules.chooseFolder(undefined)
  const of = { account_id: other.account.id, player_id: oldest?.id ?? '' }
  await schedules.save({ id: null, fields: fields(of), choice: chosen?.choice ?? null })
  const [schedule] = (await schedules.list(undefined)).schedules
  await schedules.make({ id: schedule?.id ?? '', due_at: DUE })
  const { runs } = await schedules.list(undefined)
  expect(runs).toMatchObject([{ status: 'waiting', failure: { kind: 'quota' }, files: [] }])
})

test('a report of the account does not wait while the user works offline: it is tried again', async () => {
  desk.service.setFaults([
    { match: { path: '/sessions/stats_by_day' }, action: { kind: 'never', when: 'before' } },
  ])
  const making = made({ ...ofAccount, preset: 'last90', files: ['pdf'] })
  const isDownloading = async () =>
    (await desk.handlers.downloads.list(undefined)).some(({ status }) => status === 'running')
  await until(isDownloading, Boolean)
  await desk.handlers.app.prefer({ isOffline: true })
  const run = await making
  await desk.handlers.app.prefer({ isOffline: false })
  desk.service.setFaults([])
  const failure = { kind: 'offline', reason: 'chosen' }
  expect(run).toMatchObject({ status: 'waiting', failure, files: [] })
})

test('with incomplete figures no report of the account is made, and the run is tried again', async () => {
  const { list } = desk.handlers.reports
  const before = await list(undefined)
  const path = '/sessions/stats_by_day'
  desk.service.setFaults([
    { match: { path }, action: { kind: 'status', status: 503, when: 'before' } },
  ])
  const run = await made({ ...ofAccount, preset: 'last30', files: ['pdf'] })
  desk.service.setFaults([])
  expect(run).toMatchObject({ status: 'waiting', failure: { kind: 'unavailable' }, files: [] })
  expect(await list(undefined)).toEqual(before)
})

const UNAVAILABLE: Fault = {
  match: { path: '/times/user_engagement' },
  action: { kind: 'status', status: 503, when: 'before' },
}
const REVOKED: Fault = {
  match: { path: '/times/user_engagement' },
  action: { kind: 'unauthorized', form: 'invalid-credentials' },
}
const NEVER_READY: Fault = {
  match: { path: '/sessions/stats' },
  action: { kind: 'incomplete-first', form: 'figures', readyAfterMs: Number.MAX_VALUE },
}

// Periods that no other test reads: what is stored for good would not be requested.
test.each([
  ['unavailable', 'last14', UNAVAILABLE],
  ['unauthorized', 'last90', REVOKED],
  ['incomplete', 'last30', NEVER_READY],
] as const)(
  'with %s figures no report of a player is made, and another try has all tables',
  async (kind, preset, fault) => {
    const { list } = desk.handlers.reports
    const change: Partial<ScheduleFields> = { preset, comparison: 'none', files: ['csv'] }
    const before = [await list(undefined), fs.readdirSync(folder)]
    desk.service.setFaults([fault])
    const run = await made(change)
    desk.service.setFaults([])
    expect(run).toMatchObject({ status: 'waiting', failure: { kind }, files: [] })
    expect([await list(undefined), fs.readdirSync(folder)]).toEqual(before)
    later += 5 * 60_000
    let last = run
    const tryAgain = async () => {
      last = await made(change)
      return last.status
    }
    await expect.poll(tryAgain).toBe('done')
    const tables = last.files.map((file) => /_([a-z]+)\.csv$/.exec(file)?.[1])
    expect([...new Set(tables)]).toEqual(['figures', 'funnel', 'retention', 'timing', 'breakdown'])
  },
)

const stemOf = (file: string) => file.replace(/( \d\d_\w+)?\.\w+$/, '')

test('the files of a run have one name, also where another run has a part of them', async () => {
  const first = await made({ preset: 'last7' })
  for (const name of first.files.slice(0, 3)) fs.rmSync(path.join(folder, name))
  const second = await made({ preset: 'yesterday' })
  expect(new Set(first.files.map(stemOf)).size).toBe(1)
  const [stem, ...others] = new Set(second.files.map(stemOf))
  expect(others).toEqual([])
  expect(first.files.map(stemOf)).not.toContain(stem)
})

test('reports that are made at the same time into one folder get different names', async () => {
  const { schedules } = desk.handlers
  await made({ files: ['pdf'] })
  const chosen = await schedules.chooseFolder(undefined)
  await schedules.save({
    id: null,
    fields: fields({ files: ['pdf'] }),
    choice: chosen?.choice ?? null,
  })
  const due_at = DUE + 60_000
  const ids = (await schedules.list(undefined)).schedules.map(({ id }) => id)
  await Promise.all(ids.map(async (id) => schedules.make({ id, due_at })))
  const runs = (await schedules.list(undefined)).runs.filter((run) => run.due_at === due_at)
  expect(runs.map(({ status }) => status)).toEqual(['done', 'done'])
  expect(new Set(runs.flatMap(({ files }) => files)).size).toBe(2)
})

test('an existing file is kept, and the new one gets another name', async () => {
  const first = await made()
  for (const name of first.files) fs.writeFileSync(path.join(folder, name), 'mine')
  const { files } = await made()
  expect(files).toHaveLength(first.files.length)
  expect(files.filter((name) => first.files.includes(name))).toEqual([])
  for (const name of first.files) {
    expect(fs.readFileSync(path.join(folder, name), 'utf8')).toBe('mine')
  }
  for (const name of files) {
    expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o666 & ~process.umask())
  }
  for (const name of [...first.files, ...files]) fs.rmSync(path.join(folder, name))
})

test('a failed run leaves none of its files', async () => {
  const before = fs.readdirSync(folder)
  const { print } = printer
  printer.print = async () => {
    throw new Error('no paper')
  }
  const run = await made().finally(() => {
    printer.print = print
  })
  expect(run).toMatchObject({ status: 'failed', files: [] })
  expect(fs.readdirSync(folder)).toEqual(before)
})

test('its PDF shows the report only, in the light theme and in its language', async () => {
  const run = await made()
  const info = await printed.at(-1)?.handlers.app.info(undefined)
  expect(info).toMatchObject({
    ...{ language: 'pt-BR', report: { id: run.report_id } },
    preferences: { theme: 'light', language: 'pt-BR' },
  })
})

test('a missing folder is named, and the run is tried again', async () => {
  const gone = path.join(folder, 'gone')
  chosenFolder = gone
  const run = await made()
  chosenFolder = folder
  expect(run.status).toBe('waiting')
  expect(run.failure).toEqual({ kind: 'folder-gone', folder: gone })
})

test('a folder that is gone while the files are written gets each file once when it is back', async () => {
  const { schedules, reports } = desk.handlers
  const disk = newFolder()
  const away = `${disk}-away`
  chosenFolder = disk
  const before = (await reports.list(undefined)).length
  const { print } = printer
  printer.print = async () => {
    fs.renameSync(disk, away)
    return Buffer.from('%PDF-1.4')
  }
  const run = await made({ files: ['cuepoint', 'pdf'] }).finally(() => {
    printer.print = print
    chosenFolder = folder
  })
  const failure = { kind: 'folder-gone', folder: disk }
  expect(run).toMatchObject({ status: 'waiting', failure, files: [] })
  fs.renameSync(away, disk)
  await schedules.make({ id: run.schedule_id, due_at: DUE })
  const [again] = (await schedules.list(undefined)).runs
  expect(again).toMatchObject({ status: 'done', failure: null, report_id: run.report_id })
  expect(fs.readdirSync(disk).sort()).toEqual([...(again?.files ?? [])].sort())
  expect(again?.files.filter((name) => name.includes('_'))).toEqual([])
  expect(await reports.list(undefined)).toHaveLength(before + 1)
})

test('a run whose disk does not respond waits, and its files are written once, when the disk is back', async () => {
  const { schedules } = desk.handlers
  const disk = newFolder()
  const { print } = printer
  let respond = (_pdf: Buffer) => {}
  let prints = 0
  overtime = new Promise((end) => {
    printer.print = () => {
      prints++
      end()
      return new Promise<Buffer>((resolve) => {
        respond = resolve
      })
    }
  })
  chosenFolder = disk
  const failure = { kind: 'folder-gone', folder: disk }
  const run = await made({ files: ['pdf'] })
  chosenFolder = folder
  expect(run).toMatchObject({ status: 'waiting', failure, files: [] })
  const again = async () => {
    await schedules.make({ id: run.schedule_id, due_at: DUE })
    return (await schedules.list(undefined)).runs[0]
  }
  expect(await again()).toMatchObject({ status: 'waiting', failure })
  expect(prints).toBe(1)
  overtime = null
  printer.print = print
  respond(Buffer.from('%PDF-1.4'))
  await until(again, (one) => one?.status === 'done')
  expect(fs.readdirSync(disk)).toEqual((await schedules.list(undefined)).runs[0]?.files)
})

test('without the network the run waits, and writes no file with old figures', async () => {
  const before = fs.readdirSync(folder)
  await desk.handlers.app.prefer({ isOffline: true })
  const run = await made()
  await desk.handlers.app.prefer({ isOffline: false })
  expect(run).toMatchObject({ status: 'waiting', failure: { kind: 'offline' }, files: [] })
  expect(fs.readdirSync(folder)).toEqual(before)
})
