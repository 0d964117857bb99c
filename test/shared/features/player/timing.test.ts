import { expect, test } from 'vitest'
import { timingTable } from '../../../../src/shared/features/player/timing.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { totalOf } from '../../../support/statistics.ts'

const sale = (timed: number, count: number, soFar: number) => ({
  timed,
  timed_conversions: count,
  cumulative_conversions: soFar,
  timed_amount_usd: 0,
  cumulative_amount_usd: 0,
  timed_amount_brl: count * 100,
  cumulative_amount_brl: soFar * 100,
  timed_amount_eur: 0,
  cumulative_amount_eur: 0,
})

test('clicks and sales of the same second are one row', () => {
  const clicks = {
    value: [
      { timed: 5, total_users: 3 },
      { timed: 9, total_users: 2 },
    ],
    asOf: 4,
  }
  const conversions = { value: [sale(5, 1, 1), sale(7, 2, 3)], asOf: 2 }
  const table = timingTable(clicks, conversions)
  expect(table.rows.map((row) => row.slice(0, 5))).toEqual([
    [5, 3, 3, 1, 1],
    [7, 0, 3, 2, 3],
    [9, 2, 5, 0, 3],
  ])
  expect(totalOf(table, 'clicks')).toBe(5)
  expect(totalOf(table, 'timed_amount_brl')).toBe(300)
  expect(totalOf(table, 'cumulative_conversions')).toEqual(missing('not-applicable'))
  expect(table.asOf).toBe(2)
})

test('a second without sales and clicks has no row', () => {
  const every = [sale(0, 0, 0), sale(1, 0, 0), sale(2, 1, 1), sale(3, 0, 1), sale(4, 2, 3)]
  const clicks = { value: [{ timed: 3, total_users: 2 }], asOf: 4 }
  const table = timingTable(clicks, { value: every, asOf: 2 })
  const sparse = timingTable(clicks, {
    value: [every[2], every[4]].flatMap((one) => one ?? []),
    asOf: 2,
  })
  expect(table.rows.map((row) => row.slice(0, 5))).toEqual([
    [2, 0, 0, 1, 1],
    [3, 2, 2, 0, 1],
    [4, 0, 2, 2, 3],
  ])
  expect(table).toEqual(sparse)
})

test('without sales data the clicks are still listed', () => {
  const table = timingTable({ value: [{ timed: 5, total_users: 3 }], asOf: 4 }, null)
  expect(table.rows[0]?.slice(0, 4)).toEqual([5, 3, 3, missing('not-downloaded')])
})
