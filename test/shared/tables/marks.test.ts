import { expect, test } from 'vitest'
import { marksTable } from '../../../src/shared/tables/marks.ts'
import { missing } from '../../../src/shared/tables/table.ts'

const metric = (name: string, time: number, users_above: number) => ({
  ...{ id: name, name, time, users_above },
  sequential_number: 1,
  engagement_rate: 0,
  total_users: 300,
})

test('marks are in order of time, with what was lost since the one before and against other days', () => {
  const metrics = { value: [metric('Late', 90, 60), metric('Early', 30, 200)], asOf: 9 }
  const grouped_timed = [
    { timed: 10, total_users: 50 },
    { timed: 60, total_users: 50 },
  ]
  const before = { value: { grouped_timed, average_watched_time: 0, engagement_rate: 0 }, asOf: 7 }
  const table = marksTable(metrics, before)
  expect(table.rows).toEqual([
    ['Early', 30, 200, 66.66, -33.34, 50, 16.66],
    ['Late', 90, 60, 20, -46.66, 0, 20],
  ])
  expect(table.asOf).toBe(7)
})

test('without other days there is nothing to compare with, and without sessions no share', () => {
  const table = marksTable({ value: [{ ...metric('M', 5, 0), total_users: 0 }], asOf: 9 }, null)
  const [none, other] = [missing('not-applicable'), missing('no-comparison')]
  expect(table.rows).toEqual([['M', 5, 0, none, none, other, other]])
})
