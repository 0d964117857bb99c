import { beforeAll, expect, test } from 'vitest'
import { RANKED_EVENTS } from '../../../../src/shared/api/event-counts.ts'
import { createdDayOf, type Player } from '../../../../src/shared/api/player.ts'
import { AppError, isUnknownPlayer } from '../../../../src/shared/failure.ts'
import { DEFAULT_GUARDRAILS } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import {
  engagementDaysRequest,
  playersEventsRequests,
  rankedPlayers,
} from '../../../../src/shared/features/analytics/requests-account.ts'
import {
  eventsRequest,
  leaderboardRequest,
  liveRequest,
  variantRequests,
} from '../../../../src/shared/features/analytics/requests-audience.ts'
import { leaderboardTable } from '../../../../src/shared/features/leaderboard/table.ts'
import {
  engagementDaysTable,
  eventDaysTable,
} from '../../../../src/shared/features/live/event-days.ts'
import { livePlayersTable } from '../../../../src/shared/features/live/live-players.ts'
import { VARIANT_KINDS, variantTable } from '../../../../src/shared/features/variants/table.ts'
import { isMissing } from '../../../../src/shared/tables/table.ts'
import { addDays, type Period, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { sameInFiles } from '../../../support/same-table.ts'
import { idOf } from '../../../support/statistics.ts'

const timezone = 'America/Sao_Paulo'
const now = testClock.now()
const today = todayIn(timezone, now)
const period: Period = { start: addDays(today, -20), end: addDays(today, -7) }
const comparison: Period = { start: addDays(today, -34), end: addDays(today, -21) }
let desk: ConnectedDesk

beforeAll(async () => {
  desk = await connectedDesk({
    timezone,
    service: { players: 6, days: 90, seed: 3, now: () => now },
  })
})

const account = () => ({ account_id: desk.account.id })
const listed = async () =>
  (await desk.handlers.analytics.players({ ...account() } as never, undefined as never)).value

test('the file of each kind of variants is the table on screen, in days of UTC', async () => {
  const players = await listed()
  const { analytics } = desk.handlers
  const rowsOf: Record<string, number> = {}
  for (const player of players) {
    const requests = variantRequests(player, period)
    for (const kind of VARIANT_KINDS) {
      const asked = { ...requests[kind].input, ...account() }
      const answer = await analytics[kind](asked as never, undefined as never)
      const view = { base: null, period, guardrails: DEFAULT_GUARDRAILS }
      const table = variantTable(kind, answer as never, { ...view, player })
      rowsOf[kind] = (rowsOf[kind] ?? 0) + table.rows.length
      await sameInFiles(desk, { table: kind, player_id: player.id, ...account(), ...view }, table)
    }
  }
  for (const kind of VARIANT_KINDS) expect(rowsOf[kind]).toBeGreaterThan(2)
  const [player] = players
  const request = { table: 'headlines', ...account(), player_id: player?.id ?? '' } as const
  const { text } = await desk.exported(
    { ...request, base: null, period, guardrails: DEFAULT_GUARDRAILS },
    'spreadsheet',
    'en',
  )
  expect(text).toContain('Time zone,UTC')
})

test('for a player that is not in the account, headlines, speeds and autoplays are unknown, not zero', async () => {
  const unknown = { id: idOf(99), duration: 100, pitch_time: 0 }
  for (const kind of VARIANT_KINDS) {
    const { input } = variantRequests(unknown, period)[kind]
    const asked = desk.handlers.analytics[kind](
      { ...input, ...account() } as never,
      undefined as never,
    )
    const thrown = await Promise.resolve(asked).then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(AppError)
    expect(isUnknownPlayer((thrown as AppError).failure)).toBe(true)
  }
})

test('all rankings come in one call, whatever number of places is shown, and a period seen before is the comparison of a later one', async () => {
  const { company_id } = desk.service
  const worded = { company_id, timezone }
  const ask = async (days: Period) => {
    const { input } = leaderboardRequest({ ...worded, period: days })
    const asked = { ...input, ...account() }
    return desk.handlers.analytics.leaderboard(asked as never, undefined as never)
  }
  const previous = await ask(comparison)
  const current = await ask(period)
  const calls = () => desk.service.log.filter(({ path }) => path === '/events/leaderboard').length
  expect(calls()).toBe(2)
  await ask(comparison)
  expect(calls()).toBe(2)
  expect([previous.isSettled, current.isSettled]).toEqual([true, true])
  const players = await listed()
  for (const event of RANKED_EVENTS) {
    for (const limit of [2, 3]) {
      const table = leaderboardTable(current, previous, { event, limit, players, isWhole: false })
      expect(table.rows).toHaveLength(limit)
      const asked = { company_id, period, comparison, limit, event }
      await sameInFiles(desk, { table: 'leaderboard', ...account(), ...asked }, table)
    }
  }
})

test('the account’s own ranking of past days is in the file also after a player was created', async () => {
  const own = await connectedDesk({
    timezone,
    service: { players: 6, days: 90, seed: 3, now: () => now },
  })
  const { analytics } = own.handlers
  const account_id = own.account.id
  const { value: players } = await analytics.players({ account_id } as never, undefined as never)
  const [newest] = players.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  const end = addDays(createdDayOf(newest as Player, timezone), -2)
  const days = { start: addDays(end, -6), end }
  const known = players.filter(({ id }) => id !== newest?.id)
  const ids = rankedPlayers(known, days, timezone)
  for (const { input } of playersEventsRequests(ids, days, timezone)) {
    await analytics.playersEvents({ ...input, account_id } as never, undefined as never)
  }
  const about = { account_id, period: days, comparison: null, limit: 5, event: 'started' } as const
  const { job } = await own.exported({ table: 'own_ranking', ...about }, 'machine', 'en')
  expect(job.written).toBeGreaterThan(0)
})

test('events of each day are in the file as on screen', async () => {
  const [player] = await listed()
  const player_id = player?.id ?? ''
  const { input } = eventsRequest(player_id, period, timezone)
  const events = await desk.handlers.analytics.eventsByDay(
    { ...input, ...account() } as never,
    undefined as never,
  )
  const table = eventDaysTable(events)
  expect(table.rows).toHaveLength(14)
  await sameInFiles(desk, { table: 'event_days', ...account(), player_id, period }, table)
})

test('engagement of each day is in the file as on screen, empty for days without plays', async () => {
  const { analytics } = desk.handlers
  let [days, idle] = [0, 0]
  for (const player of await listed()) {
    // The service's list begins with the day before the player was created, which has no plays.
    const created = createdDayOf(player, timezone)
    const [start, end] = [addDays(created, -1), addDays(created, 12)]
    const first: Period = { start, end: end < today ? end : addDays(today, -1) }
    const [ofRates, ofEvents] = [
      engagementDaysRequest(player, first, timezone),
      eventsRequest(player.id, first, timezone),
    ]
    const rates = await analytics.engagementByDay(
      { ...ofRates.input, ...account() } as never,
      undefined as never,
    )
    const events = await analytics.eventsByDay(
      { ...ofEvents.input, ...account() } as never,
      undefined as never,
    )
    const table = engagementDaysTable(rates, events)
    days += table.rows.length
    idle += table.rows.filter(([, rate]) => isMissing(rate ?? 0)).length
    const request = {
      table: 'engagement_days',
      ...account(),
      player_id: player.id,
      period: first,
    } as const
    await sameInFiles(desk, request, table)
  }
  expect(idle).toBeGreaterThan(0)
  expect(days).toBeGreaterThan(idle)
})

test('live users of several players are in the file as on screen', async () => {
  const players = (await listed()).slice(0, 3)
  const answers = await Promise.all(
    players.map(async (player) => {
      const asked = { ...liveRequest(player.id, 720).input, ...account() }
      const live = await desk.handlers.analytics.liveUsers(asked as never, undefined as never)
      return { player, live }
    }),
  )
  const table = livePlayersTable(answers)
  expect(table.rows.length).toBeGreaterThan(0)
  const player_ids = players.map(({ id }) => id)
  await sameInFiles(desk, { table: 'live_players', ...account(), player_ids, minutes: 720 }, table)
})

test('a table without stored data is refused, and no empty file is written', async () => {
  const request = { ...account(), player_id: idOf(1), period }
  await expect(desk.exported({ table: 'event_days', ...request }, 'machine', 'en')).rejects.toThrow(
    /nothing-stored/,
  )
})

test('the company id is stored with the account, in lower case', async () => {
  const company_id = desk.service.company_id.toUpperCase()
  expect(desk.account.company_id).toBe(null)
  await desk.handlers.accounts.update({ ...account(), company_id })
  const [kept] = await desk.handlers.accounts.list(undefined)
  expect(kept?.company_id).toBe(desk.service.company_id)
})

test('the demo account has its company id, and the service accepts it', async () => {
  const demo = await desk.handlers.accounts.demo({ timezone })
  const { company_id } = demo
  const worded = { company_id: company_id ?? '', timezone, period }
  const asked = { ...leaderboardRequest(worded).input, account_id: demo.id }
  const answer = await desk.handlers.analytics.leaderboard(asked as never, undefined as never)
  expect(answer.value.map(({ event }) => event)).toEqual([...RANKED_EVENTS])
  for (const { leaderboards } of answer.value) expect(leaderboards.length).toBeGreaterThan(5)
})
