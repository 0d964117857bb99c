import { beforeAll, expect, test } from 'vitest'
import { builtTables, requestsOf } from '../../../../src/main/features/reports/requests.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import { daysOfTest, newestOf } from '../../../../src/shared/features/ab-tests/table.ts'
import {
  comparisonRequest,
  lastDay,
  pairsOf,
  testsIn,
} from '../../../../src/shared/features/ab-tests/times.ts'
import {
  dashboardRequests,
  requestsAbout,
} from '../../../../src/shared/features/analytics/requests.ts'
import { CURVES_VIEW } from '../../../../src/shared/features/player/curves/view.ts'
import { sameRequest } from '../../../../src/shared/features/reports/compare-request.ts'
import type {
  FrozenCall,
  FrozenScreen,
  ReportDocument,
} from '../../../../src/shared/features/reports/report.ts'
import { NO_MERGE_RULES } from '../../../../src/shared/features/traffic/merge-rules.ts'
import { addDays } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { periodsAt } from '../../../support/plain-reading.ts'
import { sampleReport } from '../../../support/sample-report.ts'

const ZONE = 'America/Sao_Paulo'
const now = testClock.now()
const { period, comparison } = periodsAt(ZONE, now)
let desk: ConnectedDesk
let account_id: string
let players: Player[]

beforeAll(async () => {
  desk = await connectedDesk({ timezone: ZONE, service: { players: 24, now: () => now } })
  account_id = desk.account.id
  players = (await desk.handlers.analytics.players({ account_id })).value
})

type Asked = Omit<FrozenCall, 'value'>
const of = (noun: string, verb: string, input: object = {}): Asked => ({
  ...{ noun, verb },
  input: { ...input, account_id },
})

/** The calls as a report holds them, each with the desk's answer. */
async function frozen(about: Partial<ReportDocument['about']>, calls: readonly Asked[]) {
  const document: ReportDocument = { ...sampleReport(), calls: [] }
  Object.assign(document.about, {
    ...{ account: { id: account_id, name: 'Acme', timezone: ZONE }, filters: {} },
    ...{ player: null, group: null, period: null, comparison: null },
    ...about,
  })
  for (const call of calls) {
    const verbs = desk.handlers[call.noun as 'analytics'] as unknown as Record<
      string,
      (input: unknown) => unknown
    >
    document.calls.push({ ...call, value: await verbs[call.verb]?.(call.input) })
  }
  return JSON.parse(JSON.stringify(document)) as ReportDocument
}

const asAsked = ({ name, input }: { name: string; input: object }) => of('analytics', name, input)

function aPlayer() {
  const oldest = players.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  const found = oldest.find(({ pitch_time }) => pitch_time > 0)
  if (!found) throw new Error('no player with a pitch')
  return found
}

const named = (tables: readonly { request: { table: string } }[]) =>
  tables.map(({ request }) => request.table)

test('the tables of a player that was created after the compared days are compared with none', async () => {
  const created = addDays(comparison.end, 1)
  const facts = { id: aPlayer().id, name: 'Young', duration: 60, pitch_time: 0, created }
  const comparisonsOf = async (screen: 'player' | 'traffic', days = comparison) => {
    const calls = [asAsked(requestsAbout(aPlayer(), period, ZONE).trafficStats('utm_source'))]
    const about = { screen, player: facts, period, comparison: days }
    return requestsOf(await frozen(about, calls)).flatMap((one) =>
      'comparison' in one ? [one.comparison] : [],
    )
  }
  for (const screen of ['player', 'traffic'] as const) {
    expect(new Set(await comparisonsOf(screen))).toEqual(new Set([null]))
    const later = { start: comparison.start, end: created }
    expect(await comparisonsOf(screen, later)).toContainEqual(later)
  }
})

test('a report of a player has every table of its answers, one breakdown per field', async () => {
  const player = aPlayer()
  const words = requestsAbout(player, period, ZONE)
  const document = await frozen({ player, period, comparison }, [
    of('analytics', 'players'),
    ...dashboardRequests(player, period, ZONE).map(asAsked),
    ...[words.statsByDay, words.customMetrics, words.statsByFieldByDay('country')].map(asAsked),
    asAsked(requestsAbout(player, comparison, ZONE).userEngagement),
    of('curves', 'view', { player_id: player.id }),
  ])
  const view = document.calls.find(({ noun }) => noun === 'curves')
  if (view) view.value = { ...CURVES_VIEW, trial: 60 }
  const tables = await builtTables(document)
  expect(named(tables)).toEqual([
    ...['figures', 'funnel', 'days', 'retention', 'curves', 'pitch_trial', 'timing'],
    ...['breakdown', 'breakdown', 'breakdown', 'field_days', 'marks'],
  ])
  expect(tables.every(({ table }) => table.asOf !== null)).toBe(true)
})

test('the overview of a report has the columns and the order of its screen, and the id of each player', async () => {
  const { statsByDay, stats } = requestsAbout(aPlayer(), period, ZONE)
  for (const { name, input } of [statsByDay, stats]) {
    await desk.handlers.analytics[name]({ ...input, account_id })
  }
  const document = await frozen({ screen: 'overview', period, comparison: null }, [
    of('analytics', 'players'),
    of('overview', 'read', { period, comparison: null }),
  ])
  const sort = { column: 'total_viewed', descending: false }
  const overviewTable = { columns: ['total_viewed', 'engagement_rate'], sort }
  const keysOf = async (view: ReportDocument['view']) => {
    const [built] = await builtTables({ ...document, view })
    return { keys: built?.table.columns.map(({ key }) => key), filters: built?.facts.filters }
  }
  const chosen = await keysOf({ overviewTable })
  expect(chosen.keys).toEqual(['name', 'id', 'total_viewed', 'engagement_rate'])
  expect(chosen.filters).toMatchObject({ sort: 'total_viewed', descending: false })
  // Without a choice those that the screen shows, counted as it counts.
  const usual = await keysOf({ basis: 'sessions' })
  expect(usual.keys?.slice(0, 2)).toEqual(['name', 'id'])
  expect(usual.keys).toContain('total_started_session_uniq')
  expect(usual.keys).toContain('overall_conversion_rate')
})

test('a report without answers has no tables, and an invalid query is ignored', async () => {
  const player = aPlayer()
  const document = await frozen({ player, period }, [of('analytics', 'players')])
  expect(await builtTables(document)).toEqual([])
  const wrong = { noun: 'analytics', verb: 'statsByField', value: null }
  const { start_date, end_date } = requestsAbout(player, period, ZONE).stats.input
  document.calls.push({ ...wrong, input: null }, { ...wrong, input: 'x' })
  const range = { player_id: player.id, start_date, end_date }
  document.calls.push({ ...wrong, input: { ...range, field: 7 } })
  expect(requestsOf(document).some(({ table }) => table === 'breakdown')).toBe(false)
})

test('a report of traffic has the tables of each parameter, under its own merge rules', async () => {
  const player = aPlayer()
  const words = requestsAbout(player, period, ZONE)
  const rules = { ...NO_MERGE_RULES, ignoresCase: true }
  await desk.handlers.traffic.keepRules({ account_id, rules })
  const document = await frozen({ screen: 'traffic', player, period, comparison }, [
    of('analytics', 'players'),
    asAsked(words.validUtms),
    ...['utm_source', 'utm_campaign'].map((key) => asAsked(words.trafficStats(key))),
    asAsked(words.trafficStatsByDay('utm_source')),
    asAsked(words.userEngagementByOrigin('utm_source', ['facebook', 'google'])),
    of('traffic', 'rules'),
  ])
  const tables = await builtTables(document)
  expect(tables.map(({ request }) => sameRequest(request))).toEqual([
    '["traffic_parameters"]',
    '["traffic","utm_source"]',
    '["traffic","utm_campaign"]',
    '["traffic_days","utm_source"]',
    '["traffic_retention","utm_source"]',
  ])
  expect(tables[1]?.facts.filters).toMatchObject({ ignoresCase: true, decodes: false })
})

test('a report of an A/B test has the tables of each pair of arms that was read', async () => {
  const groups = testsIn(
    await desk.handlers.analytics.comparisonGroups({ account_id, timezone: ZONE }),
    ZONE,
  )
  const group = groups.value.find((one) => one.finished_at && one.players.length === 2)
  const pair = group && pairsOf(group)[0]
  const asked =
    group && pair && comparisonRequest(group, pair, { zone: ZONE, day: lastDay(group, ZONE, now) })
  if (!group || !pair || !asked) throw new Error('the world has no finished test of two arms')
  await desk.handlers.analytics.comparisonStats({ ...asked, account_id })
  const kept = (await desk.handlers.abTests.list({ account_id }))[group.id]
  const newest = newestOf({ group, zone: ZONE }, pair, kept?.snapshots ?? [])
  if (!newest) throw new Error('nothing was kept')
  const arms = players.filter(({ id }) => pair.includes(id))
  const screen: FrozenScreen['screen'] = 'abTests'
  const document = await frozen({ screen, group: { id: group.id, name: group.name } }, [
    of('analytics', 'players'),
    of('analytics', 'comparisonGroups', { timezone: ZONE }),
    of('abTests', 'list'),
    of('analytics', 'comparisonStats', asked),
    ...arms.map((arm) => asAsked(requestsAbout(arm, daysOfTest(newest), ZONE).statsByDay)),
  ])
  const names = named(await builtTables(document))
  expect(names).toEqual([
    ...['ab_tests', 'ab_sides', 'ab_split', 'ab_time', 'ab_retention', 'ab_revenue'],
  ])
})
