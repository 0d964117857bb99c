import { expect, test } from 'vitest'
import { dailyMeasure, figuresTable } from '../../../../src/shared/features/player/figures.ts'
import type { Cell } from '../../../../src/shared/tables/table.ts'
import { aDay, aPlayer, aStatistics, cellAt } from '../../../support/statistics.ts'

const period = { start: '2026-03-08', end: '2026-03-14' }
const comparison = { start: '2026-03-01', end: '2026-03-07' }
const about = { player: aPlayer(), period, comparison }
const stats = { value: aStatistics(), asOf: 20 }

test('the requested days come first, then the compared ones, and only the first have changes', () => {
  const compared = { value: aStatistics({ total_started: 400, play_rate: '50.00' }), asOf: 10 }
  const table = figuresTable(about, { stats, compared })
  const sides = ['compared_side', 'period_start', 'period_end', 'total_started']
  expect(sides.map((key) => cellAt(table, 0, key))).toEqual([
    ...['asked', '2026-03-08', '2026-03-14', 800],
  ])
  expect(sides.map((key) => cellAt(table, 1, key))).toEqual([
    ...['compared', '2026-03-01', '2026-03-07', 400],
  ])
  expect(cellAt(table, 0, 'total_started__change')).toBe(100)
  expect(cellAt(table, 0, 'play_rate__change')).toBe(10)
  expect(cellAt(table, 1, 'play_rate__change')).toEqual({ missing: 'not-applicable' })
  expect(table.asOf).toBe(10)
})

test('a daily rate is on its own day, and none is shown of a day without sessions or a row', () => {
  const rows = [
    aDay('2026-03-09', { over_pitch_rate: '38.42' }),
    aDay('2026-03-11', { total_over_pitch: 0, total_under_pitch: 0, over_pitch_rate: '0.00' }),
  ]
  const days = { player: aPlayer(), period: { ...period, end: '2026-03-11' } }
  expect(dailyMeasure('over_pitch_rate', rows, days)).toEqual([null, 38.42, null, null])
})

test('average amounts are truncated to cents, per sale, per play and per device', () => {
  const { rows, ...table } = figuresTable({ ...about, comparison: null }, { stats, compared: null })
  expect(rows).toHaveLength(1)
  const amount = (key: string) => cellAt({ ...table, rows }, 0, key)
  expect(amount('average_order_value_brl')).toBe(Math.trunc(1_234_567 / 40))
  expect(amount('revenue_per_play_brl')).toBe(Math.trunc(1_234_567 / 800))
  expect(amount('revenue_per_device_brl')).toBe(Math.trunc(1_234_567 / 600))
  expect(amount('total_amount_brl__change')).toEqual({ missing: 'no-comparison' })
  expect(amount('total_amount_eur__change')).toEqual({ missing: 'not-applicable' })
})

test('missing figures have a reason, and an empty table has no time', () => {
  const notStored: Cell = { missing: 'not-downloaded' }
  const table = figuresTable(about, { stats, compared: null })
  expect(cellAt(table, 1, 'total_started')).toEqual(notStored)
  expect(cellAt(table, 1, 'revenue_per_device_usd')).toEqual(notStored)
  const noPitch = figuresTable(
    { ...about, player: aPlayer({ pitch_time: 0 }) },
    { stats, compared: stats },
  )
  expect(cellAt(noPitch, 0, 'over_pitch_rate__change')).toEqual({ missing: 'not-applicable' })
  const none = figuresTable(about, { stats: null, compared: stats })
  expect(none.asOf).toBeNull()
  expect(none.rows.every((row) => row.length === none.columns.length)).toBe(true)
})
