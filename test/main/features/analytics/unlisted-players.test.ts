import { expect, test } from 'vitest'
import { EMPTY_ANSWERS } from '../../../../src/main/features/analytics/reading.ts'
import type { AnalyticsName } from '../../../../src/shared/api/analytics.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { daysOf, type Period } from '../../../../src/shared/time/period.ts'
import { aDay, aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, ZONE } from '../../../support/store-folder.ts'
import { aReading } from '../../../support/stored-reading.ts'

// Noon in UTC: 09:00 of 10 March in São Paulo.
const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const PLAYER = aPlayer(1)
const RECENT: Period = { start: '2026-03-04', end: '2026-03-10' }
const OLD: Period = { start: '2026-02-01', end: '2026-02-07' }
const OFFLINE: Failure = { kind: 'offline', reason: 'unreachable', host: 'example.com' }

const about = (period: Period) => requestsAbout(PLAYER, period, ZONE)

/** Days that were stored of a player which is no longer listed, and of another one that is, offline. */
async function afterLeaving(own: readonly Period[], others: readonly Period[], othersAt = NOW) {
  const { read, reading, verbs, state } = aReading(NOW, [PLAYER])
  const keep = (period: Period, player: Player, asOf: number) =>
    reading.keep(ACCOUNT, 'statsByDay', requestsAbout(player, period, ZONE).statsByDay.input, {
      value: daysOf(period).map((day) => aDay(day)),
      asOf,
    })
  for (const period of own) await keep(period, PLAYER, NOW)
  for (const period of others) await keep(period, aPlayer(2), othersAt)
  verbs.keepAnswer(ACCOUNT, 'players', {}, [aPlayer(2)], NOW, false)
  state.failure = OFFLINE
  return read('statsByDay', about(OLD).statsByDay.input)
}

test('a player that left the list has the days since it was created, when others have days before', async () => {
  const own = { ...OLD, start: '2026-02-03' }
  expect(await afterLeaving([own], [OLD])).toMatchObject({
    value: daysOf(own).map((day) => aDay(day)),
    // It may have had others before, which were not requested.
    isSettled: false,
  })
})

test.each<[string, Period[], Period[], othersAt?: number]>([
  ['no player has the first day', [{ start: '2026-02-03', end: OLD.end }], []],
  [
    'others have the days before from a later request alone',
    [{ start: '2026-02-03', end: OLD.end }],
    [OLD],
    NOW + 2 * MINUTE,
  ],
  ['its last day is missing', [{ start: '2026-02-03', end: '2026-02-06' }], [OLD]],
  [
    'it has days from before the period',
    [
      { start: '2026-01-30', end: '2026-01-30' },
      { start: '2026-02-03', end: OLD.end },
    ],
    [OLD],
  ],
  [
    'it has the first day and lacks the next',
    [
      { start: OLD.start, end: OLD.start },
      { start: '2026-02-03', end: OLD.end },
    ],
    [OLD],
  ],
])('the stored days of a player that left the list are not complete when %s', async (...given) => {
  const [, ...stored] = given
  await expect(afterLeaving(...stored)).rejects.toMatchObject({ failure: OFFLINE })
})

test('stored days of a player that left the list are requested again only when they are old', async () => {
  const { clock, reading, state, verbs, asked, subscribe } = aReading(NOW, [PLAYER])
  const { input } = about(RECENT).statsByDay
  const value = daysOf(RECENT).map((day) => ({ ...NO_STATISTICS, date_key: day }))
  await reading.keep(ACCOUNT, 'statsByDay', input, { value, asOf: NOW })
  verbs.keepAnswer(ACCOUNT, 'players', {}, [], NOW, false)
  state.answer = (name) => (name === 'statsByDay' ? [] : EMPTY_ANSWERS[name as AnalyticsName])
  await clock.advance(10 * MINUTE)
  subscribe('statsByDay', input)
  await clock.advance(10_000)
  expect(asked).not.toEqual([])
  asked.length = 0
  await clock.advance(MINUTE)
  expect(asked).toEqual([])
})
