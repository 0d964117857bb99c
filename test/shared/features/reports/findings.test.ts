import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADDITIVE, type Statistics } from '../../../../src/shared/api/statistics.ts'
import type { OverviewRow } from '../../../../src/shared/features/overview/overview.ts'
import {
  accountFindings,
  type Finding,
  type PlayerFigures,
  playerFindings,
} from '../../../../src/shared/features/reports/findings.ts'
import { FEWEST_EVENTS, FEWEST_PLAYS } from '../../../../src/shared/tables/change.ts'
import { anOverview, aPlayer, aStatistics, idOf } from '../../../support/statistics.ts'

const NOTHING: PlayerFigures = {
  player: { duration: 600, pitch_time: 300 },
  ...{ stats: null, before: null, engagement: null, days: null, seconds: null },
  deadBand: 5,
}
const only = (change: Partial<Statistics>) =>
  aStatistics({ total_amount_usd: 0, total_amount_brl: 0, total_amount_eur: 0, ...change })
const engaged = (left: Record<number, number>) => ({
  grouped_timed: Object.entries(left).map(([timed, total_users]) => ({
    timed: Number(timed),
    total_users,
  })),
  average_watched_time: 1,
  engagement_rate: 1,
})
const sold = (timed: number, timed_conversions: number) => ({
  ...{ timed, timed_conversions, cumulative_conversions: 0 },
  ...{ timed_amount_usd: 0, cumulative_amount_usd: 0, timed_amount_brl: 0 },
  ...{ cumulative_amount_brl: 0, timed_amount_eur: 0, cumulative_amount_eur: 0 },
})
const kinds = (figures: Partial<PlayerFigures>) =>
  playerFindings({ ...NOTHING, ...figures }).map(({ kind }) => kind)

test('a report without answers has no findings', () => {
  expect(playerFindings(NOTHING)).toEqual([])
  expect(accountFindings(anOverview([]), 5)).toEqual([])
})

test('revenue is stated with its change, the number of sales and both amounts', () => {
  const stats = only({ total_amount_brl: 8_431_200, total_conversions: 286 })
  const before = only({ total_amount_brl: 7_190_500, total_conversions: 248 })
  expect(playerFindings({ ...NOTHING, stats, before })[0]).toEqual({
    kind: 'revenue',
    currency: 'brl',
    direction: 'up',
    percent: 17.25,
    now: 8_431_200,
    before: 7_190_500,
    sales: 286,
    salesBefore: 248,
  })
})

test('a change within the user’s threshold is steady, and there is no change without other days', () => {
  const stats = only({ total_amount_usd: 104, total_conversions: 40 })
  const before = only({ total_amount_usd: 100, total_conversions: 40 })
  const first = (figures: Partial<PlayerFigures>) => playerFindings({ ...NOTHING, ...figures })[0]
  expect(first({ stats, before })).toMatchObject({ direction: 'steady' })
  expect(first({ stats, before, deadBand: 1 })).toMatchObject({ direction: 'up', percent: 4 })
  expect(first({ stats })).toMatchObject({ direction: 'alone', percent: null, before: null })
})

test('a change that would be shown as 0% is steady, whatever the threshold', () => {
  const stats = only({ total_amount_usd: 99_960, total_conversions: 9_999 })
  const before = only({ total_amount_usd: 100_000, total_conversions: 10_000 })
  const first = (now: Statistics, then: Statistics) =>
    playerFindings({ ...NOTHING, stats: now, before: then, deadBand: 0 })[0]
  expect(first(stats, before)).toMatchObject({ kind: 'revenue', direction: 'steady' })
  expect(first(before, before)).toMatchObject({ direction: 'steady' })
  expect(first(only({ ...stats, total_amount_usd: 99_900 }), before)).toMatchObject({
    ...{ direction: 'down', percent: -0.1 },
  })
  const rows = [row(1, sales(9_999), sales(10_000)), row(2, sales(40), sales(40))]
  const found = accountFindings(anOverview(rows), 0)
  expect(found[0]).toMatchObject({ kind: 'revenue', direction: 'steady' })
  expect(found.map(({ kind }) => kind)).not.toContain('mover')
})

test('two currencies are never summed: the sales are stated instead', () => {
  const stats = only({ total_amount_usd: 500, total_amount_brl: 900, total_conversions: 60 })
  expect(playerFindings({ ...NOTHING, stats })[0]).toMatchObject({ kind: 'sales', now: 60 })
  // One that sold only before counts too: against it nothing can be compared.
  const before = only({ total_amount_eur: 10, total_conversions: 50 })
  const now = only({ total_amount_usd: 500, total_conversions: 60 })
  expect(playerFindings({ ...NOTHING, stats: now, before })[0]).toMatchObject({ kind: 'sales' })
})

test('the share that reaches the pitch is stated with the largest loss before it', () => {
  const engagement = engaged({ 10: 300, 100: 50, 290: 20, 310: 230, 600: 400 })
  expect(playerFindings({ ...NOTHING, engagement })).toEqual([
    {
      kind: 'pitch',
      second: 300,
      reached: 630,
      sessions: 1000,
      percent: 63,
      drop: { start: 0, end: 15, sessions: 300, percent: 30 },
    },
  ])
})

test('a video without a pitch has its initial loss as a finding', () => {
  const engagement = engaged({ 310: 230, 600: 400 })
  const player = { duration: 600, pitch_time: 0 }
  expect(playerFindings({ ...NOTHING, player, engagement })).toMatchObject([
    { kind: 'opening', drop: { start: 296, end: 311, sessions: 230 } },
  ])
})

test('the best minute and the best day need thirty sales and must be unique', () => {
  const minute = (all: ReturnType<typeof sold>[]) => kinds({ seconds: all })
  expect(minute([sold(61, 20), sold(90, 15), sold(200, 10)])).toEqual(['minute'])
  expect(minute([sold(61, 20), sold(90, 9), sold(200, 10)])).toEqual([])
  expect(minute([sold(61, 35), sold(200, 35)])).toEqual([])
  const day = (...sales: number[]) =>
    kinds({
      days: sales.map((total_conversions, index) => ({
        ...aStatistics({ total_conversions }),
        date_key: `2026-07-0${index + 1}`,
      })),
    })
  expect(day(10, 40, 12)).toEqual(['day'])
  expect(day(10, 29, 12)).toEqual([])
  expect(day(40, 40, 12)).toEqual([])
})

test('the last minute ends with the video', () => {
  const seconds = [sold(61, 20), sold(601, 40)]
  const minuteOf = (duration: number) =>
    playerFindings({ ...NOTHING, player: { duration, pitch_time: 0 }, seconds })[0]
  expect(minuteOf(623)).toMatchObject({ start: 600, end: 623 })
  expect(minuteOf(700)).toMatchObject({ start: 600, end: 660 })
  expect(minuteOf(0)).toMatchObject({ start: 600, end: 660 })
})

test('clicks at the end of a video, and at the second after it, belong to its last minute', () => {
  const seconds = [sold(30, 40), sold(590, 5), sold(600, 30), sold(601, 10)]
  const found = playerFindings({ ...NOTHING, player: { duration: 600, pitch_time: 0 }, seconds })
  expect(found[0]).toMatchObject({ kind: 'minute', start: 540, end: 600, sales: 45 })
})

const counts = fc.record({
  total_started: fc.nat(400),
  total_conversions: fc.nat(120),
  total_amount_usd: fc.nat(900_000),
  total_amount_brl: fc.oneof(fc.constant(0), fc.nat(900_000)),
})
const figures = fc.record({
  stats: fc.option(counts.map(only)),
  before: fc.option(counts.map(only)),
  engagement: fc.option(
    fc
      .dictionary(fc.nat(600).map(String), fc.nat(200), { maxKeys: 40 })
      .map((left) => engaged(left as Record<number, number>)),
  ),
  days: fc.option(
    fc.array(
      counts.map((change) => ({ ...only(change), date_key: '2026-07-01' })),
      { maxLength: 12 },
    ),
  ),
  seconds: fc.option(fc.array(fc.tuple(fc.nat(600), fc.nat(60)).map(([at, n]) => sold(at, n)))),
})

/** How many plays or sales a finding is of, and how many it needs. */
function sampleOf(found: Finding, { stats, before }: PlayerFigures) {
  const most = (key: 'total_conversions' | 'total_started') =>
    Math.max(stats?.[key] ?? 0, before?.[key] ?? 0)
  if (found.kind === 'plays') return { has: most('total_started'), needs: FEWEST_PLAYS }
  if ('sessions' in found) return { has: found.sessions, needs: FEWEST_PLAYS }
  if (found.kind === 'minute' || found.kind === 'day') {
    return { has: found.sales, needs: FEWEST_EVENTS }
  }
  return { has: most('total_conversions'), needs: FEWEST_EVENTS }
}

test('every finding has enough plays or sales behind it, and there are at most three', () => {
  fc.assert(
    fc.property(figures, (given) => {
      const all = { ...NOTHING, ...given }
      const found = playerFindings(all)
      expect(found.length).toBeLessThanOrEqual(3)
      for (const one of found) {
        const behind = sampleOf(one, all)
        expect(behind.has).toBeGreaterThanOrEqual(behind.needs)
        if ('percent' in one && 'all' in one) expect(one.percent).toBeLessThanOrEqual(100)
        if (one.kind === 'pitch' && one.drop) expect(one.drop.end).toBeLessThanOrEqual(one.second)
        const lost = 'drop' in one ? one.drop : null
        if (lost) expect(lost.sessions).toBeGreaterThanOrEqual(FEWEST_EVENTS)
      }
    }),
  )
})

test('unique counts and rates do not affect findings based on sums', () => {
  const uniques = (row: Statistics, value: number): Statistics => ({
    ...row,
    ...Object.fromEntries(
      Object.keys(row)
        .filter((key) => key.endsWith('_uniq') || key.endsWith('_rate'))
        .map((key) => [key, typeof row[key] === 'string' ? `${value}.00` : value]),
    ),
  })
  fc.assert(
    fc.property(fc.array(counts, { minLength: 3, maxLength: 6 }), fc.nat(99), (rows, value) => {
      const days = rows.map((change, index) => ({
        ...only(change),
        date_key: `2026-07-0${index + 1}`,
      }))
      const other = days.map((day) => ({ ...uniques(day, value), date_key: day.date_key }))
      const found = (each: typeof days) => playerFindings({ ...NOTHING, days: each })
      expect(found(other)).toEqual(found(days))
      const account = (each: Statistics[]) =>
        accountFindings(
          anOverview(each.map((period, index) => row(index, period, null))),
          5,
        ).filter(({ kind }) => kind !== 'reach')
      expect(account(other)).toEqual(account(days))
    }),
  )
  expect(ADDITIVE.some((key) => key.endsWith('_uniq') || key.endsWith('_rate'))).toBe(false)
})

const row = (number: number, now: Statistics, then: Statistics | null): OverviewRow => ({
  player: aPlayer({ id: idOf(number), name: `Video ${number}` }),
  current: { period: now, sums: null, asOf: 1 },
  comparison: then && { period: then, sums: null, asOf: 1 },
})
const sales = (total_conversions: number) => only({ total_conversions, total_amount_usd: 100 })

test('the leading video is named with its share, and the one with the largest change in number', () => {
  const rows = [
    row(1, sales(100), sales(100)),
    row(2, sales(60), sales(100)),
    row(3, sales(40), sales(31)),
  ]
  expect(accountFindings(anOverview(rows), 5)).toMatchObject([
    { kind: 'revenue', sales: 200, salesBefore: 231 },
    { kind: 'leader', name: 'Video 1', sales: 100, all: 200, percent: 50, videos: 3 },
    { kind: 'mover', name: 'Video 2', direction: 'down', percent: -40, now: 60, before: 100 },
  ])
})

test('the sales of some videos are not reported as the account’s, now or before', () => {
  const unread = { period: null, sums: null, asOf: null }
  const some = [row(1, sales(100), null), { ...row(2, sales(1), null), current: unread }]
  expect(accountFindings(anOverview(some), 5).map(({ kind }) => kind)).toEqual([])
  const [first] = accountFindings(
    anOverview([row(1, sales(100), sales(60)), row(2, sales(50), null)]),
    5,
  )
  expect(first).toMatchObject({
    kind: 'revenue',
    direction: 'alone',
    sales: 150,
    salesBefore: null,
  })
})

test('sales are not compared with days of which a video is no longer in the account', () => {
  const rows = [row(1, sales(100), sales(60)), row(2, sales(50), sales(40))]
  const first = (comparedLeftOut: number) =>
    accountFindings({ ...anOverview(rows), comparedLeftOut }, 5)[0]
  expect(first(0)).toMatchObject({ kind: 'revenue', sales: 150, salesBefore: 100 })
  expect(first(1)).toMatchObject({
    ...{ kind: 'revenue', direction: 'alone', percent: null },
    ...{ before: null, sales: 150, salesBefore: null },
  })
})

test('no video is named as leading while figures of another are missing', () => {
  const unknown = { ...row(2, sales(1), null), current: { period: null, sums: null, asOf: null } }
  const found = accountFindings(anOverview([row(1, sales(100), null), unknown]), 5)
  expect(found.map(({ kind }) => kind)).not.toContain('leader')
})

test('no video is named as leading while one that is no longer in the account may have sold more', () => {
  const rows = [row(1, sales(200), null), row(2, sales(0), null)]
  const kindsOf = (leftOut: number) =>
    accountFindings({ ...anOverview(rows), leftOut }, 5).map(({ kind }) => kind)
  expect(kindsOf(0)).toContain('leader')
  expect(kindsOf(1)).not.toContain('leader')
})

test('no video is named as changed most while one that is no longer in the account may have changed more', () => {
  const rows = [row(1, sales(80), sales(60)), row(2, sales(50), sales(50))]
  const kindsOf = (left: { leftOut?: number; comparedLeftOut?: number }) =>
    accountFindings({ ...anOverview(rows), ...left }, 5).map(({ kind }) => kind)
  expect(kindsOf({ leftOut: 0, comparedLeftOut: 0 })).toContain('mover')
  expect(kindsOf({ leftOut: 1 })).not.toContain('mover')
  expect(kindsOf({ comparedLeftOut: 1 })).not.toContain('mover')
})

test('the share that reaches the pitch is stated only of all videos that have one', () => {
  const unread = { period: null, sums: null, asOf: null }
  const known = row(1, only({ total_conversions: 1 }), null)
  const unknown = { ...row(2, only({}), null), current: unread }
  expect(accountFindings(anOverview([known, known]), 5)).toMatchObject([
    { kind: 'reach', videos: 2 },
  ])
  expect(accountFindings(anOverview([known, unknown]), 5)).toEqual([])
})

test('no other video is named instead of the one whose sales changed most', () => {
  const named = (...rows: [now: Statistics, then: Statistics | null][]) =>
    accountFindings(anOverview(rows.map(([now, then], index) => row(index, now, then))), 5)
      .filter(({ kind }) => kind === 'mover')
      .map((found) => ('name' in found ? found.name : null))
  const small: [Statistics, Statistics] = [sales(80), sales(50)]
  expect(named(small, [sales(40), sales(31)])).toEqual(['Video 0'])
  // Within the threshold, without sales before, without known sales before.
  expect(named(small, [sales(10_400), sales(10_000)])).toEqual([])
  expect(named(small, [sales(500), sales(0)])).toEqual([])
  expect(named(small, [sales(500), null])).toEqual([])
})
