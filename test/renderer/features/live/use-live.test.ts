import { expect, test } from 'vitest'
import { lookEveryMs } from '../../../../src/renderer/features/live/use-live.ts'

test('nobody is looked at more often than the service renews, and many players less often', () => {
  expect(lookEveryMs(1)).toBe(30_000)
  expect(lookEveryMs(5)).toBe(30_000)
  expect(lookEveryMs(10)).toBe(60_000)
})
