import { expect, test } from 'vitest'
import { EMPTY_ANSWERS } from '../../../../src/main/features/analytics/reading.ts'
import type { AnalyticsName } from '../../../../src/shared/api/analytics.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { daysOf, type Period } from '../../../../src/shared/time/period.ts'
import { aDay, aPlayer, statisticsOf } from '../../../support/store-data.ts'
import { ACCOUNT, ZONE } from '../../../support/store-folder.ts'
import { aReading } from '../../../support/stored-reading.ts'

// Noon in UTC: 09:00 of 10 March in São Paulo.
const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const DAY = 86_400_000
const PLAYER = aPlayer(1)
const RECENT: Period = { start: '2026-03-04', end: '2026-03-10' }
const OLD: Period = { start: '2026-02-01', end: '2026-02-07' }
const OFFLINE: Failure = { kind: 'offline', reason: 'unreachable', host: 'example.com' }

const aDesk = (players: Player[] = [PLAYER]) => aReading(NOW, players)

const about = (period: Period, player = PLAYER) => requestsAbout(player, period, ZONE)

test('with nothing stored the answer comes from the service, and is stored before it is returned', async () => {
  const { read, verbs, asked } = aDesk()
  const { input } = about(RECENT).stats
  const answer = await read('stats', input)
  const value = statisticsOf('stats')
  expect(answer).toEqual({
    value,
    asOf: NOW + 100,
    from: 'service',
    isSettled: false,
    trouble: null,
  })
  expect(verbs.answer(ACCOUNT, 'stats', input)).toMatchObject({ value, asOf: NOW + 100 })
  expect(asked).toEqual([{ name: 'stats', input }])
})

test('a stored answer is returned at once, and refreshed in the background if it is old and unsettled', async () => {
  const { read, clock, asked, state } = aDesk()
  const { input } = about(RECENT).stats
  await read('stats', input)
  await clock.advance(9 * MINUTE)
  expect((await read('stats', input)).from).toBe('store')
  expect(asked).toHaveLength(1)
  await clock.advance(MINUTE)
  state.answer = () => statisticsOf('newer')
  const before = clock.monotonic()
  expect(await read('stats', input)).toMatchObject({ value: statisticsOf('stats'), from: 'store' })
  expect(clock.monotonic()).toBe(before)
  expect([asked.length, state.changes]).toEqual([2, 0])
  await clock.advance(100)
  expect(state.changes).toBe(1)
  expect(await read('stats', input)).toMatchObject({
    value: statisticsOf('newer'),
    asOf: clock.now(),
    from: 'store',
  })
  expect(asked).toHaveLength(2)
})

test('live users are fresh for half a minute', async () => {
  const { read, clock, asked, state } = aDesk()
  state.answer = () => [{ domain: 'a.example', live_users: 3 }]
  const input = { player_id: PLAYER.id, minutes: 60 }
  await read('liveUsers', input)
  await clock.advance(29_000)
  await read('liveUsers', input)
  expect(asked).toHaveLength(1)
  await clock.advance(1000)
  await read('liveUsers', input)
  expect(asked).toHaveLength(2)
})

test('an answer that was settled when requested is never requested again, except by the user', async () => {
  const { read, clock, asked } = aDesk()
  const { stats, statsByDay } = about(OLD)
  for (const { name, input } of [stats, statsByDay]) {
    expect((await read(name, input)).isSettled).toBe(true)
    await clock.advance(400 * DAY)
    expect(await read(name, input)).toMatchObject({ from: 'store', isSettled: true, trouble: null })
  }
  expect(asked).toHaveLength(2)
  expect(await read('stats', stats.input, { refresh: true })).toMatchObject({ from: 'service' })
  expect(asked).toHaveLength(3)
})

test('the marks of a player are never settled, because they are those of now', async () => {
  const { read, clock, asked } = aDesk()
  const { customMetrics } = about(OLD)
  expect((await read('customMetrics', customMetrics.input)).isSettled).toBe(false)
  await clock.advance(DAY)
  expect((await read('customMetrics', customMetrics.input)).from).toBe('store')
  await clock.advance(1000)
  expect(asked).toHaveLength(2)
})

test('days read at different times are settled individually, and not requested again', async () => {
  const { read, clock, asked, reading } = aDesk()
  const value = (period: Period) => daysOf(period).map((day) => aDay(day))
  const days = (period: Period, asOf: number) =>
    reading.keep(ACCOUNT, 'statsByDay', about(period).statsByDay.input, {
      value: value(period),
      asOf,
    })
  // The first half was asked before the second half was over, but after it was settled itself.
  await days({ start: '2026-02-01', end: '2026-02-03' }, Date.UTC(2026, 1, 7, 12))
  await days({ start: '2026-02-04', end: '2026-02-07' }, NOW)
  await clock.advance(DAY)
  expect(await read('statsByDay', about(OLD).statsByDay.input)).toMatchObject({
    from: 'store',
    isSettled: true,
    asOf: Date.UTC(2026, 1, 7, 12),
    value: value(OLD),
  })
  expect(asked).toEqual([])
})

test('stored days are as old as the oldest unsettled one', async () => {
  const { read, clock, reading } = aDesk()
  const value = (period: Period) => daysOf(period).map((day) => aDay(day))
  const days = (period: Period, asOf: number) =>
    reading.keep(ACCOUNT, 'statsByDay', about(period).statsByDay.input, {
      value: value(period),
      asOf,
    })
  await days({ start: RECENT.start, end: '2026-03-05' }, Date.UTC(2026, 2, 10))
  await days({ start: '2026-03-06', end: RECENT.end }, clock.now())
  expect(await read('statsByDay', about(RECENT).statsByDay.input)).toMatchObject({
    from: 'store',
    isSettled: false,
    asOf: clock.now(),
  })
})

test('stored days that were read at different times say when each was', async () => {
  const { read, clock, reading } = aDesk()
  const keep = (period: Period, asOf: number) =>
    reading.keep(ACCOUNT, 'statsByDay', about(period).statsByDay.input, {
      value: daysOf(period).map((day) => aDay(day)),
      asOf,
    })
  const period = { start: '2026-03-07', end: '2026-03-09' }
  const halfDay = clock.now() - DAY
  await keep({ start: '2026-03-07', end: '2026-03-08' }, clock.now())
  await keep({ start: '2026-03-09', end: '2026-03-09' }, halfDay)
  expect(await read('statsByDay', about(period).statsByDay.input)).toMatchObject({
    asOf: halfDay,
    dayTimes: { '2026-03-07': clock.now(), '2026-03-08': clock.now() },
  })
})

test('for days before a player was created, the answer is empty, settled, and as old as the player list', async () => {
  const { read, clock, verbs, asked } = aDesk()
  const young = { ...PLAYER, created_at: '2026-03-09 12:00:00' }
  verbs.keepAnswer(ACCOUNT, 'players', {}, [young], NOW, false)
  await clock.advance(DAY)
  expect(await read('statsByDay', about(OLD).statsByDay.input)).toMatchObject({
    value: [],
    asOf: NOW,
    isSettled: true,
  })
  expect(asked).toEqual([])
})

test('a failed refresh keeps the stored answer, reports the failure, and pauses for half a minute', async () => {
  const { read, clock, asked, state } = aDesk()
  const { input } = about(RECENT).stats
  const first = await read('stats', input)
  await clock.advance(10 * MINUTE)
  state.failure = OFFLINE
  expect(await read('stats', input)).toEqual({ ...first, from: 'store' })
  await clock.advance(100)
  expect(state.changes).toBe(1)
  expect(await read('stats', input)).toEqual({ ...first, from: 'store', trouble: OFFLINE })
  await clock.advance(29_000)
  await read('stats', input)
  expect(asked).toHaveLength(2)
  await clock.advance(1000)
  await read('stats', input)
  expect(asked).toHaveLength(3)
  await clock.advance(100)
  // The person does not have to wait, and is told too.
  expect(await read('stats', input, { refresh: true })).toEqual({
    ...first,
    from: 'store',
    trouble: OFFLINE,
  })
  state.failure = null
  expect(await read('stats', input, { refresh: true })).toMatchObject({
    from: 'service',
    trouble: null,
  })
  expect(await read('stats', input)).toMatchObject({ from: 'store', trouble: null })
})

test('a refresh by the user notifies every subscriber, whether or not it succeeds', async () => {
  const { read, state } = aDesk()
  const { input } = about(RECENT).stats
  await read('stats', input, { refresh: true })
  expect(state.changes).toBe(1)
  await read('stats', input)
  expect(state.changes).toBe(1)
  await read('stats', input, { refresh: true })
  expect(state.changes).toBe(2)
  state.failure = OFFLINE
  await read('stats', input, { refresh: true })
  expect(state.changes).toBe(3)
  expect(await read('stats', input)).toMatchObject({ from: 'store', trouble: OFFLINE })
})

test('a reported failure is cleared when a download stores a newer answer', async () => {
  const { read, clock, state, reading } = aDesk()
  const { input } = about(RECENT).stats
  await read('stats', input)
  await clock.advance(10 * MINUTE)
  state.failure = OFFLINE
  await read('stats', input)
  await clock.advance(MINUTE)
  expect((await read('stats', input)).trouble).toEqual(OFFLINE)
  await clock.advance(MINUTE)
  await reading.keep(ACCOUNT, 'stats', input, { value: statisticsOf('later'), asOf: clock.now() })
  expect(await read('stats', input)).toMatchObject({ value: statisticsOf('later'), trouble: null })
})

test('with nothing stored a failure is thrown, and the next read sends a new request at once', async () => {
  const { read, state, asked, verbs } = aDesk()
  const { input } = about(RECENT).stats
  state.failure = OFFLINE
  await expect(read('stats', input)).rejects.toMatchObject({ failure: OFFLINE })
  await expect(read('stats', input)).rejects.toMatchObject({ failure: OFFLINE })
  expect(asked).toHaveLength(2)
  expect(verbs.answer(ACCOUNT, 'stats', input)).toBeNull()
  state.failure = null
  expect(await read('stats', input)).toMatchObject({ from: 'service', trouble: null })
})

const REFUSED: Failure[] = [
  { kind: 'not-in-plan', code: 241, text: 'no' },
  { kind: 'invalid', fields: [], text: 'no' },
  { kind: 'forbidden', code: '', text: 'no' },
  { kind: 'not-found', text: 'no' },
]

test.each(REFUSED)('a refused request ($kind) is sent again only by the user', async (failure) => {
  const { read, clock, state, asked } = aDesk()
  const { input } = about(RECENT).stats
  state.failure = failure
  await expect(read('stats', input)).rejects.toMatchObject({ failure })
  await clock.advance(DAY)
  await expect(read('stats', input)).rejects.toMatchObject({ failure })
  expect(asked).toHaveLength(1)
  await expect(read('stats', input, { refresh: true })).rejects.toMatchObject({ failure })
  expect([asked.length, state.changes]).toEqual([2, 1])
  state.failure = null
  await read('stats', input, { refresh: true })
  expect(await read('stats', input)).toMatchObject({ from: 'store', trouble: null })
  // Also while an earlier answer is stored.
  state.failure = failure
  await read('stats', input, { refresh: true })
  await clock.advance(DAY)
  expect(await read('stats', input)).toMatchObject({ from: 'store', trouble: failure })
  expect(asked).toHaveLength(4)
})

test('with nothing stored, a request that the service could not answer pauses for half a minute', async () => {
  const { read, clock, state, asked } = aDesk()
  const { input } = about(RECENT).stats
  const failure: Failure = { kind: 'unavailable', status: 503, text: '' }
  state.failure = failure
  await expect(read('stats', input)).rejects.toMatchObject({ failure })
  await clock.advance(29_000)
  await expect(read('stats', input)).rejects.toMatchObject({ failure })
  expect(asked).toHaveLength(1)
  state.failure = null
  await clock.advance(1000)
  expect(await read('stats', input)).toMatchObject({ from: 'service' })
})

test('an answer that others contradict is requested three times, however long its screen is open', async () => {
  const { clock, state, asked, subscribe } = aDesk()
  const { stats, statsByDay, userEngagement } = about({ start: '2026-03-10', end: '2026-03-10' })
  const without = { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 }
  const answer = state.answer
  state.answer = (name, input) => (name === 'userEngagement' ? without : answer(name, input))
  for (const { name, input } of [stats, statsByDay, userEngagement]) subscribe(name, input)
  await clock.advance(MINUTE)
  expect(asked.filter(({ name }) => name === 'userEngagement')).toHaveLength(3)
})

test('concurrent reads of the same query share one request, and another query has its own', async () => {
  const { clock, reading, asked } = aDesk()
  const { stats } = about(RECENT)
  const read = (input: object) => reading.read('stats', { account_id: ACCOUNT, ...input })
  const same = Array.from({ length: 5 }, () => read(stats.input))
  const other = read({ ...stats.input, pitch_time: 1 })
  const answers = await clock.until(Promise.all([...same, other]))
  expect(new Set(answers.map(({ from }) => from))).toEqual(new Set(['service']))
  expect(asked.map(({ input }) => input['pitch_time'])).toEqual([PLAYER.pitch_time, 1])
})

test('partly stored days are requested completely; offline they are not returned as complete', async () => {
  const { read, clock, asked, state, reading } = aDesk()
  const { input } = about(RECENT).statsByDay
  const some = { start: RECENT.start, end: '2026-03-08' }
  const value = daysOf(some).map((day) => aDay(day))
  await reading.keep(ACCOUNT, 'statsByDay', about(some).statsByDay.input, { value, asOf: NOW })
  state.failure = OFFLINE
  await expect(read('statsByDay', input)).rejects.toMatchObject({ failure: OFFLINE })
  expect((await read('statsByDay', about(some).statsByDay.input)).value).toEqual(value)
  state.failure = null
  const whole = await read('statsByDay', input)
  expect(whole).toMatchObject({ from: 'service', value: daysOf(RECENT).map((day) => aDay(day)) })
  expect(asked).toHaveLength(2)
  await clock.advance(MINUTE)
  // Any part of the days that came is stored from now on.
  const part = { start: '2026-03-06', end: '2026-03-10' }
  expect(await read('statsByDay', about(part).statsByDay.input)).toMatchObject({ from: 'store' })
  expect(asked).toHaveLength(2)
})

test('days counted with another pitch or length are not reused', async () => {
  const { read, asked } = aDesk()
  const { input } = about(RECENT).statsByDay
  await read('statsByDay', input)
  for (const change of [{ pitch_time: 1 }, { video_duration: 5 }, { timezone: 'UTC' }]) {
    expect((await read('statsByDay', { ...input, ...change })).from).toBe('service')
  }
  expect(asked).toHaveLength(4)
})

test('a future day is not requested again and again', async () => {
  const { read, clock, asked, state } = aDesk()
  const month: Period = { start: '2026-03-01', end: '2026-03-31' }
  const { input } = about(month).statsByDay
  state.answer = () => daysOf({ start: month.start, end: '2026-03-10' }).map((day) => aDay(day))
  await read('statsByDay', input)
  expect(await read('statsByDay', input)).toMatchObject({ from: 'store', isSettled: false })
  expect(asked).toHaveLength(1)
  await clock.advance(DAY)
  expect(await read('statsByDay', input)).toMatchObject({ from: 'service' })
  expect(asked).toHaveLength(2)
})

test('queries only about days before the day before a player was created send no request', async () => {
  // In São Paulo it was still 9 February.
  const young = { ...PLAYER, created_at: '2026-02-10 01:30:00' }
  const { read, asked } = aDesk([young])
  const early = (end: string) => about({ start: '2026-02-01', end }, young)
  expect(await read('stats', early('2026-02-07').stats.input)).toMatchObject({
    value: NO_STATISTICS,
    from: 'store',
    isSettled: true,
  })
  const { statsByDay, clicksTimed } = early('2026-02-07')
  expect(await read('statsByDay', statsByDay.input)).toMatchObject({ value: [] })
  expect(await read('clicksTimed', clicksTimed.input)).toMatchObject({ value: [] })
  expect(asked).toEqual([])
  expect((await read('stats', early('2026-02-08').stats.input)).from).toBe('service')
})

test.each([
  ['the day before', '2026-02-08'],
  ['the day', '2026-02-09'],
])('stored days are complete when they begin %s a player was created', async (_name, start) => {
  // In São Paulo it was still 9 February.
  const young = { ...PLAYER, created_at: '2026-02-10 01:30:00' }
  const { read, state } = aDesk([young])
  const { input } = about({ start: '2026-02-01', end: '2026-02-12' }, young).statsByDay
  const rows = daysOf({ start, end: '2026-02-12' }).map((day) => aDay(day))
  state.answer = () => rows
  await read('statsByDay', input)
  expect(await read('statsByDay', input)).toMatchObject({ from: 'store', value: rows })
  const { input: longer } = about({ start: '2026-02-01', end: '2026-02-13' }, young).statsByDay
  expect(await read('statsByDay', longer)).toMatchObject({ from: 'service' })
})

test('an invalid creation time hides no day', async () => {
  const { read } = aDesk([{ ...PLAYER, created_at: 'unknown' }])
  const { input } = about(RECENT).statsByDay
  expect((await read('statsByDay', input)).from).toBe('service')
  expect((await read('statsByDay', input)).from).toBe('store')
})

test('after the clock is set back, an answer dated in the future is refreshed', async () => {
  const { read, clock, asked } = aDesk()
  const { input } = about(RECENT).stats
  await read('stats', input)
  clock.setBack(MINUTE * 30)
  await read('stats', input)
  await clock.advance(100)
  expect(asked).toHaveLength(2)
  expect(await read('stats', input)).toMatchObject({ from: 'store', asOf: clock.now() })
})

test('after the clock is set back, a failed read is refreshed', async () => {
  const { read, clock, verbs, state, asked } = aDesk()
  const { input } = about(RECENT).stats
  verbs.keepAnswer(ACCOUNT, 'stats', input, statisticsOf('stats'), NOW - DAY, false)
  state.failure = OFFLINE
  await read('stats', input)
  await clock.advance(MINUTE)
  clock.setBack(MINUTE * 30)
  state.failure = null
  await read('stats', input)
  await clock.advance(100)
  expect(asked).toHaveLength(2)
  expect(await read('stats', input)).toMatchObject({ asOf: clock.now(), trouble: null })
})

test('an answer dated in the future that cannot be refreshed pauses for half a minute', async () => {
  const { read, clock, state, asked, subscribe } = aDesk()
  const { input } = about(RECENT).stats
  await read('stats', input)
  clock.setBack(MINUTE * 30)
  state.failure = OFFLINE
  subscribe('stats', input)
  await clock.advance(29_000)
  expect(asked).toHaveLength(2)
  expect(await read('stats', input)).toMatchObject({ from: 'store', trouble: OFFLINE })
})

test('days are settled by the time of the service, while the computer’s clock is ahead and once it is right', async () => {
  const { read, clock, state, asked, subscribe } = aDesk()
  const { stats, statsByDay } = about({ start: '2026-03-09', end: '2026-03-10' })
  clock.setBack(-5 * DAY)
  state.aheadMs = 5 * DAY
  for (const { name, input } of [stats, statsByDay]) {
    subscribe(name, input)
    await clock.advance(MINUTE)
    expect(await read(name, input)).toMatchObject({ isSettled: false, trouble: null })
  }
  // However late the clock is, the answers are as fresh as they are.
  expect(asked).toHaveLength(2)
  clock.setBack(5 * DAY)
  state.aheadMs = 0
  await clock.advance(20 * DAY)
  for (const { name, input } of [stats, statsByDay]) {
    expect(await read(name, input)).toMatchObject({ from: 'store', isSettled: false })
    await clock.advance(100)
    expect(await read(name, input)).toMatchObject({ from: 'store', isSettled: true })
  }
  expect(asked).toHaveLength(4)
})

test('an answer dated in the future is not settled', async () => {
  const { read, verbs, reading } = aDesk()
  const { stats, statsByDay } = about(RECENT)
  const asOf = NOW + 10 * DAY
  verbs.keepAnswer(ACCOUNT, 'stats', stats.input, statisticsOf('stats'), asOf, true)
  const value = daysOf(RECENT).map((day) => aDay(day))
  await reading.keep(ACCOUNT, 'statsByDay', statsByDay.input, { value, asOf })
  for (const { name, input } of [stats, statsByDay])
    expect(await read(name, input)).toMatchObject({ from: 'store', isSettled: false })
})

test('that a player which is not listed has no days is remembered, and requested again when it is old', async () => {
  const { read, clock, state, asked } = aDesk([])
  state.answer = (name) => (name === 'statsByDay' ? [] : EMPTY_ANSWERS[name as AnalyticsName])
  const { statsByDay } = about(OLD)
  await read('statsByDay', statsByDay.input).catch(() => undefined)
  await clock.advance(MINUTE)
  const first = await read('statsByDay', statsByDay.input)
  expect(first.value).toEqual([])
  const count = () => asked.filter(({ name }) => name === 'statsByDay').length
  const before = count()
  for (let at = 0; at < 8; at++) {
    await clock.advance(MINUTE)
    expect((await read('statsByDay', statsByDay.input)).value).toEqual([])
  }
  expect(count()).toBe(before)
  await clock.advance(5 * MINUTE)
  await read('statsByDay', statsByDay.input)
  expect(count()).toBe(before + 1)
})
