import { expect, test } from 'vitest'
import { marksTable } from '../../../../src/shared/features/player/marks.ts'
import { missing } from '../../../../src/shared/tables/table.ts'

const metric = (name: string, time: number, users_above: number) => ({
  ...{ id: name, name, time, users_above },
  sequential_number: 1,
  engagement_rate: 0,
  total_users: 300,
})

test('marks are sorted by time, with the loss since the previous one and the difference to other days', () => {
  const metrics = { value: [metric('Late', 90, 60), metric('Early', 30, 200)], asOf: 9 }
  const grouped_timed = [
    { timed: 10, total_users: 50 },
    { timed: 60, total_users: 50 },
  ]
  const before = { value: { grouped_timed, average_watched_time: 0, engagement_rate: 0 }, asOf: 7 }
  const table = marksTable({ metrics, markers: [], engagement: null }, before)
  expect(table.rows).toEqual([
    ['Early', 'service', 30, 200, 66.66, -33.34, 50, 16.66],
    ['Late', 'service', 90, 60, 20, -46.66, 0, 20],
  ])
  expect(table.asOf).toBe(7)
})

test('without other days marks have no comparison, and without sessions no share', () => {
  const table = marksTable(
    {
      metrics: { value: [{ ...metric('M', 5, 0), total_users: 0 }], asOf: 9 },
      markers: [],
      engagement: null,
    },
    null,
  )
  const [none, other] = [missing('not-applicable'), missing('no-comparison')]
  expect(table.rows).toEqual([['M', 'service', 5, 0, none, none, other, other]])
})

test('the user’s own marks are included, each with the share that reached its second', () => {
  const metrics = { value: [metric('Pitch', 60, 150)], asOf: 9 }
  const markers = [
    { second: 30, name: 'Lead' },
    { second: 90, name: 'Offer' },
  ]
  const grouped_timed = [
    { timed: 30, total_users: 25 },
    { timed: 90, total_users: 75 },
  ]
  const engagement = {
    value: { grouped_timed, average_watched_time: 0, engagement_rate: 0 },
    asOf: 5,
  }
  const table = marksTable({ metrics, markers, engagement }, null)
  const other = missing('no-comparison')
  expect(table.rows).toEqual([
    ['Lead', 'desk', 30, 100, 100, 0, other, other],
    ['Pitch', 'service', 60, 150, 50, -50, other, other],
    ['Offer', 'desk', 90, 75, 75, 25, other, other],
  ])
  expect(table.asOf).toBe(5)
})

test('without a stored curve an own mark is listed with its share as not downloaded', () => {
  const markers = [{ second: 30, name: 'Lead' }]
  const table = marksTable({ metrics: null, markers, engagement: null }, null)
  const [not, other] = [missing('not-downloaded'), missing('no-comparison')]
  expect(table.rows).toEqual([['Lead', 'desk', 30, not, not, not, other, other]])
  expect(table.asOf).toBe(null)
})
