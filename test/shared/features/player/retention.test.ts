import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reached } from '../../../../src/shared/api/engagement.ts'
import { lostBefore, retentionTable } from '../../../../src/shared/features/player/retention.ts'
import { missing } from '../../../../src/shared/tables/table.ts'

test('the curve equals the distribution at each second, and never rises', () => {
  const item = fc.record({ timed: fc.nat(70), total_users: fc.nat(50) })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), (grouped_timed) => {
      const value = { grouped_timed, average_watched_time: 0, engagement_rate: 0 }
      const table = retentionTable({ value, asOf: 1 }, { duration: 60 })
      expect(table.rows).toHaveLength(61)
      const sessions = table.rows.map((row) => Number(row[1]))
      sessions.forEach((count, second) => expect(count).toBe(reached(grouped_timed, second)))
      for (let second = 1; second < sessions.length; second++) {
        expect(sessions[second]).toBeLessThanOrEqual(sessions[second - 1] ?? 0)
      }
      const lost = table.rows.map((row) => Number(row[3]))
      expect(lost[25]).toBe((sessions[15] ?? 0) - (sessions[25] ?? 0))
      expect(lost[3]).toBe((sessions[0] ?? 0) - (sessions[3] ?? 0))
    }),
  )
})

test('a curve without sessions has no percentages', () => {
  const value = { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 }
  const table = retentionTable({ value, asOf: 1 }, { duration: 1 })
  expect(table.rows[1]).toEqual([1, 0, missing('not-applicable'), 0, missing('not-applicable')])
})

const curve = (...seconds: number[]) => ({
  grouped_timed: seconds.map((timed) => ({ timed, total_users: 1 })),
  average_watched_time: 0,
  engagement_rate: 0,
})

test('a curve drawn beside another has its sessions, its share and the difference in points', () => {
  const value = curve(0, 1, 2, 2)
  const compared = { value: curve(0, 2), asOf: 1 }
  const table = retentionTable({ value, asOf: 2 }, { duration: 2 }, compared)
  expect(table.columns.map(({ key }) => key)).toEqual([
    ...['second', 'sessions_reached', 'percent_reached'],
    ...['sessions_reached__comparison', 'percent_reached__comparison', 'difference_points'],
    ...['lost_in_10_seconds', 'lost_in_10_seconds_percent'],
  ])
  expect(table.rows.map((row) => row.slice(0, 6))).toEqual([
    [0, 4, 100, 2, 100, 0],
    [1, 3, 75, 1, 50, 25],
    [2, 2, 50, 1, 50, 0],
  ])
  expect(table.asOf).toBe(1)
})

test('a curve to compare with that is not stored leaves its cells empty, with the reason', () => {
  const table = retentionTable({ value: curve(0), asOf: 2 }, { duration: 0 }, null)
  expect(table.rows[0]?.slice(3, 6)).toEqual(Array(3).fill(missing('not-downloaded')))
})

test('the loss at a second is measured over ten seconds, and before the tenth from the start', () => {
  const curve = [200, ...new Array<number>(14).fill(150), 120]
  expect([15, 14, 10, 3].map((second) => lostBefore(curve, second))).toEqual([30, 0, 50, 50])
  expect(lostBefore([0, 0], 1)).toBe(0)
})
