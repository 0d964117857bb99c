import { expect, test } from 'vitest'
import {
  liftDays,
  liftSeries,
  liftsIn,
} from '../../../../src/renderer/features/ab-tests/lift-series.ts'
import { missing, type Table } from '../../../../src/shared/tables/table.ts'

const table: Table = {
  columns: [],
  rows: [
    ['2026-03-01', 297.69, -88.1, 712.4, 90, 'collecting', 5],
    ['2026-03-02', 12, missing('few-data'), missing('few-data'), 60, 'collecting', 6],
    ['2026-03-03', -4.25, -9.5, 1.75, 20, 'collecting', 7],
  ],
  totals: null,
  asOf: 1,
}

test('the chart of a lift has the values of the table, and a gap for each day without an interval', () => {
  const { points, band } = liftSeries(liftDays(liftsIn(table)), {
    label: (day) => day,
    isPartial: ({ asOf }) => asOf === 7,
  })
  expect(points.map(({ label, value, isPartial }) => [label, value, isPartial])).toEqual([
    ['2026-03-01', 297.69, false],
    ['2026-03-02', null, false],
    ['2026-03-03', -4.25, true],
  ])
  expect(band).toEqual([[-88.1, 712.4], null, [-9.5, 1.75]])
})

test('days that were not loaded keep their place', () => {
  const [first = ['']] = table.rows
  const rows = ['2026-02-27', '2026-03-02'].map((day) => [day, ...first.slice(1)])
  const days = liftDays(liftsIn({ ...table, rows }))
  expect(days.map(({ day, of }) => [day, of !== null])).toEqual([
    ['2026-02-27', true],
    ['2026-02-28', false],
    ['2026-03-01', false],
    ['2026-03-02', true],
  ])
  expect(liftDays([])).toEqual([])
})
