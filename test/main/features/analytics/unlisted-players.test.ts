import { expect, test } from 'vitest'
import { EMPTY_ANSWERS } from '../../../../src/main/features/analytics/reading.ts'
import type { AnalyticsName } from '../../../../src/shared/api/analytics.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { daysOf, type Period } from '../../../../src/shared/time/period.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, ZONE } from '../../../support/store-folder.ts'
import { aReading } from '../../../support/stored-reading.ts'

// Noon in UTC: 09:00 of 10 March in São Paulo.
const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const PLAYER = aPlayer(1)
const RECENT: Period = { start: '2026-03-04', end: '2026-03-10' }

const about = (period: Period) => requestsAbout(PLAYER, period, ZONE)

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
