import { expect, test } from 'vitest'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { wouldReplace } from '../../../../src/shared/features/videos/dry-run.ts'
import { addDays, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'

async function aDesk() {
  const desk = await connectedDesk({ timezone: 'UTC', service: { players: 3, days: 90 } })
  const { analytics, videos } = desk.handlers
  const account_id = desk.account.id
  const { value: players } = await analytics.players({ account_id })
  // The newest come first: of the last there are figures.
  const player = players.at(-1)
  if (!player) throw new Error('no players')
  const ask = (period: { start: string; end: string }, field: string) =>
    analytics.statsByField({
      ...requestsAbout(player, period, 'UTC').statsByField(field).input,
      account_id,
    })
  const askCurve = (period: { start: string; end: string }, duration = player.duration) =>
    analytics.userEngagement({
      ...requestsAbout({ ...player, duration }, period, 'UTC').userEngagement.input,
      account_id,
    })
  const newest = (video_id = player.id) => videos.audiencePeriod({ account_id, video_id })
  const read = (video_id = player.id) => videos.breakdowns({ account_id, video_id })
  return { desk, ask, read, askCurve, newest, player, players }
}

const ago = (days: number) => addDays(todayIn('UTC', testClock.now()), -days)
const MONTH = { start: ago(40), end: ago(10) }

test('nothing is requested where nothing is stored', async () => {
  const { desk, read } = await aDesk()
  const asked = desk.service.log.length
  expect(await read()).toBeNull()
  expect(desk.service.log.length).toBe(asked)
})

test('all breakdowns of the period that ends last are returned, and of several the longest', async () => {
  const { ask, read, players } = await aDesk()
  await ask({ start: ago(70), end: ago(41) }, 'device_type')
  await ask({ start: ago(17), end: ago(10) }, 'country')
  const answer = await ask(MONTH, 'country')
  const stored = await read()
  expect(stored?.period).toEqual(MONTH)
  expect(Object.keys(stored?.fields ?? {})).toEqual(['country'])
  expect(stored?.fields.country).toEqual({
    rows: answer.value,
    asOf: answer.asOf,
    isSettled: answer.isSettled,
  })
  await ask(MONTH, 'device_type')
  expect(Object.keys((await read())?.fields ?? {}).sort()).toEqual(['country', 'device_type'])
  expect(await read(players[0]?.id)).toBeNull()
})

test('days that are over go before a period that ends today', async () => {
  const { ask, askCurve, read, newest } = await aDesk()
  for (const period of [MONTH, { start: ago(0), end: ago(0) }, { start: ago(6), end: ago(0) }]) {
    await ask(period, 'country')
    await askCurve(period)
  }
  expect((await read())?.period).toEqual(MONTH)
  expect(await newest()).toEqual(MONTH)
})

test('days with both breakdowns go before newer days with one of them', async () => {
  const { ask, read } = await aDesk()
  await ask(MONTH, 'country')
  await ask(MONTH, 'device_type')
  const week = { start: ago(7), end: ago(1) }
  await ask(week, 'country')
  const stored = await read()
  expect(stored?.period).toEqual(MONTH)
  expect(Object.keys(stored?.fields ?? {}).sort()).toEqual(['country', 'device_type'])
  await ask(week, 'device_type')
  expect((await read())?.period).toEqual(week)
})

test.each([
  ['fewer days with the same end change nothing', 40, 1, 30, false],
  ['newer days replace older ones', 40, 10, 30, true],
  ['days that are over replace a period with today', 6, 0, 30, true],
  ['the same days change nothing', 30, 1, 30, false],
])('once downloaded, %s, as is said before', async (_, start, end, days, isReplaced) => {
  const { ask, read } = await aDesk()
  const [before, next] = [
    { start: ago(start), end: ago(end) },
    { start: ago(days), end: ago(1) },
  ]
  const askBoth = async (period: typeof before) => {
    await ask(period, 'country')
    await ask(period, 'device_type')
  }
  await askBoth(before)
  const stored = await read()
  if (!stored) throw new Error('nothing is stored')
  expect(wouldReplace(stored, next, ago(0))).toBe(isReplaced)
  await askBoth(next)
  expect((await read())?.period).toEqual(isReplaced ? next : before)
})

test('a newer breakdown by a field without a filter is ignored', async () => {
  const { ask, read } = await aDesk()
  await ask(MONTH, 'country')
  await ask({ start: ago(9), end: ago(5) }, 'browser')
  expect((await read())?.period).toEqual(MONTH)
})

test('of the curves the newest whole days are found, with no request', async () => {
  const { desk, askCurve, newest, player, players } = await aDesk()
  expect(await newest()).toBeNull()
  await askCurve({ start: ago(70), end: ago(41) })
  await askCurve(MONTH)
  const asked = desk.service.log.length
  expect(await newest()).toEqual(MONTH)
  expect(await newest(players[0]?.id)).toBeNull()
  expect(desk.service.log.length).toBe(asked)
  await askCurve({ start: ago(9), end: ago(5) }, player.duration + 60)
  expect(await newest()).toEqual(MONTH)
})

test('offline on the next day the curve of the day before is still to be had by its days', async () => {
  const { desk, askCurve, newest } = await aDesk()
  const answer = await askCurve({ start: ago(30), end: ago(1) })
  await desk.handlers.app.prefer({ isOffline: true })
  await expect(askCurve({ start: ago(29), end: ago(0) })).rejects.toThrow()
  const period = await newest()
  expect(period).toEqual({ start: ago(30), end: ago(1) })
  if (period) expect((await askCurve(period)).value).toEqual(answer.value)
})
