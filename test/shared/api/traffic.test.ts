import { expect, test } from 'vitest'
import { engagementByOrigin } from '../../../src/shared/api/traffic.ts'

const read = (grouped_values: object[]) =>
  engagementByOrigin.safeParse([{ grouped_key: 'fb', grouped_values }])

test('the users of a second are read under either key', () => {
  const { data } = read([
    { timed: 3, total_users: 7 },
    { timed: 4, totalUsers: '8' },
  ])
  expect(data?.[0]?.grouped_values).toEqual([
    { timed: 3, total_users: 7 },
    { timed: 4, total_users: 8 },
  ])
})

test('a second without a user count is refused, rather than read as zero', () => {
  expect(read([{ timed: 3 }]).success).toBe(false)
  expect(read([{ timed: 3, users: 7 }]).success).toBe(false)
})
