import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayRun } from '../../../../src/main/features/analytics/days.ts'
import {
  type Frame,
  frameOf,
  type KnownQuota,
  planCost,
  planPlayer,
  playersInOrder,
  requestsToLookUp,
} from '../../../../src/main/features/downloads/plan.ts'
import { makeRateLimiter } from '../../../../src/main/http/rate-limiter.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { DownloadScope } from '../../../../src/shared/features/downloads/download.ts'
import { addDays, dayEndsAt, daysOf, isSettled } from '../../../../src/shared/time/period.ts'
import { virtualClock } from '../../../support/clock.ts'
import { aPlayer, idOf } from '../../../support/statistics.ts'

const ZONE = 'America/Sao_Paulo'
const NOW = Date.UTC(2026, 2, 10, 15)
const PLAYER = aPlayer()
const SCOPE: DownloadScope = {
  account_id: 'acc000000001',
  period: { start: '2026-03-04', end: '2026-03-10' },
  comparison: { start: '2026-02-25', end: '2026-03-03' },
  withPlayers: false,
  player_ids: null,
}

const frame = (change: Partial<DownloadScope> = {}, since: number | null = null) =>
  frameOf({ ...SCOPE, ...change }, { timezone: ZONE, now: NOW, since })

const run = (start: string, end: string, asOf: number, change: Partial<DayRun> = {}): DayRun => ({
  start,
  end,
  asOf,
  pitch_time: PLAYER.pitch_time,
  video_duration: PLAYER.duration,
  ...change,
})

const nothing = { runs: [], answeredAt: () => null }

type Plan = ReturnType<typeof planPlayer>

const overviewOf = ({ days, figures }: Plan) => [...days, ...figures]

const rangesOf = (planned: Plan) =>
  planned.days.flatMap(({ name, input }) =>
    name === 'statsByDay'
      ? [`${input.start_date.slice(0, 10)}..${input.end_date.slice(0, 10)}`]
      : [],
  )

test('adjacent periods share one query for their days, and each has one for its figures', () => {
  const planned = planPlayer(PLAYER, frame(), nothing)
  expect(overviewOf(planned).map(({ name }) => name)).toEqual(['statsByDay', 'stats', 'stats'])
  expect(rangesOf(planned)).toEqual(['2026-02-25..2026-03-10'])
  expect(planned.figures[0]).toEqual({
    ...requestsAbout(PLAYER, SCOPE.period, ZONE).stats,
    player_id: PLAYER.id,
  })
  expect(planned.dashboard).toEqual([])
})

test('a comparison of additive figures only needs a query for its days', () => {
  const planned = planPlayer(PLAYER, frame({ comparesDaysOnly: true, withPlayers: true }), nothing)
  expect(rangesOf(planned)).toEqual(['2026-02-25..2026-03-10'])
  const others = [...planned.first, ...planned.figures, ...planned.dashboard]
  const starts = others.map(({ input }) => (input as { start_date: string }).start_date)
  expect(starts).toEqual(others.map(() => '2026-03-04 00:00:00'))
})

test('today is requested with the days of a period that ends yesterday, and with no other period', () => {
  const none = { comparison: null }
  const before = { ...none, period: { start: '2026-03-03', end: '2026-03-09' } }
  const planned = planPlayer(PLAYER, frame(before), nothing)
  expect(rangesOf(planned)).toEqual(['2026-03-03..2026-03-10'])
  expect(planned.figures[0]?.input).toMatchObject({ end_date: '2026-03-09 23:59:59' })
  const earlier = { ...none, period: { start: '2026-03-02', end: '2026-03-08' } }
  expect(rangesOf(planPlayer(PLAYER, frame(earlier), nothing))).toEqual(['2026-03-02..2026-03-08'])
})

test('distant periods are requested separately, and periods with a short gap together', () => {
  const far = { start: '2025-03-05', end: '2025-03-11' }
  expect(rangesOf(planPlayer(PLAYER, frame({ comparison: far }), nothing))).toEqual([
    '2025-03-05..2025-03-11',
    '2026-03-04..2026-03-10',
  ])
  const near = { start: '2026-02-18', end: '2026-02-24' }
  expect(rangesOf(planPlayer(PLAYER, frame({ comparison: near }), nothing))).toEqual([
    '2026-02-18..2026-03-10',
  ])
})

test('settled days are not requested again, and unsettled days are', () => {
  const runs = [run('2026-02-25', '2026-03-08', NOW - 3_600_000)]
  const planned = planPlayer(PLAYER, frame(), { ...nothing, runs })
  // 6 March ended four days before; 7 March has not settled.
  expect(rangesOf(planned)).toEqual(['2026-03-07..2026-03-10'])
  expect(planned.settledDays).toBe(10)
})

test('days that were read before they settled are requested again', () => {
  const runs = [run('2026-02-25', '2026-03-08', Date.UTC(2026, 2, 2))]
  expect(rangesOf(planPlayer(PLAYER, frame(), { ...nothing, runs }))).toEqual([
    '2026-02-26..2026-03-10',
  ])
})

test('days read with another pitch or length are requested again', () => {
  for (const change of [{ pitch_time: 1 }, { video_duration: 1 }]) {
    const runs = [run('2026-02-25', '2026-03-06', NOW, change)]
    expect(rangesOf(planPlayer(PLAYER, frame(), { ...nothing, runs }))).toEqual([
      '2026-02-25..2026-03-10',
    ])
  }
})

test('days before the player existed are not requested, nor are figures of such a period', () => {
  const young = aPlayer({ created_at: '2026-03-06 02:30:00' })
  const planned = planPlayer(young, frame(), nothing)
  // 23:30 of 5 March in São Paulo.
  expect(rangesOf(planned)).toEqual(['2026-03-05..2026-03-10'])
  expect(overviewOf(planned).map(({ name }) => name)).toEqual(['statsByDay', 'stats'])
})

test('future days are not requested', () => {
  const period = { start: '2026-03-09', end: '2026-03-15' }
  expect(rangesOf(planPlayer(PLAYER, frame({ period, comparison: null }), nothing))).toEqual([
    '2026-03-09..2026-03-10',
  ])
})

test('stored figures of a settled period are not requested again', () => {
  const period = { start: '2026-02-01', end: '2026-02-10' }
  const settled = frame({ period, comparison: null })
  expect(requestsToLookUp(PLAYER, settled, NOW)).toHaveLength(1)
  const planned = planPlayer(PLAYER, settled, { runs: [], answeredAt: () => NOW - 1 })
  expect(overviewOf(planned).map(({ name }) => name)).toEqual(['statsByDay'])
  const early = planPlayer(PLAYER, settled, { runs: [], answeredAt: () => Date.UTC(2026, 1, 11) })
  expect(overviewOf(early).map(({ name }) => name)).toEqual(['statsByDay', 'stats'])
})

test('a resumed download does not request what was answered since it began', () => {
  const since = NOW - 60_000
  const resumed = frame({}, since)
  const runs = [run('2026-02-25', '2026-03-10', since + 1)]
  const planned = planPlayer(PLAYER, resumed, { runs, answeredAt: () => since + 1 })
  expect(overviewOf(planned)).toEqual([])
  const before = planPlayer(PLAYER, resumed, { runs, answeredAt: () => since - 1 })
  // The comparison had settled by then; the period had not.
  expect(overviewOf(before)).toEqual([
    { ...requestsAbout(PLAYER, SCOPE.period, ZONE).stats, player_id: PLAYER.id },
  ])
})

test('dashboards are requested for both periods, their retention first and the figures only once', () => {
  const planned = planPlayer(PLAYER, frame({ withPlayers: true }), nothing)
  expect(overviewOf(planned).map(({ name }) => name)).toEqual(['statsByDay', 'stats', 'stats'])
  expect(planned.first.map(({ name }) => name)).toEqual(['userEngagement', 'userEngagement'])
  expect(planned.dashboard).toHaveLength(12)
})

test('the custom metrics, and the countries by day, of a dashboard are requested for its period alone', () => {
  const planned = planPlayer(PLAYER, frame({ withPlayers: true }), nothing)
  const { customMetrics, statsByFieldByDay } = requestsAbout(PLAYER, SCOPE.period, ZONE)
  const { name } = customMetrics
  const own = planned.dashboard.filter((one) => [name, 'statsByFieldByDay'].includes(one.name))
  expect(own).toEqual(
    [customMetrics, statsByFieldByDay('country')].map((one) => ({ ...one, player_id: PLAYER.id })),
  )
})

test('traffic is requested only when chosen, with the three queries per period that its screen uses', () => {
  const traffic = ['validUtms', 'trafficStats', 'trafficStatsByDay']
  const names = (change: object) => {
    const planned = planPlayer(PLAYER, frame(change), nothing)
    return [...overviewOf(planned), ...planned.dashboard].map(({ name }) => name)
  }
  expect(names({ withPlayers: true }).filter((name) => traffic.includes(name))).toEqual([])
  expect(names({ withTraffic: true }).filter((name) => traffic.includes(name))).toEqual([
    ...traffic,
    ...traffic,
  ])
  const { dashboard } = planPlayer(PLAYER, frame({ withTraffic: true }), nothing)
  const { input } = requestsAbout(PLAYER, SCOPE.period, ZONE).trafficStatsByDay('utm_source')
  expect(dashboard).toContainEqual({ name: 'trafficStatsByDay', input, player_id: PLAYER.id })
})

test('players come by rank, then the newest first', () => {
  const players = [1, 2, 3].map((number) =>
    aPlayer({ id: idOf(number), created_at: `2026-01-0${number} 00:00:00` }),
  )
  const ids = (found: { id: string }[]) => found.map(({ id }) => id)
  expect(ids(playersInOrder(players, SCOPE))).toEqual([idOf(3), idOf(2), idOf(1)])
  const named = { ...SCOPE, player_ids: [idOf(1), idOf(2)] }
  const rank = (id: string) => (id === idOf(1) ? 9 : 0)
  expect(ids(playersInOrder(players, named, rank))).toEqual([idOf(1), idOf(2)])
})

test('no settled day is requested and every other day is, whatever is stored', () => {
  const dayAt = (index: number) => addDays('2026-02-25', index)
  const stored = fc.array(
    fc.record({ from: fc.nat(13), length: fc.integer({ min: 1, max: 4 }), age: fc.nat(12) }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(stored, (parts) => {
      const taken = new Set<string>()
      const runs = parts.flatMap(({ from, length, age }) => {
        const days = daysOf({ start: dayAt(from), end: dayAt(from + length - 1) })
        const free = days.filter((day) => !taken.has(day))
        for (const day of free) taken.add(day)
        return free.map((day) => run(day, day, NOW - age * 86_400_000))
      })
      const asked = rangesOf(planPlayer(PLAYER, frame(), { ...nothing, runs })).flatMap((range) => {
        const [start = '', end = ''] = range.split('..')
        return daysOf({ start, end })
      })
      const isFinal = (day: string) =>
        runs.some(({ start, asOf }) => start === day && isSettled(day, ZONE, asOf))
      const wanted = daysOf({ start: '2026-02-25', end: '2026-03-10' })
      expect(asked).toEqual(wanted.filter((day) => !isFinal(day)))
    }),
  )
})

test('the plan and the model agree on when a day is settled', () => {
  const { isSettled: settles }: Frame = frame()
  const edge = dayEndsAt('2026-03-08', ZONE)
  for (const asOf of [edge - 1, edge, edge + 1]) {
    expect(settles('2026-03-05', asOf)).toBe(isSettled('2026-03-05', ZONE, asOf))
  }
})

test('days and figures dated in the future are requested', () => {
  const asOf = NOW + 10 * 86_400_000
  const stored = { runs: [run('2026-02-25', '2026-03-10', asOf)], answeredAt: () => asOf }
  const planned = planPlayer(PLAYER, frame(), stored)
  expect(rangesOf(planned)).toEqual(['2026-02-25..2026-03-10'])
  expect(planned.figures).toHaveLength(2)
})

const planned = {
  players: 100,
  settledDays: 4,
  idleRequests: 0,
  requests: Array.from(
    { length: 300 },
    () => ({ name: 'players', input: {}, player_id: null }) as const,
  ),
}

test('the cost counts queries by the learned ratio, and minutes by the limits of the plan or by the answers', () => {
  const ofQueries = { metric: 'queries', intervalSeconds: 60, limit: 60 } as const
  const minute = { ...ofQueries, remaining: 40, endsAt: NOW + 30_000 }
  const costing = (cost: number, windows: KnownQuota['windows']) =>
    planCost(planned, { costOf: () => cost, windows }, NOW)
  // 40 now, then 60 at 30 s, 90 s, 150 s, 210 s and the last 20 at 270 s.
  const cost = costing(1, [minute])
  expect(cost).toMatchObject({ requests: 300, queries: 300, seconds: 270, settledDays: 4 })
  expect(costing(1.5, [minute]).queries).toBe(450)
  expect(planCost(planned, null, NOW)).toMatchObject({ seconds: null, queries: 300, windows: [] })
  // Without limits: six at once, each answered in 0.3 s.
  expect(costing(1, []).seconds).toBe(15)
  const day = { ...ofQueries, intervalSeconds: 86_400, limit: 10_000 }
  expect(costing(1, [{ ...day, remaining: 9000, endsAt: NOW + 1 }]).seconds).toBe(15)
  // Its bytes: 500 now, then 1000 at 30 s, 90 s and the last 500 at 150 s.
  const bytes = { ...minute, metric: 'read_bytes', remaining: 500, limit: 1000 } as const
  expect(costing(10, [bytes])).toMatchObject({ seconds: 150, windows: [{ isShort: true }] })
  expect(costing(1, [bytes])).toMatchObject({ seconds: 15, windows: [{ isShort: false }] })
})

test('a download is said to take until the day’s limit of data resets, as its requests wait for it', () => {
  const limiter = makeRateLimiter({ clock: virtualClock(NOW) })
  const endsAt = NOW + 82_800_000
  const day = {
    interval_seconds: 86_400,
    interval_starts_at: new Date(endsAt - 86_400_000).toISOString(),
    interval_ends_at: new Date(endsAt).toISOString(),
    queries: { used: 10, limit: 100_000, remaining: 99_990 },
    read_bytes: { used: 5e9, limit: 5e9, remaining: 0 },
  }
  limiter.learn({ quotas: [day] }, NOW)
  const wanted = { what: 'players', priority: 'background', waiting: 300 } as const
  expect(Math.floor(limiter.readyAt(wanted) / 1000)).toBe(82_800)
  const plan = planCost(planned, { ...limiter, windows: limiter.windows() }, NOW)
  expect(plan.seconds).toBe(82_800)
})
