import { beforeAll, expect, test } from 'vitest'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import {
  type ArmPair,
  comparisonRequest,
  lastDay,
  pairsOf,
  testsIn,
} from '../../../../src/shared/features/ab-tests/times.ts'
import { curveOf } from '../../../../src/shared/features/player/curves/curve.ts'
import type { FrozenScreen } from '../../../../src/shared/features/reports/report.ts'
import { addDays } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'

const ZONE = 'America/Sao_Paulo'
const now = testClock.now()

let desk: ConnectedDesk
let account_id: string
let finished: ComparisonGroup[]

beforeAll(async () => {
  desk = await connectedDesk({ timezone: ZONE, service: { players: 24, now: () => now } })
  account_id = desk.account.id
  const { analytics } = desk.handlers
  await analytics.players({ account_id })
  const listed = await analytics.comparisonGroups({ account_id, timezone: ZONE })
  finished = testsIn(listed, ZONE).value.filter(({ finished_at }) => finished_at)
})

function aTest(arms: number) {
  const group = finished.find(({ players }) => players.length === arms)
  const pairs = group ? pairsOf(group) : []
  if (!group || !pairs[0]) throw new Error(`the world has no finished test of ${arms} arms`)
  return { group, pairs, pair: pairs[0], last: lastDay(group, ZONE, now) }
}

function requestOf(group: ComparisonGroup, pair: ArmPair, day: string) {
  const request = comparisonRequest(group, pair, { zone: ZONE, day })
  if (!request) throw new Error(`the test had not begun on ${day}`)
  return { ...request, account_id }
}

type Request = ReturnType<typeof requestOf>

/** Asks the service anew; the curve of each arm by its player. */
async function read(request: Request) {
  const { value } = await desk.handlers.analytics.comparisonStats({ ...request, refresh: true })
  return new Map(
    value.stats.map(({ player_id, video_duration, pitch_time, engagement }) => [
      player_id,
      curveOf(engagement.grouped_timed, { duration: video_duration, pitch_time }),
    ]),
  )
}

/** A report of a test, of this pair, in whose screen these were asked. */
function frozen(group: ComparisonGroup, pair: ArmPair, requests: readonly Request[]) {
  const [sideA, sideB] = pair
  const screen: FrozenScreen = {
    ...{ screen: 'abTests', title: group.name, account_id, period: null, comparison: null },
    ...{ player_id: null, player_ids: group.players.map(({ player_id }) => player_id) },
    ...{ group: { id: group.id, name: group.name }, filters: { sideA, sideB } },
    calls: [
      { noun: 'analytics', verb: 'players', input: { account_id } },
      { noun: 'analytics', verb: 'comparisonGroups', input: { account_id, timezone: ZONE } },
      { noun: 'abTests', verb: 'list', input: { account_id } },
      ...requests.map((input) => ({ noun: 'analytics', verb: 'comparisonStats', input })),
    ],
  }
  return desk.handlers.reports.freeze(screen)
}

/** The curves of both arms of a pair, on both sides of a comparison with today. */
async function comparedWithToday(left: string, pair: ArmPair) {
  const { curves } = await desk.handlers.reports.compare({ left, right: null })
  const players = await desk.handlers.analytics.players({ account_id })
  return pair.map((id) => {
    const name = players.value.find((player) => player.id === id)?.name
    return curves.find((curve) => curve.name === name)
  })
}

test('today’s curve of an arm is up to the newest day, although an earlier day was read since', async () => {
  const { group, pair, last } = aTest(2)
  const earlier = requestOf(group, pair, addDays(last, -1))
  const before = await read(earlier)
  const left = await frozen(group, pair, [earlier])
  const newest = await read(requestOf(group, pair, last))
  await read(earlier)
  expect(newest).not.toEqual(before)
  const curves = await comparedWithToday(left, pair)
  expect(curves.map((curve) => curve?.left)).toEqual(pair.map((id) => before.get(id)))
  expect(curves.map((curve) => curve?.right)).toEqual(pair.map((id) => newest.get(id)))
})

test('the curve of an arm is of the pair that a report is of, whichever pair was read last', async () => {
  const { group, pairs, last } = aTest(3)
  for (const pair of pairs) {
    const others = pairs.filter((one) => one !== pair)
    const requests = [pair, ...others].map((one) => requestOf(group, one, last))
    const own = await read(requestOf(group, pair, last))
    for (const request of requests.slice(1)) await read(request)
    const curves = await comparedWithToday(await frozen(group, pair, requests), pair)
    const expected = pair.map((id) => own.get(id))
    expect(curves.map((curve) => curve?.left)).toEqual(expected)
    expect(curves.map((curve) => curve?.right)).toEqual(expected)
  }
})

test('the arms of the other pairs have their curves too', async () => {
  const { group, pairs, last } = aTest(3)
  const requests = pairs.map((pair) => requestOf(group, pair, last))
  for (const request of requests) await read(request)
  const { curves } = await desk.handlers.reports.compare({
    left: await frozen(group, pairs[0] as ArmPair, requests),
    right: null,
  })
  expect(curves.filter(({ left, right }) => left && right)).toHaveLength(3)
})
