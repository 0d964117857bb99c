import { expect, test } from 'vitest'
import { timeStep } from '../../../src/shared/time/time.ts'

test('a time axis has at most ten steps, each of a round duration', () => {
  const steps = [10, 95, 600, 3540, 7200].map((duration) => timeStep(duration))
  expect(steps).toEqual([1, 10, 60, 600, 900])
})

test('times are closer together where more of them fit', () => {
  expect(timeStep(3285, 40)).toBe(120)
})
