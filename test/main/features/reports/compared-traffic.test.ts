import { beforeAll, expect, test } from 'vitest'
import { curvesOfBoth } from '../../../../src/main/features/reports/compared-curves.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import type { TrafficDayStatistics } from '../../../../src/shared/api/traffic.ts'
import type { Answer } from '../../../../src/shared/features/analytics/answer.ts'
import {
  requestsAbout,
  trafficRequests,
} from '../../../../src/shared/features/analytics/requests.ts'
import { countsOf } from '../../../../src/shared/features/reports/compare.ts'
import type { ReportComparison } from '../../../../src/shared/features/reports/comparison.ts'
import type {
  FrozenScreen,
  ReportDocument,
} from '../../../../src/shared/features/reports/report.ts'
import {
  mostPlayed,
  sortedValues,
  valueCurves,
} from '../../../../src/shared/features/traffic/traffic-retention.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { documentsOf } from '../../../support/frozen-document.ts'
import { pitchedPlayer } from '../../../support/pick.ts'
import { periodsAt } from '../../../support/plain-reading.ts'

const ZONE = 'America/Sao_Paulo'
const SOURCE = 'utm_source'
const now = testClock.now()
const { period } = periodsAt(ZONE, now)

let desk: ConnectedDesk
let player: Player
let values: string[]
let left: string
let document: ReportDocument

beforeAll(async () => {
  desk = await connectedDesk({ timezone: ZONE, service: { players: 4, days: 60, now: () => now } })
  const account_id = desk.account.id
  const { analytics } = desk.handlers
  const players = await analytics.players({ account_id })
  player = players.value.find(({ id }) => id === pitchedPlayer(desk.service).id) as Player
  const words = requestsAbout(player, period, ZONE)
  const first = trafficRequests(player, period, ZONE)
  const stats = await analytics.trafficStats({ ...words.trafficStats(SOURCE).input, account_id })
  values = sortedValues(mostPlayed(stats.value))
  const asked = [...first, words.userEngagementByOrigin(SOURCE, values)]
  const calls = asked.map(({ name, input }) => ({
    ...{ noun: 'analytics', verb: name, input: { ...input, account_id } },
  }))
  for (const { verb, input } of calls) {
    await (analytics as unknown as Record<string, (given: object) => unknown>)[verb]?.(input)
  }
  const screen: FrozenScreen = {
    ...{ screen: 'traffic', title: player.name, account_id, group: null, filters: {} },
    ...{ player_id: player.id, player_ids: [player.id], period, comparison: null },
    calls: [
      { noun: 'analytics', verb: 'players', input: { account_id } },
      ...calls,
      { noun: 'annotations', verb: 'list', input: { account_id } },
    ],
  }
  left = await desk.handlers.reports.freeze(screen)
  document = await documentsOf(desk).read(left)
})

const origins = ({ calls }: ReportDocument) =>
  calls.filter(({ verb }) => verb === 'userEngagementByOrigin')

/** The report with another answer about the values, as asked at the same time or later. */
function answered(change: (answer: Answer<Parameters<typeof valueCurves>[0]>) => void) {
  const other = structuredClone(document)
  for (const call of origins(other)) change(call.value as Parameters<typeof change>[0])
  return other
}

const curves = (right: ReportDocument) => curvesOfBoth({ left: document, right }, String)

test('a traffic report compared with today has both curves of each value, as its screen draws them', async () => {
  const asked = desk.service.log.length
  const comparison: ReportComparison = await desk.handlers.reports.compare({ left, right: null })
  expect(values.length).toBeGreaterThan(1)
  expect(comparison.curves.map(({ name, query_key }) => [query_key, name])).toEqual(
    values.map((value) => [SOURCE, value]),
  )
  const [call] = origins(document)
  if (!call) throw new Error('no answer')
  const { value } = call.value as Answer<Parameters<typeof valueCurves>[0]>
  const shown = valueCurves(value, values, player).map(({ curve }) => curve)
  expect(comparison.curves.map((one) => one.left?.reached)).toEqual(shown)
  expect(comparison.curves.map((one) => one.right)).toEqual(
    comparison.curves.map((one) => one.left),
  )
  expect(comparison.curves[0]?.left?.pitch).toBe(player.pitch_time)
  expect(comparison.request).toEqual([])
  expect(desk.service.log.length).toBe(asked)
})

/** A report whose by-day rows are of sixty values on one day, the least played of which has this many plays. */
async function ofSixtyValues(plays: number) {
  const other = structuredClone(document)
  for (const call of other.calls.filter(({ verb }) => verb === 'trafficStatsByDay')) {
    const answer = call.value as Answer<TrafficDayStatistics[]>
    const [row] = answer.value
    if (!row) throw new Error('no row')
    answer.value = Array.from({ length: 60 }, (_, place) => ({
      ...row,
      grouped_field: `ad ${place}`,
      total_started: place === 59 ? plays : 1000 - place,
    }))
  }
  return documentsOf(desk).take(other)
}

test('a value that is among the most played of one report alone is compared with itself', async () => {
  const [few, many] = [await ofSixtyValues(1), await ofSixtyValues(2000)]
  for (const [one, other] of [
    [few, many],
    [many, few],
  ] as const) {
    const { tables } = await desk.handlers.reports.compare({ left: one, right: other })
    const compared = tables.find(({ name }) => name === 'traffic_days')?.compared
    if (!compared) throw new Error('no days')
    expect(countsOf(compared)).toMatchObject({ changed: 1, left: 0, right: 0 })
  }
})

test('an annotation written after the report is listed in the comparison with today', async () => {
  const fields = { player_id: player.id, period, text: 'New source', tags: [] }
  await desk.handlers.annotations.add({ account_id: desk.account.id, fields })
  const { request } = await desk.handlers.reports.compare({ left, right: null })
  expect(request).toMatchObject([
    { what: 'annotation', left: null, right: { text: 'New source', period } },
  ])
})

test('definitions worded differently when the report was made are listed in the comparison', async () => {
  const other = structuredClone(document)
  const [key = ''] = Object.keys(other.definitions)
  const words = { en: 'Counted otherwise', 'pt-BR': 'Contado de outro modo' }
  other.definitions = { ...other.definitions, [key]: words }
  const older = await documentsOf(desk).take(other)
  const { request } = await desk.handlers.reports.compare({ left: older, right: null })
  expect(request.filter(({ what }) => what === 'definition')).toEqual([
    { what: 'definition', key, left: words, right: document.definitions[key] },
  ])
})

test('a value without visitors, or missing from the response, has a curve on one side only', () => {
  const [gone = '', empty = ''] = values
  const right = answered((answer) => {
    answer.value = answer.value
      .filter(({ grouped_key }) => grouped_key !== gone)
      .map((group) => (group.grouped_key === empty ? { ...group, grouped_values: [] } : group))
  })
  const lacking = curves(right).filter((one) => one.right === null)
  expect(lacking.map(({ name }) => name)).toEqual([gone, empty])
  expect(lacking.every((one) => one.left !== null)).toBe(true)
})

test('of two answers about a value the newest is used, and none about other days or players', () => {
  const right = answered((answer) => {
    answer.asOf += 1000
    answer.value = answer.value.map((group) => ({
      ...group,
      grouped_values: [{ timed: 3, total_users: 7 }],
    }))
  })
  const [own] = origins(document)
  const [newer] = origins(right)
  if (!own || !newer) throw new Error('no answer')
  const [value = ''] = values
  const input = { ...(newer.input as object), values: [value] }
  const other = { ...(newer.input as object), start_date: '2020-01-01', values: ['elsewhere'] }
  right.calls = [
    ...right.calls.filter((call) => call !== newer),
    { ...newer, input },
    { ...newer, input: other },
    own,
  ]
  const found = curves(right)
  expect(found.map(({ name }) => name)).toEqual(values)
  expect(found.find(({ name }) => name === value)?.right?.reached[0]).toBe(7)
  expect(found[1]?.right).toEqual(found[1]?.left)
})
