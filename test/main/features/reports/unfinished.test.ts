import { expect, test } from 'vitest'
import { unfinishedIn } from '../../../../src/main/features/reports/unfinished.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { type Period, todayIn } from '../../../../src/shared/time/period.ts'

const zone = 'America/Sao_Paulo'
const period = { start: '2026-11-20', end: '2026-11-26' }
const comparison = { start: '2026-11-13', end: '2026-11-19' }
const now = Date.parse('2026-11-27T12:00:00Z')
const when = { zone, today: todayIn(zone, now) }
const player = { id: 'a'.repeat(24), duration: 600, pitch_time: 0 }

const answer = (days: Period, at: string, more = {}) => ({
  ...{ noun: 'analytics', verb: 'stats', input: requestsAbout(player, days, zone).stats.input },
  value: { asOf: Date.parse(at), isSettled: false, ...more },
})
const overview = (current?: Period, compared?: Period) => ({
  ...{ noun: 'overview', verb: 'read', input: { period, comparison } },
  value: {
    rows: [
      { current: {}, comparison: null },
      { current: { unfinished: current }, comparison: { unfinished: compared } },
    ],
  },
})
const unfinished = (...calls: Parameters<typeof unfinishedIn>[0]) =>
  unfinishedIn(calls, { period, comparison }, when)

test('a day is unfinished in a report whose figures of it were read before it was over', () => {
  expect(unfinished(answer(period, '2026-11-27T12:00:00Z'))).toBeNull()
  expect(unfinished(answer(period, '2026-11-26T12:00:00Z'))).toBe('2026-11-26')
  expect(unfinished(answer(comparison, '2026-11-19T12:00:00Z'))).toBe('2026-11-19')
  const today = { period: { ...period, end: '2026-11-27' }, comparison }
  expect(unfinishedIn([], today, when)).toBe('2026-11-27')
  const earlier = answer(today.period, '2026-11-25T12:00:00Z')
  expect(unfinishedIn([earlier], today, when)).toBe('2026-11-25')
})

test('answers about other days, or of days each read once over, leave no day unfinished', () => {
  const other = { start: '2026-11-01', end: '2026-11-26' }
  expect(unfinished(answer(other, '2026-11-26T12:00:00Z'))).toBeNull()
  expect(unfinished(answer(comparison, '2026-11-20T12:00:00Z'))).toBeNull()
  const dayTimes = Object.fromEntries(
    ['23', '24', '25', '26'].map((day) => [`2026-11-${day}`, now]),
  )
  expect(unfinished(answer(period, '2026-11-23T12:00:00Z', { dayTimes }))).toBeNull()
})

test('so it is in the report of an overview, for the period and for its comparison', () => {
  const [days, compared] = [period, comparison].map(({ end }) => ({ start: end, end }))
  expect(unfinished(overview())).toBeNull()
  expect(unfinished(overview(days))).toBe('2026-11-26')
  expect(unfinished(overview(undefined, compared))).toBe('2026-11-19')
  expect(unfinished(overview({ ...period, start: '2026-11-24' }, compared))).toBe('2026-11-24')
})
