import { expect, test } from 'vitest'
import { liftSeries, liftsIn } from '../../../../src/renderer/features/ab-tests/lift-series.ts'
import { missing, type Table } from '../../../../src/shared/tables/table.ts'

const table: Table = {
  columns: [],
  rows: [
    ['2026-03-01', 297.69, -88.1, 712.4],
    ['2026-03-02', 12, missing('few-data'), missing('few-data')],
    ['2026-03-03', -4.25, -9.5, 1.75],
  ],
  totals: null,
  asOf: 1,
}

test('the chart of a lift and its interval has the values of the table', () => {
  const { points, band } = liftSeries(liftsIn(table), (day) => day)
  expect(points.map(({ label, value }) => [label, value])).toEqual([
    ['2026-03-01', 297.69],
    ['2026-03-03', -4.25],
  ])
  expect(band).toEqual([
    [-88.1, 712.4],
    [-9.5, 1.75],
  ])
})
