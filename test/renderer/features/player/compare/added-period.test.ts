import { expect, test } from 'vitest'
import { addedPeriod } from '../../../../../src/renderer/features/player/compare/add-curve.tsx'

const period = { start: '2026-03-01', end: '2026-03-07' }

test('typed days are a curve only in order and within three years', () => {
  const added = (start: string, end = period.end) => addedPeriod(period, 'custom', { start, end })
  expect(added('2023-03-08')).toEqual({ start: '2023-03-08', end: period.end })
  expect(added('2022-01-01')).toBeNull()
  expect(added('2026-03-08')).toBeNull()
  expect(added('')).toBeNull()
})

test('days that follow from the period need none that are typed', () => {
  const typed = { start: '', end: '' }
  expect(addedPeriod(period, 'previous', typed)).toEqual({ start: '2026-02-22', end: '2026-02-28' })
})
