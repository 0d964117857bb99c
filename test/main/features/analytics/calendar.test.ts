import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createdDayNumber,
  dayNumber,
  daysMask,
  dayText,
  monthOf,
  monthStart,
} from '../../../../src/main/features/analytics/calendar.ts'

const day = fc.integer({ min: dayNumber('2000-01-01'), max: dayNumber('2040-12-31') })

test('a day converts to its number and back, and lies in its month', () => {
  fc.assert(
    fc.property(day, (number) => {
      expect(dayNumber(dayText(number))).toBe(number)
      const start = monthStart(monthOf(number))
      expect(dayText(start)).toBe(`${dayText(number).slice(0, 7)}-01`)
      expect(daysMask(monthOf(number), number, number)).toBe(1 << (number - start))
    }),
  )
})

test('the mask of a range has exactly the days of the month that lie in it', () => {
  fc.assert(
    fc.property(day, day, day, (inMonth, from, to) => {
      const month = monthOf(inMonth)
      let expected = 0
      for (let each = monthStart(month); each < monthStart(month + 1); each++) {
        if (each >= from && each <= to) expected |= 1 << (each - monthStart(month))
      }
      expect(daysMask(month, from, to)).toBe(expected)
    }),
  )
})

test('a player was created on the day that the zone had then, or before every day when that is unknown', () => {
  const createdOn = (created_at: string, zone: string) => createdDayNumber({ created_at }, zone)
  expect(dayText(createdOn('2026-01-01 02:00:00', 'America/Sao_Paulo'))).toBe('2025-12-31')
  expect(dayText(createdOn('2026-01-01 02:00:00', 'Asia/Kathmandu'))).toBe('2026-01-01')
  expect(createdOn('no time', 'UTC')).toBe(-Infinity)
})

test('a text that is not a day is refused', () => {
  for (const wrong of ['', '2026-13-01', 'yesterday', '2026-01-01T00:00']) {
    expect(() => dayNumber(wrong)).toThrow('Not a calendar day')
  }
})
