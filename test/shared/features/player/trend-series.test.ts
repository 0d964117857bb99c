import { expect, test } from 'vitest'
import { trendSeries } from '../../../../src/shared/features/player/trend-series.ts'
import type { Table } from '../../../../src/shared/tables/table.ts'
import { daysOf, type Period } from '../../../../src/shared/time/period.ts'

const plays = (...rows: [day: string, plays: number][]): Table => ({
  columns: [
    { key: 'date_key', kind: 'date' },
    { key: 'total_started', kind: 'count' },
    { key: 'total_conversions', kind: 'count' },
  ],
  rows: rows.map(([day, count]) => [day, count, 1]),
  totals: null,
  asOf: null,
})

const period = { start: '2026-03-02', end: '2026-03-08' }
const query = {
  measure: 'total_started' as const,
  period,
  comparison: { start: '2026-02-23', end: '2026-03-01' },
  today: '2026-03-08',
  read: () => '2026-03-08',
}

test('each day is compared with the day at the same position of the other period', () => {
  const series = trendSeries(plays(['2026-03-03', 7]), plays(['2026-02-24', 5]), {
    ...query,
    unit: 'day',
  })
  expect(series[1]).toMatchObject({
    value: 7,
    compared: 5,
    comparedDays: { start: '2026-02-24', end: '2026-02-24' },
  })
})

test('a day without a row is a gap', () => {
  const [first] = trendSeries(plays(), null, { ...query, unit: 'day' })
  expect(first?.value).toEqual({ missing: 'not-applicable' })
})

test('today is partial, and so is the week that holds it', () => {
  const days = trendSeries(plays(), null, { ...query, unit: 'day' })
  expect(days.map(({ isPartial }) => isPartial)).toEqual([...new Array(6).fill(false), true])
  const weeks = trendSeries(plays(['2026-03-02', 1], ['2026-03-04', 2]), null, {
    ...query,
    unit: 'week',
  })
  expect(weeks.map(({ value, isPartial }) => [value, isPartial])).toEqual([[3, true]])
})

test('only sales are marked as still growing, until their days are settled', () => {
  const sales = trendSeries(plays(), null, { ...query, measure: 'total_conversions', unit: 'day' })
  expect(sales.map(({ isGrowing }) => isGrowing)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ])
  const counts = trendSeries(plays(), null, { ...query, unit: 'day' })
  expect(counts.some(({ isGrowing }) => isGrowing)).toBe(false)
})

test('a day that was not over when its figure was read is partial, however long ago that is', () => {
  const stale = { ...query, today: '2026-03-20', unit: 'day' as const }
  const half = (day: string) => (day === '2026-03-08' ? '2026-03-08' : '2026-03-20')
  const days = trendSeries(plays(), null, { ...stale, read: half })
  expect(days.map(({ isPartial }) => isPartial)).toEqual([...new Array(6).fill(false), true])
  const sales = { ...stale, measure: 'total_conversions' as const }
  const growing = trendSeries(plays(), null, { ...sales, read: () => '2026-03-09' })
  expect(growing.filter(({ isGrowing }) => isGrowing).map(({ start }) => start)).toEqual([
    '2026-03-06',
    '2026-03-07',
    '2026-03-08',
  ])
  expect(growing.some(({ isPartial }) => isPartial)).toBe(false)
})

const everyDay = (days: Period) => plays(...daysOf(days).map((day): [string, number] => [day, 100]))
const months = (period: Period, comparison: Period) =>
  trendSeries(everyDay(period), everyDay(comparison), {
    ...{ ...query, period, comparison },
    unit: 'month',
  }).map(({ compared, comparedDays }) => [compared, comparedDays])

test('months are compared with whole months when both periods consist of them', () => {
  const quarter = { start: '2026-04-01', end: '2026-06-30' }
  expect(months(quarter, { start: '2026-01-01', end: '2026-03-31' })).toEqual([
    [3100, { start: '2026-01-01', end: '2026-01-31' }],
    [2800, { start: '2026-02-01', end: '2026-02-28' }],
    [3100, { start: '2026-03-01', end: '2026-03-31' }],
  ])
  const february = { start: '2026-02-01', end: '2026-02-28' }
  expect(months(february, { start: '2026-01-01', end: '2026-01-31' })).toEqual([
    [3100, { start: '2026-01-01', end: '2026-01-31' }],
  ])
  // There is no second month to compare with.
  expect(months({ start: '2026-03-01', end: '2026-04-30' }, february)[1]).toEqual([
    { missing: 'not-applicable' },
    null,
  ])
})

test('months are compared with the same positions when one of them is cut', () => {
  const cut = { start: '2026-04-01', end: '2026-05-15' }
  expect(months(cut, { start: '2026-02-15', end: '2026-03-31' })).toEqual([
    [3000, { start: '2026-02-15', end: '2026-03-16' }],
    [1500, { start: '2026-03-17', end: '2026-03-31' }],
  ])
})

test('a week is not compared with fewer days, which the other period has at its end', () => {
  const days = {
    period: { start: '2026-03-01', end: '2026-03-31' },
    comparison: { start: '2026-02-01', end: '2026-02-28' },
  }
  const [march, february] = [everyDay(days.period), everyDay(days.comparison)]
  const weeks = trendSeries(march, february, { ...query, ...days, unit: 'week' })
  const none = { missing: 'not-applicable' }
  expect(weeks.map(({ value, compared, comparedDays }) => [value, compared, comparedDays])).toEqual(
    [
      [100, 100, { start: '2026-02-01', end: '2026-02-01' }],
      [700, 700, { start: '2026-02-02', end: '2026-02-08' }],
      [700, 700, { start: '2026-02-09', end: '2026-02-15' }],
      [700, 700, { start: '2026-02-16', end: '2026-02-22' }],
      [700, none, { start: '2026-02-23', end: '2026-02-28' }],
      [200, none, null],
    ],
  )
})
