import { expect, test } from 'vitest'
import { eventDays } from '../../../../src/shared/api/event-counts.ts'
import {
  engagementDaysTable,
  eventDaysTable,
  isAllZero,
  refusedEvents,
} from '../../../../src/shared/features/live/event-days.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { cellAt, totalOf } from '../../../support/statistics.ts'

const day = (date: string, count: string) => ({
  day: date,
  total: count,
  total_uniq_device: '1',
  total_uniq_session: '2',
})
const all = ['viewed', 'started', 'paused', 'finished', 'clicked']
const answered = (counts: Record<string, string[]>) => ({
  value: all
    .filter((event) => counts[event])
    .map((event) =>
      eventDays.parse({
        event,
        events_by_day: counts[event]?.map((count, index) => day(`2026-03-0${index + 1}`, count)),
      }),
    ),
  asOf: 5,
})

test('counts sent as strings become exactly those integers, and only event counts are summed', () => {
  const largest = '999999999999999'
  const each = Object.fromEntries(all.map((event) => [event, ['3', '4']]))
  const table = eventDaysTable(answered({ ...each, paused: [largest, '0'] }))
  expect(cellAt(table, 0, 'total_paused')).toBe(999_999_999_999_999)
  expect(JSON.stringify(cellAt(table, 0, 'total_paused'))).toBe(largest)
  expect(cellAt(table, 1, 'total_started_session_uniq')).toBe(2)
  expect(cellAt(table, 1, 'total_started_device_uniq')).toBe(1)
  expect(totalOf(table, 'total_started')).toBe(7)
  expect(totalOf(table, 'total_started_session_uniq')).toEqual(missing('not-applicable'))
  expect(table.rows.map(([date]) => date)).toEqual(['2026-03-01', '2026-03-02'])
})

test('a requested event without an answer is missing, not zero', () => {
  const table = eventDaysTable(answered({ started: ['3'] }))
  expect(cellAt(table, 0, 'total_finished')).toEqual(missing('failed'))
  expect(totalOf(table, 'total_finished')).toEqual(missing('failed'))
  expect(totalOf(table, 'total_started')).toBe(3)
})

test('the events that the service refused are those without an answer', () => {
  expect(refusedEvents(answered({ started: ['3'], viewed: ['3'], finished: ['1'] }).value)).toEqual(
    ['paused', 'clicked'],
  )
})

test('days without any event are recognized also where the service refused to count some events', () => {
  const found = (counts: string[]) => {
    const { value, asOf } = answered({ started: counts, viewed: ['0', '0'] })
    const days = value.map((one) => ({
      ...one,
      events_by_day: one.events_by_day.map((each) => ({
        ...each,
        ...{ total_uniq_session: '0', total_uniq_device: '0' },
      })),
    }))
    return isAllZero(eventDaysTable({ value: days, asOf }))
  }
  expect([found(['0', '0']), found(['0', '3'])]).toEqual([true, false])
  expect(isAllZero(eventDaysTable(answered({})))).toBe(false)
})

test('the engagement of days that can no longer change is final', () => {
  const value = [{ date: '2026-03-01', engagement_rate: '41.50' }]
  expect(engagementDaysTable({ value, asOf: 5, isSettled: true }, null)).toMatchObject({
    rows: [['2026-03-01', 41.5]],
    asOf: 5,
    isSettled: true,
  })
})

test('the engagement of a day without plays is not applicable, one of 0 % is a figure, and without the events neither is known', () => {
  const rates = ['0', '0', '41.50', '0']
  const value = rates.map((engagement_rate, at) => ({
    date: `2026-03-0${at + 1}`,
    engagement_rate,
  }))
  // The events of the third day are older than its rate, and those of the fourth are not known.
  const events = answered({ started: ['0', '3', '0'] })
  const rated = (known: Parameters<typeof engagementDaysTable>[1], lacking?: 'loading') =>
    engagementDaysTable({ value, asOf: 5 }, known, lacking).rows.map(([, rate]) => rate)
  const unknown = missing('not-downloaded')
  expect(rated(events)).toEqual([missing('not-applicable'), 0, 41.5, unknown])
  expect(rated(null)).toEqual([unknown, unknown, 41.5, unknown])
  expect(rated(null, 'loading')[0]).toEqual(missing('loading'))
  expect(rated(answered({ viewed: ['3', '3', '3', '3'] }))[0]).toEqual(missing('failed'))
})
