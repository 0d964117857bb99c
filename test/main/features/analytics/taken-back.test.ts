import { expect, test } from 'vitest'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import type { Period } from '../../../../src/shared/time/period.ts'
import { aDay, aPlayer, statisticsOf } from '../../../support/store-data.ts'
import { ACCOUNT, ZONE } from '../../../support/store-folder.ts'
import { aReading } from '../../../support/stored-reading.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const DAY = 86_400_000
const PLAYER = aPlayer(1)
const WITHOUT = { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 }
const ONE_DAY: Period = { start: '2026-03-10', end: '2026-03-10' }

/** What a service says of a day with activity, and once it has taken that back. */
const ACTIVE: Record<string, unknown> = {
  stats: statisticsOf('stats'),
  statsByDay: [aDay(ONE_DAY.start)],
  userEngagement: { ...WITHOUT, grouped_timed: [{ timed: 3, total_users: 1 }] },
}
const TAKEN_BACK: Record<string, unknown> = {
  stats: NO_STATISTICS,
  statsByDay: [{ ...NO_STATISTICS, date_key: ONE_DAY.start }],
  userEngagement: WITHOUT,
}

/** A day with activity, and what is shown after the service says something else of it. */
async function afterActivity(says: Record<string, unknown>, players = [PLAYER]) {
  const { clock, reading, state, verbs } = aReading(NOW, [PLAYER])
  const { stats, statsByDay, userEngagement } = requestsAbout(PLAYER, ONE_DAY, ZONE)
  const readAll = async (refresh: boolean) => {
    const answers = [stats, statsByDay, userEngagement].map(({ name, input }) =>
      reading.read(name, { account_id: ACCOUNT, ...input, refresh }),
    )
    return clock.until(Promise.all(answers))
  }
  state.answer = (name) => ACTIVE[name]
  await readAll(true)
  await clock.advance(MINUTE)
  verbs.keepAnswer(ACCOUNT, 'players', {}, players, clock.now(), false)
  state.answer = (name) => says[name]
  await readAll(true)
  await clock.advance(MINUTE)
  const shown = await readAll(false)
  return shown.map(({ value, trouble }) => ({ value, trouble: trouble?.kind ?? null }))
}

test('activity that the service takes back is gone once all of its answers agree', async () => {
  const { stats, statsByDay, userEngagement } = TAKEN_BACK
  expect(await afterActivity(TAKEN_BACK)).toEqual(
    [stats, statsByDay, userEngagement].map((value) => ({ value, trouble: null })),
  )
})

test('days that the service takes back are gone also when they alone are requested', async () => {
  const { clock, reading, state, verbs } = aReading(NOW, [PLAYER])
  const { stats, statsByDay, userEngagement } = requestsAbout(PLAYER, ONE_DAY, ZONE)
  state.answer = (name) => ACTIVE[name]
  for (const { name, input } of [stats, statsByDay, userEngagement])
    await clock.until(reading.read(name, { account_id: ACCOUNT, ...input }))
  await clock.advance(MINUTE)
  verbs.keepAnswer(ACCOUNT, 'players', {}, [PLAYER], clock.now(), false)
  state.answer = (name) => TAKEN_BACK[name]
  const days = { account_id: ACCOUNT, ...statsByDay.input }
  await clock.until(reading.read('statsByDay', { ...days, refresh: true }))
  await clock.advance(MINUTE)
  expect(await clock.until(reading.read('statsByDay', days))).toMatchObject({
    ...{ value: TAKEN_BACK['statsByDay'], trouble: null },
  })
})

/** A screen of a settled day that had activity, of which the service says something else by now. */
async function openedLater(says: Record<string, unknown>) {
  const { clock, reading, state, verbs, asked, read, subscribe } = aReading(NOW, [PLAYER])
  const { stats, statsByDay, userEngagement } = requestsAbout(PLAYER, ONE_DAY, ZONE)
  state.answer = (name) => ACTIVE[name]
  await clock.advance(5 * DAY)
  await read('statsByDay', statsByDay.input)
  await clock.advance(MINUTE)
  verbs.keepAnswer(ACCOUNT, 'players', {}, [PLAYER], clock.now(), false)
  state.answer = (name) => says[name]
  asked.length = 0
  const all = [stats, statsByDay, userEngagement]
  for (const { name, input } of all) subscribe(name, input)
  await clock.advance(MINUTE)
  return {
    ...{ clock, asked },
    readAll: () =>
      clock.until(
        Promise.allSettled(
          all.map(({ name, input }) => reading.read(name, { account_id: ACCOUNT, ...input })),
        ),
      ),
  }
}

test('activity that the service takes back from settled days is gone without a refresh', async () => {
  const { readAll } = await openedLater(TAKEN_BACK)
  const { stats, statsByDay, userEngagement } = TAKEN_BACK
  expect(await readAll()).toMatchObject(
    [stats, statsByDay, userEngagement].map((value) => ({ value: { value, trouble: null } })),
  )
})

test('settled days are requested once to see whether their activity was taken back', async () => {
  const says = { ...TAKEN_BACK, statsByDay: ACTIVE['statsByDay'] }
  const { clock, asked, readAll } = await openedLater(says)
  for (let minute = 0; minute < 30; minute++) {
    await readAll()
    await clock.advance(MINUTE)
  }
  expect(asked.filter(({ name }) => name === 'statsByDay')).toHaveLength(1)
})

test.each([
  ['the list of days is empty', { ...TAKEN_BACK, statsByDay: [] }, [PLAYER]],
  [
    'the retention has sessions',
    { ...TAKEN_BACK, userEngagement: ACTIVE['userEngagement'] },
    [PLAYER],
  ],
  ['the figures have activity', { ...TAKEN_BACK, stats: ACTIVE['stats'] }, [PLAYER]],
  ['the player has left the list', TAKEN_BACK, []],
])('stored activity stays when %s', async (_, says, players) => {
  const [, days] = await afterActivity(says, players)
  expect(days).toEqual({ value: ACTIVE['statsByDay'], trouble: 'incomplete' })
})

test('a player that is no longer listed says so while its stored days contradict the service, and is not requested again and again', async () => {
  const { clock, reading, state, verbs, asked, read } = aReading(NOW, [PLAYER])
  const { statsByDay } = requestsAbout(PLAYER, ONE_DAY, ZONE)
  await read('statsByDay', statsByDay.input)
  await clock.advance(MINUTE)
  verbs.keepAnswer(ACCOUNT, 'players', {}, [], clock.now(), false)
  state.answer = (name) => (name === 'statsByDay' ? [] : TAKEN_BACK[name])
  const week: Period = { start: '2026-03-04', end: ONE_DAY.end }
  const about = requestsAbout(PLAYER, week, ZONE)
  const all = [about.stats, about.statsByDay, about.userEngagement]
  const readAll = () =>
    clock.until(
      Promise.allSettled(
        all.map(({ name, input }) => reading.read(name, { account_id: ACCOUNT, ...input })),
      ),
    )
  await readAll()
  await clock.advance(MINUTE)
  asked.length = 0
  for (let minute = 0; minute < 30; minute++) {
    for (const one of await readAll())
      expect(one).toMatchObject({ reason: { failure: { reason: 'unlisted' } } })
    await clock.advance(MINUTE)
  }
  expect(asked).toEqual([])
})
