import { expect, test } from 'vitest'
import { exactDifference } from '../../../src/shared/api/statistics.ts'

test('the difference of truncated percentages has no floating-point error', () => {
  expect(exactDifference(34.1, 29.8)).toBe(4.3)
  expect(exactDifference(0.1, 0.3)).toBe(-0.2)
})
