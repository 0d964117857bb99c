import { expect, test } from 'vitest'
import { trendTable } from '../../../../src/shared/features/player/trend-table.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { addDays, daysOf } from '../../../../src/shared/time/period.ts'
import { aDay, aPlayer, cellAt, totalOf } from '../../../support/statistics.ts'

const period = { start: '2026-03-04', end: '2026-03-16' }
const comparison = { start: '2026-02-18', end: '2026-03-02' }
const zone = 'America/Sao_Paulo'
const SETTLED = Date.UTC(2026, 4, 1)

const daysOfEach = ({ start, end }: typeof period, total_started: number) =>
  daysOf({ start, end }).map((day) => aDay(day, { total_started }))
const view = { player: aPlayer(), period, comparison: null, zone } as const
const days = { value: daysOfEach(period, 10), asOf: SETTLED }
const compared = { value: daysOfEach(comparison, 4), asOf: SETTLED }

test('weeks have what can be added, and name those that are only partly in the period', () => {
  const table = trendTable({ days, compared: null }, { ...view, unit: 'week' })
  expect(table.rows.map((row) => row.slice(0, 3))).toEqual([
    ['2026-03-04', '2026-03-08', 'cut'],
    ['2026-03-09', '2026-03-15', 'complete'],
    ['2026-03-16', '2026-03-16', 'cut'],
  ])
  expect([0, 1, 2].map((row) => cellAt(table, row, 'total_started'))).toEqual([50, 70, 10])
  for (const key of ['play_rate', 'total_started_device_uniq', 'total_over_pitch']) {
    expect(cellAt(table, 1, key)).toEqual(missing('needs-period'))
  }
  // A week of one day has that day's own figures.
  expect(cellAt(table, 2, 'play_rate')).toBe(60)
  expect(totalOf(table, 'total_started')).toBe(130)
  expect(table.columns.some(({ key }) => key.endsWith('__comparison'))).toBe(false)
})

test('each week stands beside the days that the chart compares it with', () => {
  const table = trendTable({ days, compared }, { ...view, unit: 'week', comparison })
  expect(cellAt(table, 1, 'period_start__comparison')).toBe('2026-02-23')
  expect(cellAt(table, 1, 'period_end__comparison')).toBe('2026-03-01')
  expect([0, 1, 2].map((row) => cellAt(table, row, 'total_started__comparison'))).toEqual([
    20, 28, 4,
  ])
  expect(cellAt(table, 1, 'play_rate__comparison')).toEqual(missing('needs-period'))
  expect(totalOf(table, 'total_started__comparison')).toBe(52)
  const brl = table.columns.find(({ key }) => key === 'total_amount_brl__comparison')
  expect(brl?.currency).toBe('brl')
})

test('a month that the service answered in part is summed and named as such', () => {
  const table = trendTable({ days, compared: null }, { ...view, unit: 'month' })
  expect(table.rows.map((row) => row.slice(0, 4))).toEqual([
    ['2026-03-04', '2026-03-16', 'cut', 13 * 1200],
  ])
})

test('days have every figure of both periods, and a day that was not over says so', () => {
  const asOf = Date.UTC(2026, 2, 16, 15)
  const read = { [addDays(period.start, 1)]: Date.UTC(2026, 2, 5, 15) }
  const open = { ...days, asOf, dayTimes: read }
  const table = trendTable({ days: open, compared }, { ...view, unit: 'day', comparison })
  const at = table.columns.findIndex(({ key }) => key === 'completeness')
  const partial = table.rows.filter((row) => row[at] === 'so_far').map(([day]) => day)
  expect(partial).toEqual(['2026-03-05', '2026-03-16'])
  expect(cellAt(table, 0, 'date_key__comparison')).toBe('2026-02-18')
  expect(cellAt(table, 0, 'play_rate__comparison')).toBe(60)
})

test('figures that can no longer change are complete, whenever they were read', () => {
  const settled = { ...days, asOf: Date.UTC(2026, 2, 10), isSettled: true }
  const table = trendTable({ days: settled, compared: null }, { ...view, unit: 'day' })
  expect(new Set(table.rows.map((row) => row[1]))).toEqual(new Set(['complete']))
})

test('a comparison that is not stored is missing, and days without any answer have no row', () => {
  const from = { ...days, value: days.value.slice(3) }
  const table = trendTable({ days: from, compared: null }, { ...view, unit: 'day', comparison })
  expect(table.rows).toHaveLength(10)
  expect(cellAt(table, 0, 'total_started__comparison')).toEqual(missing('not-downloaded'))
  expect(trendTable({ days: null, compared }, { ...view, unit: 'day', comparison }).rows).toEqual(
    [],
  )
})

test('without a pitch its figures are not applicable in any unit', () => {
  const pitchless = { ...view, player: aPlayer({ pitch_time: 0 }), unit: 'week' } as const
  const table = trendTable({ days, compared: null }, pitchless)
  expect(cellAt(table, 1, 'over_pitch_rate')).toEqual(missing('not-applicable'))
})

test('the totals of a comparison are those of all its days, with or without a day beside them', () => {
  const [october, november] = [
    { start: '2025-10-01', end: '2025-10-31' },
    { start: '2025-11-01', end: '2025-11-30' },
  ]
  const totals = (own: typeof period, then: typeof period, unit: 'day' | 'week' | 'month') => {
    const answer = (of: typeof period) => ({ value: daysOfEach(of, 10), asOf: SETTLED })
    const table = trendTable(
      { days: answer(own), compared: answer(then) },
      { ...view, unit, period: own, comparison: then },
    )
    const keys = ['total_started', 'total_started__comparison', 'play_rate__comparison']
    return keys.map((key) => totalOf(table, key))
  }
  const none = missing('not-applicable')
  for (const unit of ['day', 'week', 'month'] as const) {
    expect(totals(november, october, unit)).toEqual([300, 310, none])
    expect(totals(october, november, unit)).toEqual([310, 300, none])
  }
})

test('a week with more days than are left to compare it with has no compared figure, and the totals stay', () => {
  const march = { start: '2026-03-01', end: '2026-03-31' }
  const february = { start: '2026-02-01', end: '2026-02-28' }
  const table = trendTable(
    {
      days: { value: daysOfEach(march, 10), asOf: SETTLED },
      compared: { value: daysOfEach(february, 10), asOf: SETTLED },
    },
    { ...view, unit: 'week', period: march, comparison: february },
  )
  expect(cellAt(table, 4, 'total_started')).toBe(70)
  expect(cellAt(table, 4, 'period_start__comparison')).toBe('2026-02-23')
  expect(cellAt(table, 4, 'total_started__comparison')).toEqual(missing('not-applicable'))
  expect(cellAt(table, 4, 'play_rate__comparison')).toEqual(missing('needs-period'))
  expect(totalOf(table, 'total_started__comparison')).toBe(280)
})
