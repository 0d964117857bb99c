import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketSum, buckets } from '../../../../src/shared/features/player/buckets.ts'
import { addDays, daysOf } from '../../../../src/shared/time/period.ts'

test('a week runs from Monday to Sunday, and one cut off by the period is marked as partial', () => {
  const days = daysOf({ start: '2026-03-04', end: '2026-03-16' })
  expect(buckets(days, 'week').map(({ start, end, isCut }) => [start, end, isCut])).toEqual([
    ['2026-03-04', '2026-03-08', true],
    ['2026-03-09', '2026-03-15', false],
    ['2026-03-16', '2026-03-16', true],
  ])
})

test('a month ends on its own last day', () => {
  const days = daysOf({ start: '2024-02-01', end: '2024-03-02' })
  expect(buckets(days, 'month').map(({ start, end, isCut }) => [start, end, isCut])).toEqual([
    ['2024-02-01', '2024-02-29', false],
    ['2024-03-01', '2024-03-02', true],
  ])
})

test('a bucket of days without a figure has no figure, and is not a zero', () => {
  const [week] = buckets(daysOf({ start: '2026-03-09', end: '2026-03-10' }), 'week')
  if (!week) throw new Error('no week')
  expect(bucketSum([null, null], week)).toBeNull()
  expect(bucketSum([null, 4], week)).toBe(4)
  expect(bucketSum([0, 0], week)).toBe(0)
})

test('every day is in exactly one bucket, so that sums do not change', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4000 }),
      fc.array(fc.nat(1000), { minLength: 1, maxLength: 120 }),
      fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      (offset, values, unit) => {
        const start = addDays('2020-01-01', offset)
        const days = daysOf({ start, end: addDays(start, values.length - 1) })
        const found = buckets(days, unit)
        expect(found.flatMap(({ days }) => days)).toEqual(values.map((_, index) => index))
        const total = found.reduce((sum, bucket) => sum + (bucketSum(values, bucket) ?? 0), 0)
        expect(total).toBe(values.reduce((sum, value) => sum + value, 0))
      },
    ),
  )
})
