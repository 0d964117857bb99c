import { expect, test } from 'vitest'
import { quotaUsage } from '../../../src/shared/api/quota.ts'

const metric = { used: 3, limit: 60, remaining: 57 }
const endingAt = (interval_ends_at: string) => ({
  quotas: [
    {
      ...{ interval_seconds: 60, interval_starts_at: '2026-03-01T10:00:00Z', interval_ends_at },
      ...{ queries: metric, read_bytes: metric },
    },
  ],
})

test('a quota window with an invalid end is refused, rather than treated as over', () => {
  expect(quotaUsage.safeParse(endingAt('2026-03-01T10:01:00Z')).success).toBe(true)
  expect(quotaUsage.safeParse(endingAt('soon')).success).toBe(false)
  expect(quotaUsage.safeParse(endingAt('')).success).toBe(false)
})

test('a quota whose note is null has none', () => {
  const { quotas } = endingAt('2026-03-01T10:01:00Z')
  const noted = quotas.map((quota) => ({ ...quota, queries: { ...metric, note: null } }))
  expect(quotaUsage.parse({ quotas: noted }).quotas[0]?.queries.note).toBeUndefined()
})
