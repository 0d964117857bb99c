import { expect, test } from 'vitest'
import { unevenDays } from '../../../src/shared/time/period.ts'
import { timeStep } from '../../../src/shared/time/time.ts'

test('a time axis has at most ten steps, each of a round duration', () => {
  const steps = [10, 95, 600, 3540, 7200].map((duration) => timeStep(duration))
  expect(steps).toEqual([1, 10, 60, 600, 900])
})

test('times are closer together where more of them fit', () => {
  expect(timeStep(3285, 40)).toBe(120)
})

test('a comparison of another number of days is noted, and one of the same is not', () => {
  const period = { start: '2026-03-01', end: '2026-03-14' }
  const chosen = { period, comparison: { start: '2026-02-01', end: '2026-02-10' } }
  expect(unevenDays(chosen)).toEqual({ days: 14, before: 10 })
  expect(unevenDays({ period, comparison: { start: '2026-02-15', end: '2026-02-28' } })).toBeNull()
  expect(unevenDays({ period, comparison: null })).toBeNull()
  expect(unevenDays({ period: null, comparison: period })).toBeNull()
})
