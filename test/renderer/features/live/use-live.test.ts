import { expect, test } from 'vitest'
import { pollIntervalMs } from '../../../../src/renderer/features/live/use-live.ts'

test('a player is polled every 30 seconds, and more than five players less often', () => {
  expect(pollIntervalMs(1)).toBe(30_000)
  expect(pollIntervalMs(5)).toBe(30_000)
  expect(pollIntervalMs(10)).toBe(60_000)
})
