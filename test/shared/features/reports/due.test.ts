import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import type { Every } from '../../../../src/shared/features/reports/schedule.ts'
import { dueTimes } from '../../../../src/shared/features/reports/schedule.ts'

const SAO_PAULO = 'America/Sao_Paulo'
const NEW_YORK = 'America/New_York'

const at = (wall: string, zone: string) =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds

function wallsOf(every: Every, time: string, span: { since: string; now: string; zone: string }) {
  const { since, now, zone } = span
  const due = dueTimes({ every, time }, { since: at(since, zone), now: at(now, zone), zone })
  return due.map((ms) =>
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
  )
}

test('a daily schedule is due once a day at its time, after the last run and until now', () => {
  const span = { since: '2026-03-01T08:00', now: '2026-03-03T08:00', zone: SAO_PAULO }
  expect(wallsOf({ kind: 'day' }, '08:00', span)).toEqual(['2026-03-02T08:00', '2026-03-03T08:00'])
  expect(wallsOf({ kind: 'day' }, '08:01', span)).toEqual(['2026-03-01T08:01', '2026-03-02T08:01'])
})

test('a weekly schedule is due on its weekday', () => {
  const span = { since: '2026-03-01T00:00', now: '2026-03-31T23:59', zone: SAO_PAULO }
  expect(wallsOf({ kind: 'week', weekday: 1 }, '09:30', span)).toEqual([
    '2026-03-02T09:30',
    '2026-03-09T09:30',
    '2026-03-16T09:30',
    '2026-03-23T09:30',
    '2026-03-30T09:30',
  ])
})

test('in a month that is too short a monthly schedule is due on the last day', () => {
  const span = { since: '2027-12-31T23:00', now: '2028-04-30T23:00', zone: SAO_PAULO }
  expect(wallsOf({ kind: 'month', day: 31 }, '07:00', span)).toEqual([
    '2028-01-31T07:00',
    '2028-02-29T07:00',
    '2028-03-31T07:00',
    '2028-04-30T07:00',
  ])
})

test('a time that clocks skip is due an hour later, and a repeated one only once', () => {
  const spring = { since: '2026-03-07T12:00', now: '2026-03-09T12:00', zone: NEW_YORK }
  expect(wallsOf({ kind: 'day' }, '02:30', spring)).toEqual([
    '2026-03-08T03:30',
    '2026-03-09T02:30',
  ])
  const autumn = { since: '2026-10-31T12:00', now: '2026-11-02T12:00', zone: NEW_YORK }
  expect(wallsOf({ kind: 'day' }, '01:30', autumn)).toEqual([
    '2026-11-01T01:30',
    '2026-11-02T01:30',
  ])
})

test('a time that clocks skip at the end of a day is due before it, on the same day', () => {
  const spring = { since: '2026-03-27T12:00', now: '2026-03-30T12:00', zone: 'America/Nuuk' }
  expect(wallsOf({ kind: 'day' }, '23:30', spring)).toEqual([
    '2026-03-27T23:30',
    '2026-03-28T22:30',
    '2026-03-29T23:30',
  ])
})

test('nothing is due after the clock was set back', () => {
  const span = { since: '2026-03-05T08:00', now: '2026-03-01T09:00', zone: SAO_PAULO }
  expect(wallsOf({ kind: 'day' }, '08:00', span)).toEqual([])
})

test('checking in steps of any length finds the same due times as checking once', () => {
  const every = fc.oneof(
    fc.constant({ kind: 'day' as const }),
    fc.record({ kind: fc.constant('week' as const), weekday: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ kind: fc.constant('month' as const), day: fc.integer({ min: 1, max: 31 }) }),
  )
  const time = fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
    .map(({ hour, minute }) => Temporal.PlainTime.from({ hour, minute }).toString().slice(0, 5))
  const zone = fc.constantFrom(SAO_PAULO, NEW_YORK, 'Asia/Kathmandu', 'Pacific/Apia', 'UTC')
  const start = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 })
  const hours = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      fc.record({ every, time }),
      zone,
      start,
      hours,
      (schedule, inZone, since, steps) => {
        let last = since
        let now = since
        const found: number[] = []
        for (const step of steps) {
          now += step * 3_600_000
          const due = dueTimes(schedule, { since: last, now, zone: inZone })
          found.push(...due)
          last = due.at(-1) ?? last
        }
        expect(found).toEqual(dueTimes(schedule, { since, now, zone: inZone }))
        expect(new Set(found).size).toBe(found.length)
        expect(found).toEqual(found.toSorted((a, b) => a - b))
      },
    ),
  )
})
