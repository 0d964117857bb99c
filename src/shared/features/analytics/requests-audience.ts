import { DAY_EVENTS, RANKED_EVENTS } from '../../api/event-counts.ts'
import type { Player } from '../../api/player.ts'
import { type Period, wireRange } from '../../time/period.ts'
import { RANKING_LIMITS } from '../settings/preferences.ts'
import { named } from './requests.ts'

/** The tests within a player. The service cuts their days in UTC, so no zone is sent. */
export function variantRequests(
  player: Pick<Player, 'id' | 'duration' | 'pitch_time'>,
  period: Period,
) {
  const input = {
    player_id: player.id,
    ...wireRange(period),
    video_duration: player.duration,
    pitch_time: player.pitch_time,
  }
  return {
    headlines: { name: 'headlines', input },
    turbo: { name: 'turbo', input },
    smartAutoplays: { name: 'smartAutoplays', input },
  } as const
}

interface Ranked {
  company_id: string
  timezone: string
  period: Period
}

/** The last place that is requested. */
export const LAST_PLACE = Math.max(...RANKING_LIMITS)

/**
 * All rankings of a period in one request, the same whatever number of places is shown. The comparison period's
 * request is identical to the one sent when that period itself was shown, so its stored answer is reused.
 */
export function leaderboardRequest({ company_id, timezone, period }: Ranked) {
  const leaderboards = RANKED_EVENTS.map((event) => ({
    leaderboard_limit: LAST_PLACE,
    start_date: period.start,
    end_date: period.end,
    event,
  }))
  return named('leaderboard', { company_id, leaderboards, timezone })
}

export const eventsRequest = (player_id: string, period: Period, timezone: string) =>
  named('eventsByDay', { player_id, ...wireRange(period), timezone, events: [...DAY_EVENTS] })

export const liveRequest = (player_id: string, minutes: number) =>
  named('liveUsers', { player_id, minutes })

export const clicksRequest = (player_id: string, period: Period, timezone: string) =>
  named('clicksByDay', { player_id, ...wireRange(period), timezone })
