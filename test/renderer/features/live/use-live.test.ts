import { expect, test } from 'vitest'
import { pollIntervalMs } from '../../../../src/renderer/features/live/use-live.ts'

test('nobody is looked at more often than the service renews, and many players less often', () => {
  expect(pollIntervalMs(1)).toBe(30_000)
  expect(pollIntervalMs(5)).toBe(30_000)
  expect(pollIntervalMs(10)).toBe(60_000)
})
