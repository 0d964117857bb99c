import { expect, test } from 'vitest'
import { dayRemarks } from '../../../src/renderer/ui/day-remarks.ts'
import { column } from '../../../src/shared/tables/measures.ts'

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03']
const plays = column('total_started', 'count')

test('a table by day marks the days that were not over when they were read', () => {
  const columns = [column('date_key', 'date'), plays]
  const table = { columns, rows: DAYS.map((day) => [day, 5]), totals: null, asOf: 1 }
  expect([...dayRemarks(table, '2026-03-02', 'so far').keys()]).toEqual([1, 2])
})

test('a table by value and day marks them for each value', () => {
  const columns = [column('grouped_field', 'text'), column('date_key', 'date'), plays]
  const rows = ['fb', 'google'].flatMap((value) => DAYS.map((day) => [value, day, 5]))
  const remarks = dayRemarks({ columns, rows, totals: null, asOf: 1 }, '2026-03-03', 'so far')
  expect([...remarks]).toEqual([2, 5].map((row) => [row, 'so far']))
})
