import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChangeAnnotation } from '../../../../src/shared/features/annotations/annotation.ts'
import {
  EFFECT_LENGTHS,
  effectWindows,
  existsThroughout,
  growingDays,
  othersWithin,
  unfinishedDay,
} from '../../../../src/shared/features/publishing/effect.ts'
import { addDays, dayCount, daysOf } from '../../../../src/shared/time/period.ts'

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

test('before and after have as many days, on the same weekdays, and never the day of the change', () => {
  const asked = fc.record({
    offset: fc.nat(800),
    since: fc.integer({ min: 2, max: 60 }),
    length: fc.constantFrom(...EFFECT_LENGTHS),
  })
  fc.assert(
    fc.property(asked, ({ offset, since, length }) => {
      const day = addDays('2025-01-01', offset)
      const today = addDays(day, since)
      const windows = effectWindows(day, today, length)
      if (!windows) throw new Error('a day has passed')
      const { before, after } = windows
      expect(dayCount(before)).toBe(dayCount(after))
      expect(before.end < day && day < after.start && after.end < today).toBe(true)
      const sorted = (period: typeof before) =>
        daysOf(period)
          .map(weekday)
          .sort((a, b) => a - b)
      expect(sorted(before)).toEqual(sorted(after))
      expect(dayCount(after)).toBeLessThanOrEqual(length)
    }),
  )
})

test('there is no comparison until a whole day has passed', () => {
  expect(effectWindows('2026-06-10', '2026-06-10', 7)).toBeNull()
  expect(effectWindows('2026-06-10', '2026-06-11', 7)).toBeNull()
  expect(effectWindows('2026-06-10', '2026-06-12', 7)).toEqual({
    before: { start: '2026-06-04', end: '2026-06-04' },
    after: { start: '2026-06-11', end: '2026-06-11' },
  })
})

test('the compared days are whole weeks, so that each weekday counts equally on both sides', () => {
  expect(effectWindows('2026-06-10', '2026-06-22', 14)).toEqual({
    before: { start: '2026-06-03', end: '2026-06-09' },
    after: { start: '2026-06-11', end: '2026-06-17' },
  })
})

test('days whose sales may still arrive are listed', () => {
  const period = { start: '2026-06-01', end: '2026-06-03' }
  expect(growingDays(period, 'UTC', Date.UTC(2026, 5, 6))).toEqual(['2026-06-03'])
  expect(growingDays(period, 'UTC', Date.UTC(2026, 5, 20))).toEqual([])
})

test('a day that was not over when its figures were read is named, until they are settled', () => {
  const period = { start: '2026-03-06', end: '2026-03-12' }
  const dayOf = (time: string, more = {}) =>
    unfinishedDay(period, 'America/Sao_Paulo', { asOf: Date.parse(time), ...more })
  expect(dayOf('2026-03-12T15:00Z')).toBe('2026-03-12')
  expect(dayOf('2026-03-13T03:00Z')).toBeNull()
  const dayTimes = { '2026-03-07': Date.parse('2026-03-07T15:00Z') }
  expect(dayOf('2026-03-13T15:00Z', { dayTimes })).toBe('2026-03-07')
  expect(dayOf('2026-03-12T15:00Z', { isSettled: true })).toBeNull()
})

test('a player created during a period did not exist throughout it', () => {
  const period = { start: '2026-06-02', end: '2026-06-03' }
  expect(existsThroughout({ created_at: '2026-06-02 01:00:00' }, period, 'UTC')).toBe(false)
  expect(existsThroughout({ created_at: '2026-06-02 01:00:00' }, period, 'America/Sao_Paulo')).toBe(
    true,
  )
  expect(existsThroughout({ created_at: '' }, period, 'UTC')).toBe(true)
})

test('every other change between the first and the last compared day is named', () => {
  const on = (day: string, key = day): ChangeAnnotation => ({
    key,
    day,
    end: day,
    at: 0,
    kind: 'posted',
    text: '',
    entries: [],
  })
  const windows = effectWindows('2026-06-10', '2026-07-01', 7)
  if (!windows) throw new Error('a day has passed')
  const own = on('2026-06-10', 'own')
  const days = ['2026-06-02', '2026-06-03', '2026-06-10', '2026-06-17', '2026-06-18']
  const found = othersWithin(windows, own, [own, ...days.map((day) => on(day))])
  expect(found.map(({ day }) => day)).toEqual(['2026-06-03', '2026-06-10', '2026-06-17'])
})
