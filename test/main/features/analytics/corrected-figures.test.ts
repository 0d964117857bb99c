import { expect, test } from 'vitest'
import type { Failure } from '../../../../src/shared/failure.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { daysOf, type Period } from '../../../../src/shared/time/period.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, ZONE } from '../../../support/store-folder.ts'
import { aReading } from '../../../support/stored-reading.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const DAY = 86_400_000
const PLAYER = aPlayer(1)
const OLD: Period = { start: '2026-02-01', end: '2026-02-07' }
const OFFLINE: Failure = { kind: 'offline', reason: 'unreachable', host: 'example.com' }

/** A settled answer of a period, and its days, of which one was read again ten days later and has so much more. */
async function withLaterDay(added: number) {
  const { clock, reading, read, asked, state } = aReading(NOW, [PLAYER])
  const about = (period: Period) => requestsAbout(PLAYER, period, ZONE)
  const figures = (more: number) => ({ ...NO_STATISTICS, total_viewed: 70 + more })
  const keepDays = (period: Period, total_viewed: number) =>
    reading.keep(ACCOUNT, 'statsByDay', about(period).statsByDay.input, {
      value: daysOf(period).map((day) => ({ ...NO_STATISTICS, total_viewed, date_key: day })),
      asOf: clock.now(),
    })
  await keepDays(OLD, 10)
  const { input } = about(OLD).stats
  state.answer = () => figures(0)
  await read('stats', input)
  await clock.advance(10 * DAY)
  await keepDays({ start: OLD.end, end: OLD.end }, 10 + added)
  await clock.advance(DAY)
  return {
    ...{ clock, asked, state, before: figures(0), corrected: figures(added) },
    read: () => read('stats', input),
  }
}

test('a settled answer is requested once more when days of which one was read later add up to something else', async () => {
  const { clock, read, asked, state, before, corrected } = await withLaterDay(3)
  state.answer = () => corrected
  expect(await read()).toMatchObject({ value: before, from: 'store', isSettled: false })
  await clock.advance(100)
  for (let hour = 0; hour < 3; hour++) {
    expect(await read()).toMatchObject({ value: corrected, isSettled: true, trouble: null })
    await clock.advance(60 * MINUTE)
  }
  expect(asked).toHaveLength(2)
})

test('a settled answer that does not change is requested only once more, whatever its days add up to', async () => {
  const { clock, read, asked } = await withLaterDay(3)
  await read()
  await clock.advance(100)
  for (let hour = 0; hour < 3; hour++) {
    expect((await read()).isSettled).toBe(true)
    await clock.advance(60 * MINUTE)
  }
  expect(asked).toHaveLength(2)
})

test('a settled answer that later days confirm is not requested again', async () => {
  const { clock, read, asked } = await withLaterDay(0)
  expect((await read()).isSettled).toBe(true)
  await clock.advance(MINUTE)
  expect(asked).toHaveLength(1)
})

test('offline, a settled answer stays although its days add up to something else since', async () => {
  const { clock, read, state, before } = await withLaterDay(3)
  state.failure = OFFLINE
  await read()
  await clock.advance(100)
  expect(await read()).toMatchObject({ value: before, from: 'store', trouble: OFFLINE })
})
