import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayNumber,
  daysMask,
  dayText,
  makeDayInZone,
  monthOf,
  monthStart,
} from '../../../../src/main/features/analytics/calendar.ts'
import { todayIn } from '../../../../src/shared/time/period.ts'

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

test('a UTC time falls on the day that the zone has then', () => {
  const zones = fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Apia')
  const instant = fc.integer({ min: 1_262_304_000, max: 1_900_000_000 })
  fc.assert(
    fc.property(zones, instant, (zone, seconds) => {
      const utc = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
      expect(dayText(makeDayInZone(zone)(utc) ?? 0)).toBe(todayIn(zone, seconds * 1000))
    }),
  )
  expect(makeDayInZone('UTC')('no time')).toBeNull()
})

test('a text that is not a day is refused', () => {
  for (const wrong of ['', '2026-13-01', 'yesterday', '2026-01-01T00:00']) {
    expect(() => dayNumber(wrong)).toThrow('Not a calendar day')
  }
})
