import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makePresent } from '../../../../src/main/features/reports/present.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import type { DayStatistics } from '../../../../src/shared/api/statistics.ts'
import type { AppError } from '../../../../src/shared/failure.ts'
import type { Answer } from '../../../../src/shared/features/analytics/answer.ts'
import {
  dashboardRequests,
  requestsAbout,
} from '../../../../src/shared/features/analytics/requests.ts'
import { countsOf } from '../../../../src/shared/features/reports/compare.ts'
import type { ReportComparison } from '../../../../src/shared/features/reports/comparison.ts'
import type {
  FrozenScreen,
  ReportDocument,
} from '../../../../src/shared/features/reports/report.ts'
import { title } from '../../../../src/shared/tables/titles.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { openDesk } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { documentsOf } from '../../../support/frozen-document.ts'
import { pitchedPlayer } from '../../../support/pick.ts'
import { periodsAt } from '../../../support/plain-reading.ts'

const ZONE = 'America/Sao_Paulo'
const now = testClock.now()
const { period, comparison } = periodsAt(ZONE, now)

let desk: ConnectedDesk
let player: Player
let left: string
let document: ReportDocument

beforeAll(async () => {
  desk = await connectedDesk({ timezone: ZONE, service: { players: 4, days: 60, now: () => now } })
  await desk.download({ period, comparison, withPlayers: true })
  const account_id = desk.account.id
  const players = await desk.handlers.analytics.players({ account_id })
  player = players.value.find(({ id }) => id === pitchedPlayer(desk.service).id) as Player
  const asked = [
    ...dashboardRequests(player, period, ZONE),
    requestsAbout(player, period, ZONE).statsByDay,
  ].map(({ name, input }) => ({ noun: 'analytics', verb: name, input: { ...input, account_id } }))
  const screen: FrozenScreen = {
    ...{ screen: 'player', title: player.name, account_id, group: null, filters: {} },
    ...{ player_id: player.id, player_ids: [player.id], period, comparison },
    calls: [{ noun: 'analytics', verb: 'players', input: { account_id } }, ...asked],
  }
  left = await desk.handlers.reports.freeze(screen)
  document = await documentsOf(desk).read(left)
})

/** Another report as somebody sends it, taken into a desk's library. */
const taken = (other: ReportDocument, by: Pick<ConnectedDesk, 'handlers' | 'folder'> = desk) =>
  documentsOf(by).take(other)

const tableOf = ({ tables }: ReportComparison, name: string) => {
  const found = tables.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

/** The same report when some days had become others. */
function withDays(change: (day: DayStatistics, at: number) => Partial<DayStatistics>) {
  const other = structuredClone(document)
  for (const call of other.calls.filter(({ verb }) => verb === 'statsByDay')) {
    const answer = call.value as Answer<DayStatistics[]>
    answer.value = answer.value.map((day, at) => ({ ...day, ...change(day, at) }))
  }
  return other
}

test('a report compared with the unchanged desk has no difference, and sends no request', async () => {
  const asked = desk.service.log.length
  const comparison = await desk.handlers.reports.compare({ left, right: null })
  expect(comparison.right.id).toBeNull()
  expect(comparison.request).toEqual([])
  expect(comparison.unpaired).toEqual({ left: [], right: [] })
  expect(comparison.tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['funnel', 'days', 'retention', 'timing', 'breakdown']),
  )
  for (const { name, compared } of comparison.tables) {
    const { rows, ...counts } = countsOf(compared)
    expect([name, rows > 0]).toEqual([name, true])
    expect(counts).toEqual({ changed: 0, left: 0, right: 0 })
  }
  const [curve] = comparison.curves
  expect(curve?.left?.reached.length).toBe(player.duration + 1)
  expect(curve?.right).toEqual(curve?.left)
  expect(desk.service.log.length).toBe(asked)
})

test('a settled day with another figure is restated, and an unsettled one has grown', async () => {
  const last = withDays(() => ({})).calls.find(({ verb }) => verb === 'statsByDay')
  const days = (last?.value as Answer<DayStatistics[]> | undefined)?.value ?? []
  const [first, newest] = [days[0]?.date_key, days.at(-1)?.date_key]
  const right = await taken(
    withDays(({ date_key, total_started, total_conversions }) => {
      if (date_key === first) return { total_started: total_started + 5 }
      return date_key === newest ? { total_conversions: total_conversions + 1 } : {}
    }),
  )
  const { compared } = tableOf(await desk.handlers.reports.compare({ left, right }), 'days')
  const changed = compared.rows.filter(({ changes }) => changes.length > 0)
  expect(changed.map(({ left: cells, day }) => [cells?.[0], day])).toEqual([
    [first, 'restated'],
    [newest, 'grew'],
  ])
  const started = compared.columns.findIndex(({ key }) => key === 'total_started')
  expect(changed[0]?.changes).toEqual([{ column: started, by: 5 }])
  expect(compared.totals?.changes).toContainEqual({ column: started, by: 5 })
})

test('tables that only one of two reports has are named', async () => {
  const other = structuredClone(document)
  other.calls = other.calls.filter(({ verb }) => verb !== 'statsByDay' && verb !== 'userEngagement')
  const comparison = await desk.handlers.reports.compare({ left, right: await taken(other) })
  expect(comparison.unpaired.left.map(({ name }) => name)).toEqual(['days', 'retention'])
  expect(comparison.unpaired.right).toEqual([])
  expect(comparison.curves[0]?.left).not.toBeNull()
  expect(comparison.curves[0]?.right).toBeNull()
})

/** The report of the overview, and the same with other columns in this order. */
async function overviews(sort: { column: string; descending: boolean }) {
  const account_id = desk.account.id
  const id = await desk.handlers.reports.freeze({
    ...{ screen: 'overview', title: 'All', account_id, group: null, filters: {} },
    ...{ player_id: null, player_ids: [], period, comparison },
    calls: [
      { noun: 'analytics', verb: 'players', input: { account_id } },
      { noun: 'overview', verb: 'read', input: { account_id, period, comparison } },
    ],
  })
  const other = structuredClone(await documentsOf(desk).read(id))
  other.view['overviewTable'] = { columns: ['name', 'total_viewed'], sort }
  return { id, other }
}

test('an overview with other columns differs in no row, since both tables have the columns of both', async () => {
  const { id, other } = await overviews({ column: 'total_viewed', descending: true })
  const found = await desk.handlers.reports.compare({ left: id, right: await taken(other) })
  const { compared } = tableOf(found, 'overview')
  expect(countsOf(compared)).toMatchObject({ changed: 0, left: 0, right: 0 })
  expect(compared.columns.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['total_conversions', 'total_viewed']),
  )
})

test('a report without the other one’s comparison differs in no row, since neither table has it', async () => {
  const { id, other: overview } = await overviews({ column: 'name', descending: false })
  for (const [compared, other] of [
    [left, structuredClone(document)],
    [id, overview],
  ] as const) {
    other.about.comparison = null
    const right = await taken(other)
    const found = await desk.handlers.reports.compare({ left: compared, right })
    const { tables, request, unpaired } = found
    expect(request).toContainEqual({ what: 'comparison', left: comparison, right: null })
    expect(unpaired).toEqual({ left: [], right: [] })
    for (const { name, compared } of tables) {
      expect([name, countsOf(compared)]).toMatchObject([name, { changed: 0, left: 0, right: 0 }])
    }
  }
})

test('on a desk without the account two reports are compared, and one with today is refused by name', async () => {
  const folder = newFolder()
  const other = openDesk(folder)
  const desks = { handlers: other.handlers, folder }
  const [one, two] = [
    await taken(document, desks),
    await taken(
      withDays(() => ({ total_viewed: 1 })),
      desks,
    ),
  ]
  const { compared } = tableOf(
    await other.handlers.reports.compare({ left: one, right: two }),
    'days',
  )
  expect(countsOf(compared).changed).toBe(compared.rows.length)
  const refused = other.handlers.reports.compare({ left: one, right: null })
  await expect(refused).rejects.toSatisfy((thrown: AppError) => {
    expect(thrown.failure).toEqual({ kind: 'report-account', name: 'Acme' })
    return true
  })
})

test('the differences of a table are exported, with both reports in the facts', async () => {
  const right = await taken(
    withDays(({ total_started }, at) => (at === 2 ? { total_started: total_started + 7 } : {})),
  )
  const { id } = tableOf(await desk.handlers.reports.compare({ left, right }), 'days')
  const name = await desk.handlers.reports.saveDifferences({
    ...{ left, right, table: id, isOnlyChanged: true },
    ...{ flavour: 'machine', language: 'en' },
  })
  const place = path.join(desk.folder, name ?? '')
  const [head, row, ...rest] = fs.readFileSync(place, 'utf8').trim().split('\r\n')
  expect(rest).toEqual([])
  const at = head?.split(',').indexOf('total_started__difference') ?? -1
  expect(row?.split(',')[at]).toBe('7')
  const about = JSON.parse(fs.readFileSync(place.replace('.csv', '.about.json'), 'utf8')) as {
    rows: number
    filters: Record<string, unknown>
  }
  expect(about.rows).toBe(1)
  expect(about.filters['leftReport']).toContain(player.name)
  expect(about.filters['rightReport']).toContain(new Date(document.about.madeAt).toISOString())
})

test('the file of the differences has the decimals and separator of the system', async () => {
  const { id } = tableOf(await desk.handlers.reports.compare({ left, right: left }), 'days')
  const name = await desk.handlers.reports.saveDifferences({
    ...{ left, right: left, table: id, isOnlyChanged: false },
    ...{ flavour: 'spreadsheet', language: 'pt-BR' },
  })
  const [head] = fs.readFileSync(path.join(desk.folder, name ?? ''), 'utf8').split('\r\n')
  expect(head).toContain('Dia,')
  expect(head).not.toContain(';')
})

test('the file of the differences says in words how each side is sorted', async () => {
  const { id: first, other } = await overviews({ column: 'name', descending: false })
  const right = await taken(other)
  const { id } = tableOf(await desk.handlers.reports.compare({ left: first, right }), 'overview')
  const save = { left: first, right, table: id, isOnlyChanged: true, language: 'pt-BR' } as const
  const saved = async (flavour: 'spreadsheet' | 'machine') => {
    const name = (await desk.handlers.reports.saveDifferences({ ...save, flavour })) ?? ''
    const file = flavour === 'machine' ? name.replace('.csv', '.about.json') : name
    return fs.readFileSync(path.join(desk.folder, file), 'utf8')
  }
  const text = await saved('spreadsheet')
  expect(text).toContain(`${title('total_conversions', 'pt-BR')} / ${title('name', 'pt-BR')}`)
  expect(text).toContain('sim / não')
  expect(JSON.parse(await saved('machine'))).toMatchObject({
    filters: { sort: 'total_conversions / name', descending: 'true / false' },
  })
})

test('the file of the differences names what only one side has', async () => {
  const other = structuredClone(document)
  const { about } = other
  const hour = 3_600_000
  other.about = { ...about, account: { ...about.account, name: 'Client B' }, comparison: null }
  for (const call of other.calls.filter(({ noun }) => noun === 'analytics')) {
    const answer = call.value as Answer<unknown>
    call.value = { ...answer, asOf: answer.asOf - hour }
  }
  const right = await taken(other)
  const { id, asOf } = tableOf(await desk.handlers.reports.compare({ left, right }), 'funnel')
  const name = await desk.handlers.reports.saveDifferences({
    ...{ left, right, table: id, isOnlyChanged: false },
    ...{ flavour: 'machine', language: 'en' },
  })
  const place = path.join(desk.folder, (name ?? '').replace('.csv', '.about.json'))
  const facts = JSON.parse(fs.readFileSync(place, 'utf8')) as {
    filters: Record<string, string>
    as_of: string
  }
  expect(facts).toMatchObject({
    account: 'Acme / Client B',
    timezone: ZONE,
    period,
    player: { id: player.id },
  })
  expect(facts).toMatchObject({ comparison: null, as_of: new Date(asOf.right ?? 0).toISOString() })
  const { leftReport, rightReport } = facts.filters
  const days = `${period.start}..${period.end} · ${ZONE}`
  expect(leftReport).toContain(
    ` · Acme · ${player.name} · ${days} · As of (UTC) ${new Date(asOf.left ?? 0).toISOString()}`,
  )
  expect(rightReport).toContain(
    ` · Client B · ${player.name} · ${days} · As of (UTC) ${facts.as_of}`,
  )
})

/** The screens that are frozen for a comparison with today, when this has changed since the report. */
async function frozenToday(change: (today: ReportDocument) => void) {
  const screens: FrozenScreen[] = []
  const present = makePresent({
    accounts: () => [{ id: desk.account.id }],
    freeze: async (screen) => {
      screens.push(screen)
      const today = structuredClone(document)
      change(today)
      return today
    },
  })
  await present(document)
  return screens
}

const inputsOf = (screen: FrozenScreen | undefined, name: string) =>
  (screen?.calls ?? [])
    .filter(({ verb }) => verb === name)
    .map(({ input }) => input as { pitch_time: number; timezone: string })

test('a report is compared by its own pitch, although the pitch has changed since', async () => {
  const screens = await frozenToday((today) => {
    for (const call of today.calls.filter(({ verb }) => verb === 'players')) {
      const answer = call.value as Answer<Player[]>
      answer.value = answer.value.map((one) => ({ ...one, pitch_time: 1 }))
    }
  })
  const wordings = (screen: FrozenScreen | undefined) =>
    inputsOf(screen, 'statsByDay').map(({ pitch_time }) => pitch_time)
  const old = player.pitch_time
  expect(new Set(wordings(screens[0]))).toEqual(new Set([old]))
  expect(new Set(wordings(screens[1]))).toEqual(new Set([old, 1]))
  expect(screens[1]?.player_ids).toEqual([player.id])
})

test('a report is compared in the zone that its account has now', async () => {
  const screens = await frozenToday((today) => {
    today.about.account.timezone = 'Europe/Lisbon'
    // What was read in the zone of before may be gone.
    today.calls = today.calls.filter(({ verb }) => verb !== 'statsByField')
  })
  const zones = (name: string) =>
    new Set(inputsOf(screens.at(-1), name).map(({ timezone }) => timezone))
  for (const name of ['statsByDay', 'statsByField', 'userEngagement']) {
    expect([name, zones(name)]).toEqual([name, new Set([ZONE, 'Europe/Lisbon'])])
  }
})
