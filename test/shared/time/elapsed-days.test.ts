import { expect, test } from 'vitest'
import { elapsedDays } from '../../../src/shared/time/period.ts'

const MARCH = { start: '2026-03-27', end: '2026-03-29' }

test('of a day that is not over, the part that has passed counts', () => {
  expect(elapsedDays(MARCH, 'UTC', Date.UTC(2026, 2, 26, 23))).toBe(0)
  expect(elapsedDays(MARCH, 'UTC', Date.UTC(2026, 2, 27))).toBe(0)
  expect(elapsedDays(MARCH, 'UTC', Date.UTC(2026, 2, 28, 18))).toBe(1.75)
  expect(elapsedDays(MARCH, 'UTC', Date.UTC(2026, 2, 30))).toBe(3)
  expect(elapsedDays(MARCH, 'UTC', Date.UTC(2027, 0, 1))).toBe(3)
})

test('a day of 23 hours has half passed after eleven and a half', () => {
  // In Lisbon the clocks went from 01:00 to 02:00 on the 29th; it began at 00:00 UTC.
  const after = (hours: number) => Date.UTC(2026, 2, 29, 0, hours * 60)
  expect(elapsedDays(MARCH, 'Europe/Lisbon', after(11.5))).toBe(2.5)
  expect(elapsedDays(MARCH, 'Europe/Lisbon', after(23))).toBe(3)
})
