import { expect, test } from 'vitest'
import { timeStep } from '../../../src/shared/time/time.ts'

test('a time axis has at most ten steps, of a length that a clock has', () => {
  const steps = [10, 95, 600, 3540, 7200].map((duration) => timeStep(duration))
  expect(steps).toEqual([1, 10, 60, 600, 900])
})

test('where more times fit, they are closer to each other', () => {
  expect(timeStep(3285, 40)).toBe(120)
})
