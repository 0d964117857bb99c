import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fault } from '../../../../src/service/faults.ts'
import { createdDayOf, type Player } from '../../../../src/shared/api/player.ts'
import {
  type DayStatistics,
  hasActivity,
  type Statistics,
} from '../../../../src/shared/api/statistics.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { addDays, type Period } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { fastClock, stoppable } from '../../../support/fast-clock.ts'
import { playerWith } from '../../../support/pick.ts'
import { ago } from '../../../support/requests.ts'
import { count, tell } from '../../../support/scale.ts'

type Form = 'figures' | 'days' | 'both' | 'any'

const SPEED = 20
const timezone = 'America/Sao_Paulo'
const incompleteFirst = (form: Form): Fault[] => [
  { match: {}, action: { kind: 'incomplete-first', form } },
]

const daysBeside = (form: 'empty' | 'busy'): Fault[] => [
  { match: {}, action: { kind: 'days-beside', form } },
]

/** A desk and a service on one clock that runs fast, so that seconds between two requests are short. */
async function aDesk(faults: Fault[], players = 8) {
  const clock = stoppable(fastClock(testClock.now(), SPEED))
  const desk = await connectedDesk({
    timezone,
    service: { players, days: 90, now: clock.now, faults },
    desk: { clock },
  })
  return { ...desk, stopClock: clock.stop }
}

const byCuepoint = ({ service }: ConnectedDesk) =>
  service.log.filter(
    ({ headers, path }) => headers['user-agent']?.startsWith('Cuepoint') && path !== '/quota/usage',
  )

const PERIOD: Period = { start: ago(20), end: ago(6) }

/** What a player's screen asks at once; each is the answer or why there is none. */
function look({ handlers, account }: ConnectedDesk, player: Player, period = PERIOD) {
  const { stats, statsByDay, userEngagement } = requestsAbout(player, period, timezone)
  const settled = async <T>(asked: T | Promise<T>) => {
    try {
      return { answer: await asked }
    } catch (thrown) {
      return { failure: failureOf(thrown).kind }
    }
  }
  const account_id = account.id
  return Promise.all([
    settled(handlers.analytics.stats({ account_id, ...stats.input })),
    settled(handlers.analytics.statsByDay({ account_id, ...statsByDay.input })),
    settled(handlers.analytics.userEngagement({ account_id, ...userEngagement.input })),
  ])
}

type Look = Awaited<ReturnType<typeof look>>

const busiestOf = async (desk: ConnectedDesk) => {
  const { id } = playerWith(desk.service, () => true)
  const players = await desk.raw<Player[]>('/players/list')
  return players.find((player) => player.id === id) as Player
}

/** Looks until nothing is incomplete any more, as a screen does whenever it is told of a change. */
async function lookUntilWhole(
  desk: ConnectedDesk,
  player: Player,
  { first, period = PERIOD }: { first?: Look; period?: Period } = {},
) {
  const seen = [first ?? (await look(desk, player, period))]
  while (seen.at(-1)?.some((one) => 'failure' in one)) {
    await new Promise((next) => setTimeout(next, 100))
    seen.push(await look(desk, player, period))
  }
  return seen
}

/** A player and a day of such figures. */
async function aDayOf(desk: ConnectedDesk, isSuch: (row: DayStatistics) => boolean) {
  for (const player of await desk.raw<Player[]>('/players/list')) {
    const [, days] = await truth(desk, player, { start: ago(80), end: ago(6) })
    const found = days.find(isSuch)
    if (found) return { player, day: found.date_key }
  }
  throw new Error('The world has no such day')
}

const isViewedOnly = (row: DayStatistics) => hasActivity(row) && row.total_started === 0
const isReplayedOnly = (row: DayStatistics) =>
  row.total_started > 0 && row.total_over_pitch + row.total_under_pitch === 0

const truth = (desk: ConnectedDesk, player: Player, period = PERIOD) => {
  const { input } = requestsAbout(player, period, timezone).stats
  return Promise.all([
    desk.raw<Statistics>('/sessions/stats', input),
    desk.raw<DayStatistics[]>('/sessions/stats_by_day', input),
  ])
}

function expectNothingSaidToBeNothing([stats, days, engagement]: Look) {
  if ('answer' in stats) expect(hasActivity(stats.answer.value)).toBe(true)
  if ('answer' in days) expect(days.answer.value.some(hasActivity)).toBe(true)
  expect(engagement).toHaveProperty('answer')
}

for (const form of ['figures', 'days', 'both'] as const) {
  test(`an incomplete first answer (${form}) is reported and requested again, and never shown as zero`, async () => {
    const desk = await aDesk(incompleteFirst(form))
    const player = await busiestOf(desk)
    // However long the first look takes, the service has not computed the window meanwhile.
    const goOn = desk.stopClock()
    const first = await look(desk, player).finally(goOn)
    const looks = await lookUntilWhole(desk, player, { first })
    expect(first.some((one) => 'failure' in one && one.failure === 'incomplete')).toBe(true)
    for (const seen of looks) expectNothingSaidToBeNothing(seen)
    const [stats, days] = looks.at(-1) ?? []
    const [figures, rows] = await truth(desk, player)
    expect(stats).toMatchObject({ answer: { value: figures } })
    expect(days).toMatchObject({ answer: { value: rows } })
    // Seconds apart, and no request oftener than it takes.
    const asked = byCuepoint(desk).filter(({ path }) => path === '/sessions/stats')
    expect(asked.length).toBeLessThanOrEqual(2)
    if (form !== 'days') expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(1_900)
  })
}

test('a period without any events is accepted as zero at once when its days are listed', async () => {
  const desk = await aDesk([])
  const player = await busiestOf(desk)
  const day = addDays(createdDayOf(player, timezone), -1)
  const goOn = desk.stopClock()
  const [stats, days, engagement] = await look(desk, player, { start: day, end: day }).finally(goOn)
  expect(stats).toMatchObject({ answer: { value: { total_viewed: 0 } } })
  expect(days).toHaveProperty('answer')
  expect(engagement).toMatchObject({ answer: { value: { grouped_timed: [] } } })
})

test('a period of which every answer is empty is requested again once, and then accepted as zero', async () => {
  const noDays: Fault = {
    match: { path: '/sessions/stats_by_day' },
    action: { kind: 'incomplete-first', form: 'days', readyAfterMs: 1e12 },
  }
  const desk = await aDesk([noDays])
  const [player] = await desk.raw<Player[]>('/players/list')
  const nobody = { ...(player as Player), id: '0'.repeat(24) }
  const goOn = desk.stopClock()
  const first = await look(desk, nobody).finally(goOn)
  expect(first[0]).toEqual({ failure: 'incomplete' })
  const whole = (await lookUntilWhole(desk, nobody)).at(-1)
  expect(whole?.[0]).toMatchObject({ answer: { value: { total_viewed: 0 } } })
  expect(whole?.[1]).toMatchObject({ answer: { value: [] } })
  const figures = byCuepoint(desk).filter(({ path }) => path === '/sessions/stats')
  expect(figures).toHaveLength(2)
})

test('views without plays are never shown as zero when the figures and the days are first empty', async () => {
  const desk = await aDesk([], 60)
  const { player, day } = await aDayOf(desk, isViewedOnly)
  desk.service.setFaults(incompleteFirst('both'))
  const period: Period = { start: day, end: day }
  const goOn = desk.stopClock()
  const first = await look(desk, player, period).finally(goOn)
  const whole = await lookUntilWhole(desk, player, { first, period })
  for (const seen of whole) expectNothingSaidToBeNothing(seen)
  const [figures] = await truth(desk, player, period)
  expect(whole.at(-1)?.[0]).toMatchObject({ answer: { value: figures } })
})

test('rows of days beside the requested ones replace no stored day', async () => {
  const desk = await aDesk([])
  const player = await busiestOf(desk)
  const earlier: Period = { start: ago(20), end: ago(13) }
  const later: Period = { start: ago(12), end: ago(6) }
  const [[, earlierDays], [, laterDays]] = await Promise.all([
    truth(desk, player, earlier),
    truth(desk, player, later),
  ])
  await look(desk, player, earlier)
  desk.service.setFaults(daysBeside('empty'))
  expect((await look(desk, player, later))[1]).toMatchObject({ answer: { value: laterDays } })
  expect((await look(desk, player, earlier))[1]).toMatchObject({ answer: { value: earlierDays } })
})

test('activity of days beside the requested ones does not contradict a quiet period', async () => {
  const desk = await aDesk(daysBeside('busy'))
  const player = await busiestOf(desk)
  // The service's first row is that of the day before the player was created.
  const day = addDays(createdDayOf(player, timezone), -1)
  const quiet: Period = { start: day, end: day }
  const [stats, days] = await look(desk, player, quiet)
  expect(stats).toMatchObject({ answer: { value: { total_viewed: 0 } } })
  expect(days).toMatchObject({ answer: { value: [{ date_key: day, total_viewed: 0 }] } })
})

test('a replay of a session that began the day before does not contradict an empty retention', async () => {
  const desk = await aDesk([], 24)
  const { player, day } = await aDayOf(desk, isReplayedOnly)
  const [stats, , retention] = await look(desk, player, { start: day, end: day })
  expect(stats).toMatchObject({ answer: { value: { total_over_pitch: 0, total_under_pitch: 0 } } })
  expect(retention).toMatchObject({ answer: { value: { grouped_timed: [] } } })
})

test('an answer that stays incomplete is not stored, and is requested only two more times', async () => {
  const always: Fault = {
    match: { path: '/sessions/stats' },
    action: { kind: 'incomplete-first', form: 'figures', readyAfterMs: 1e12 },
  }
  const desk = await aDesk([always])
  const player = await busiestOf(desk)
  await look(desk, player)
  const asked = () => byCuepoint(desk).filter(({ path }) => path === '/sessions/stats').length
  await expect.poll(asked).toBe(3)
  await new Promise((next) => setTimeout(next, 1_000))
  expect(asked()).toBe(3)
  desk.service.setFaults([])
  const whole = await lookUntilWhole(desk, player)
  expect(whole.at(-1)?.[0]).toMatchObject({ answer: { value: (await truth(desk, player))[0] } })
})

/** Windows of which the desk has not stored what the service says of it once it is whole. */
async function countWrong(desk: ConnectedDesk, periods: Period[]) {
  const players = await desk.raw<Player[]>('/players/list')
  desk.service.setFaults([])
  let wrong = 0
  for (const period of periods) {
    for (const player of players) {
      const [figures, rows] = await truth(desk, player, period)
      const created = createdDayOf(player, timezone)
      // A download leaves out the day before, which the service has a row of and which has no event.
      const expected = [figures, rows.filter(({ date_key }) => date_key >= created)]
      const stored = (await look(desk, player, period)).slice(0, 2)
      const shown = stored.map((one) => 'answer' in one && one.answer)
      const isStored = shown.every((one) => one && one.from === 'store')
      const values = shown.map((one) => one && one.value)
      if (!isStored || !isDeepStrictEqual(values, expected)) wrong++
    }
  }
  return wrong
}

test('a download of windows that are first incomplete ends with complete figures', {
  timeout: 600_000,
}, async () => {
  const windows = count('windows that begin incomplete', { usual: 20, full: 1_000 })
  const players = Math.min(40, windows)
  const periods = fc
    .sample(
      fc.record({ ends: fc.integer({ min: 6, max: 40 }), days: fc.integer({ min: 1, max: 45 }) }),
      { numRuns: Math.max(1, Math.round(windows / players)), seed: 13 },
    )
    .map(({ ends, days }): Period => ({ start: addDays(ago(ends), 1 - days), end: ago(ends) }))

  const asked: number[] = []
  for (const faults of [[], incompleteFirst('any')]) {
    const desk = await aDesk(faults, players)
    for (const period of periods) {
      const state = await desk.download({ period, comparison: null, withPlayers: true })
      expect(state).toMatchObject({ status: 'done', failures: [] })
    }
    asked.push(byCuepoint(desk).length)
    const wrong = await countWrong(desk, periods)
    tell(`${wrong} wrong figures`)
    expect(wrong).toBe(0)
  }
  const [whole = 1, incomplete = 0] = asked
  tell(`${(incomplete / whole).toFixed(3)} times the requests`)
  expect(incomplete / whole).toBeLessThanOrEqual(1.1)
})
