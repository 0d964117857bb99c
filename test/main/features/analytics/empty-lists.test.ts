import { expect, test } from 'vitest'
import { makeCompleteness } from '../../../../src/main/features/analytics/completeness.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { daysOf } from '../../../../src/shared/time/period.ts'
import { virtualClock } from '../../../support/clock.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, ZONE } from '../../../support/store-folder.ts'
import { aReading } from '../../../support/stored-reading.ts'

const PLAYER = aPlayer(1)
const OLD = { start: '2026-02-01', end: '2026-02-07' }
const RECENT = { start: '2026-03-04', end: '2026-03-10' }
const { clicksTimed, stats, userEngagement } = requestsAbout(PLAYER, OLD, ZONE)
const CLICKED = [{ timed: 3, total_clicks: 7 }]

/** A service that answers as given, one answer after the other, and counts `total_clicked` clicks. */
function aDesk(total_clicked: number, ...lists: unknown[][]) {
  const desk = aReading(Date.UTC(2026, 2, 10, 12), [PLAYER])
  desk.state.answer = (name) =>
    name === 'stats'
      ? { ...NO_STATISTICS, total_viewed: 500, total_started: 400, total_clicked }
      : (lists.shift() ?? [])
  const clicks = async () => (await desk.read('clicksTimed', clicksTimed.input)).value
  const count = () => desk.asked.filter(({ name }) => name === 'clicksTimed').length
  return { ...desk, clicks, count }
}

test('an empty list that the figures of its period contradict is requested once more, seconds later', async () => {
  const { clicks, count, clock } = aDesk(7, [], CLICKED)
  const before = clock.now()
  expect(await clicks()).toEqual(CLICKED)
  expect(count()).toBe(2)
  expect(clock.now() - before).toBeGreaterThan(2000)
})

test('an empty list is accepted at once when the figures of its period were answered well before', async () => {
  const { read, clicks, count, clock } = aDesk(7, [], CLICKED)
  await read('stats', stats.input)
  await clock.until(clock.wait(2000))
  expect(await clicks()).toEqual([])
  expect(count()).toBe(1)
})

test('on a computer whose clock is far ahead, an empty list is requested once more too', async () => {
  const { read, state, clicks, count } = aDesk(7, [], CLICKED)
  state.aheadMs = 2 * 3_600_000
  await read('stats', stats.input)
  expect(await clicks()).toEqual(CLICKED)
  expect(count()).toBe(2)
})

test('a list that is empty again is shown and kept', async () => {
  const { clicks, count } = aDesk(7, [], [])
  expect(await clicks()).toEqual([])
  expect(await clicks()).toEqual([])
  expect(count()).toBe(2)
})

test('an empty list that the figures of its period confirm is accepted at once', async () => {
  const { clicks, count } = aDesk(0, [], CLICKED)
  expect(await clicks()).toEqual([])
  expect(count()).toBe(1)
})

test('of a download too, an empty list is requested once more, unless the stored figures of its period confirm it', async () => {
  const asked = async (total_clicked: number | null) => {
    const { reading, read, clock } = aDesk(total_clicked ?? 0)
    if (total_clicked !== null) await read('stats', stats.input)
    const of = { account_id: ACCOUNT, ...clicksTimed }
    const empty = { value: [], asOf: clock.now() }
    const again = { value: CLICKED, asOf: clock.now() + 2000 }
    const verdict = await reading.completeness.classify(of, empty)
    const ask = async () => again
    const kept = await clock.until(reading.completeness.refetch(of, empty, { ask }))
    return [verdict, kept.value]
  }
  expect(await asked(null)).toEqual(['unconfirmed', CLICKED])
  expect(await asked(7)).toEqual(['unconfirmed', CLICKED])
  expect(await asked(0)).toEqual(['complete', []])
})

test('an incomplete answer is requested again seconds later also when the clock was set back since', async () => {
  const clock = virtualClock(Date.UTC(2026, 2, 10, 12))
  const store = { answer: async () => null, days: async () => [], listedPlayer: async () => null }
  const { refetch } = makeCompleteness({ store, clock })
  const empty = { value: NO_STATISTICS, asOf: clock.now() }
  clock.setBack(6 * 3_600_000)
  const whole = { value: { ...NO_STATISTICS, total_started: 9 }, asOf: clock.now() }
  const again = refetch({ account_id: ACCOUNT, ...stats }, empty, { ask: async () => whole })
  expect(await clock.until(again)).toBe(whole)
  expect(clock.monotonic()).toBe(2000)
})

test('a download requests lists once the service has had time to compute their period', async () => {
  const clock = virtualClock(Date.UTC(2026, 2, 10, 12))
  const store = { answer: async () => null, days: async () => [], listedPlayer: async () => null }
  const { classify, isComputed } = makeCompleteness({ store, clock })
  const of = { account_id: ACCOUNT }
  expect(isComputed({ ...of, ...clicksTimed })).toBe(true)
  const value = { grouped_timed: [{ timed: 0, total_users: 9 }] }
  await classify({ ...of, ...userEngagement }, { value, asOf: clock.now() })
  expect(isComputed({ ...of, ...clicksTimed })).toBe(false)
  await clock.until(clock.wait(2000))
  expect(isComputed({ ...of, ...clicksTimed })).toBe(true)
})

test('stored days without activity confirm a zero also while the computer’s clock is far ahead', async () => {
  const { read, clock, state, asked } = aReading(Date.UTC(2026, 2, 10, 12), [PLAYER])
  const { stats, statsByDay } = requestsAbout(PLAYER, RECENT, ZONE)
  state.answer = (name) =>
    name === 'statsByDay'
      ? daysOf(RECENT).map((date_key) => ({ ...NO_STATISTICS, date_key }))
      : NO_STATISTICS
  clock.setBack(-2 * 3_600_000)
  state.aheadMs = 2 * 3_600_000
  await read('statsByDay', statsByDay.input)
  await clock.advance(60_000)
  asked.length = 0
  expect((await read('stats', stats.input)).value).toEqual(NO_STATISTICS)
  expect(asked).toHaveLength(1)
})
