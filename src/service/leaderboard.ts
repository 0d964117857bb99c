import type { Analytics } from '../shared/api/analytics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { sessionsOn } from './audience.ts'
import { type Context, findPlayer, WHOLE } from './context.ts'
import type { WorldPlayer } from './players.ts'
import { rangeOf } from './readers.ts'
import { badParameter } from './refusal.ts'
import { EVENT, type EventName } from './sessions.ts'
import { countsOf, makeTally, tally } from './statistics.ts'
import { dateAt, type Range } from './zone.ts'

type LeaderboardInput = Input<Analytics['leaderboard']>
type LeaderboardRequest = LeaderboardInput['leaderboards'][number]
type Ranked = Wire<Analytics['leaderboard']>[number]['leaderboards'][number]

const DAY = 86_400

export function leaderboard(
  input: LeaderboardInput,
  context: Context,
): Wire<Analytics['leaderboard']> {
  if (input.company_id.toLowerCase() !== context.company_id) {
    throw badParameter('company_id', 'must be the company of this key')
  }
  const { timezone = 'UTC' } = input
  // Analytics, What the service does, 6: the last few minutes of activity may be absent.
  const minute = Math.floor(context.now / 60)
  return input.leaderboards.map((request) => ({
    leaderboard_name: `leaderboard_${request.leaderboard_limit}`,
    event: request.event,
    leaderboards: context.cached(JSON.stringify([request, timezone, minute]), 60, () =>
      ranking(request, timezone, context),
    ),
  }))
}

/** The players with the event, by the number of sessions with it, highest first. */
function ranking(request: LeaderboardRequest, timezone: string, context: Context): Ranked[] {
  const period = periodOf(request, timezone, context.now)
  const mostFirst = context.world
    .players(context.now)
    .map((player) => ({ player, atMost: sessionsIn(player, rangeOf(period), context.now) }))
    .sort((a, b) => b.atMost - a.atMost)
  let first: Ranked[] = []
  for (const { player, atMost } of mostFirst) {
    const last = first[request.leaderboard_limit - 1]
    // No later player can have more sessions with the event than the last one in the ranking.
    if (last && atMost < last.uniq_plays) break
    const counts = countsIn(player, { ...period, event: request.event }, context)
    if (counts.uniq_plays === 0) continue
    first = [...first, counts].sort(inRank).slice(0, request.leaderboard_limit)
  }
  return first
}

function periodOf({ start_date, end_date }: LeaderboardRequest, timezone: string, now: number) {
  // Without an end the period runs to the present, as documented for other endpoints.
  const end = end_date ?? dateAt(now, timezone)
  return {
    start_date: `${start_date} 00:00:00`,
    end_date: `${end < start_date ? start_date : end} 23:59:59`,
    timezone,
  }
}

/** An upper bound of the sessions with an event in the range. */
function sessionsIn(player: WorldPlayer, { from, to }: Range, now: number): number {
  // A session's last event comes less than a day after its start, see sessions.ts.
  const first = Math.floor(Math.max(from, player.created) / DAY) - 1
  const last = Math.floor(Math.min(to - 1, now) / DAY)
  let sessions = 0
  for (let day = first; day <= last; day++) sessions += sessionsOn(player, day)
  return sessions
}

type Counted = ReturnType<typeof periodOf> & { event: string }

function countsIn({ id }: WorldPlayer, { event, ...period }: Counted, context: Context): Ranked {
  const found = findPlayer({ player_id: id, ...period }, context)
  const [whole = makeTally()] = found ? tally(found.blocks, found.view, WHOLE) : []
  const { events, sessions, devices } = countsOf(whole, EVENT[event as EventName])
  return {
    player_id: id,
    total_plays: events,
    uniq_plays: sessions,
    uniq_device_plays: devices,
  }
}

const inRank = (a: Ranked, b: Ranked) =>
  b.uniq_plays - a.uniq_plays || (a.player_id < b.player_id ? -1 : 1)
