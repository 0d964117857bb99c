import type { Analytics } from '../shared/api/analytics.ts'
import type { Player } from '../shared/api/player.ts'
import type { Input } from '../shared/operation.ts'
import { byDay, type Context, daysOf, findPlayer, WHOLE } from './context.ts'
import type { WorldPlayer } from './players.ts'
import { makeTally, statisticsRow, tally } from './statistics.ts'
import { clicksIn, conversionsIn, engagementIn, LIVE_AGE, liveUsersIn } from './timing.ts'
import { readRange, wireDate } from './zone.ts'

type InputOf<N extends keyof Analytics> = Input<Analytics[N]>

export function playersList(input: InputOf<'players'>, { world, now }: Context): Player[] {
  const { timezone = 'UTC', start_date, end_date } = input
  const range = readRange({
    start: start_date ?? '0001-01-01 00:00:00',
    end: end_date ?? '9999-12-31 00:00:00',
    zone: timezone,
  })
  return world
    .players(now)
    .filter(({ created }) => created >= range.from && created < range.to)
    .filter(({ name }) => matches(name, input))
    .map(listed)
}

export function statsByDay(input: InputOf<'statsByDay'>, context: Context) {
  const found = findPlayer(input, context)
  // Analytics, What the service does, 7: an unknown player has an empty list.
  if (!found) return []
  const { view, blocks } = found
  const days = daysOf(found, input.timezone)
  const tallies = tally(blocks, { ...view, from: days[0]?.from ?? view.to }, byDay(days))
  return days.map(({ date_key }, index) => ({
    date_key,
    ...statisticsRow(tallies[index] ?? makeTally(), view.video_duration),
  }))
}

export const engagementByDay = (input: InputOf<'engagementByDay'>, context: Context) =>
  statsByDay(input, context).map(({ date_key: date, engagement_rate }) => ({
    date,
    engagement_rate: Number(engagement_rate),
  }))

export function stats(input: InputOf<'stats'>, context: Context) {
  const found = findPlayer(input, context)
  const [whole] = found ? tally(found.blocks, found.view, WHOLE) : []
  return statisticsRow(whole ?? makeTally(), found?.view.video_duration ?? 0)
}

export function liveUsers({ player_id, minutes = 60 }: InputOf<'liveUsers'>, context: Context) {
  const { world, now, read, cached } = context
  const player = world.find(player_id, now)
  if (!player) return []
  // Analytics, GET /sessions/live_users: responses are cached for 30 seconds.
  return cached(`live ${player.id} ${minutes}`, 30, () =>
    liveUsersIn(read(player, { from: now - LIVE_AGE, to: now + 1 }), now, minutes),
  )
}

export function userEngagement(input: InputOf<'userEngagement'>, context: Context) {
  const found = findPlayer(input, context)
  if (!found) return { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 }
  return engagementIn(found.blocks, found.view)
}

export function conversionsTimed(input: InputOf<'conversionsTimed'>, context: Context) {
  const found = findPlayer(input, context)
  return found ? conversionsIn(found.blocks, found.view) : []
}

export function clicksTimed(input: InputOf<'clicksTimed'>, context: Context) {
  const found = findPlayer(input, context)
  return found ? clicksIn(found.blocks, found.view) : []
}

function listed({ id, name, pitch_time, duration, created }: WorldPlayer): Player {
  return { id, name, pitch_time, duration, created_at: wireDate(created) }
}

/** Analytics, GET /players/list: ignores case, also of accented letters; no wildcards. */
function matches(name: string, request: Input<Analytics['players']>): boolean {
  if (request.name === undefined) return true
  const whole = plain(name)
  const part = plain(request.name)
  switch (request.name_match ?? 'contains') {
    case 'contains':
      return whole.includes(part)
    case 'starts_with':
      return whole.startsWith(part)
    case 'ends_with':
      return whole.endsWith(part)
    case 'exact':
      return whole === part
  }
}

const plain = (text: string) => text.normalize('NFC').toLowerCase()
