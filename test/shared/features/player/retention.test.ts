import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reached } from '../../../../src/shared/api/engagement.ts'
import { retentionTable } from '../../../../src/shared/features/player/retention.ts'
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
