import { ACCOUNT_EVENTS, MOST_PLAYERS_ASKED } from '../../api/event-counts.ts'
import { firstDayOf, type Player } from '../../api/player.ts'
import { type Period, utcRange, wireRange } from '../../time/period.ts'
import { named } from './requests.ts'

/** The account's own counts, including unique ones, which cannot be summed from its players'. */
export const accountEventsRequest = (period: Period, timezone: string) =>
  // POST /events/total_by_company: it takes no zone, so its dates are in UTC.
  named('accountEvents', { events: [...ACCOUNT_EVENTS], ...utcRange(period, timezone) })

/** The same per player, split into the number of players that one request may name. */
export function playersEventsRequests(
  player_ids: readonly string[],
  period: Period,
  timezone: string,
) {
  const range = utcRange(period, timezone)
  return chunksOf(player_ids, MOST_PLAYERS_ASKED).map((some) =>
    named('playersEvents', {
      events: [...ACCOUNT_EVENTS],
      ...range,
      players_start_date: some.map((player_id) => ({ player_id, ...range })),
    }),
  )
}

/**
 * The ids of the players to ask about for a period's rankings: by creation, without those created after it, so
 * that a new player changes no request about past days. The first is always there: earlier days have an answer
 * too.
 */
export function rankedPlayers(players: readonly Player[], { end }: Period, timezone: string) {
  const orderOf = ({ created_at, id }: Player) => `${created_at} ${id}`
  return players
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .filter((player, index) => index === 0 || firstDayOf(player, timezone) <= end)
    .map(({ id }) => id)
}

/** The platforms through which the account has sold since the period began. */
export const platformsRequest = ({ start }: Period, timezone: string) =>
  named('platforms', { start_date: `${start} 00:00:00`, timezone })

export const conversionsRequest = (player_id: string, period: Period, timezone: string) =>
  named('conversionsByDay', { player_id, ...wireRange(period), timezone })

export const engagementDaysRequest = (
  { id, duration }: Pick<Player, 'id' | 'duration'>,
  period: Period,
  timezone: string,
) =>
  named('engagementByDay', {
    ...{ player_id: id, ...wireRange(period), timezone },
    video_duration: duration,
  })

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size))
}
