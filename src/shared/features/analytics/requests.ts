import type { Analytics, AnalyticsName } from '../../api/analytics.ts'
import type { Player } from '../../api/player.ts'
import { SOURCE_PARAMETER } from '../../api/traffic.ts'
import type { Input } from '../../operation.ts'
import { type Period, wireRange } from '../../time/period.ts'

/** The session fields by which a player's dashboard breaks figures down. */
export const BREAKDOWN_FIELDS = ['country', 'browser', 'device_type'] as const
export type BreakdownField = (typeof BREAKDOWN_FIELDS)[number]

export type AnalyticsRequest = {
  [N in AnalyticsName]: { name: N; input: Input<Analytics[N]> }
}[AnalyticsName]

export const named = <N extends AnalyticsName, I extends Input<Analytics[N]>>(
  name: N,
  input: I,
) => ({ name, input })

type RequestedPlayer = Pick<Player, 'id' | 'duration' | 'pitch_time'>

/**
 * The queries about a player in a period. Screens, downloads and exports all build them here, so that one
 * stored answer serves all three. The current pitch and duration are always sent, because the service
 * otherwise applies today's to the past (Analytics, POST /sessions/stats_by_day).
 */
export function requestsAbout(player: RequestedPlayer, period: Period, timezone: string) {
  const range = { player_id: player.id, ...wireRange(period), timezone }
  const video_duration = player.duration
  const inForce = { ...range, video_duration, pitch_time: player.pitch_time }
  return {
    stats: { name: 'stats', input: inForce },
    statsByDay: { name: 'statsByDay', input: inForce },
    userEngagement: { name: 'userEngagement', input: { ...range, video_duration } },
    clicksTimed: { name: 'clicksTimed', input: range },
    customMetrics: { name: 'customMetrics', input: range },
    conversionsTimed: { name: 'conversionsTimed', input: inForce },
    validUtms: { name: 'validUtms', input: range },
    trafficStats: (query_key: string) => named('trafficStats', { ...inForce, query_key }),
    trafficStatsByDay: (query_key: string) =>
      named('trafficStatsByDay', { ...inForce, query_keys: [query_key] }),
    userEngagementByOrigin: (query_key: string, values: readonly string[]) =>
      named('userEngagementByOrigin', { ...range, query_key, values: [...values] }),
    statsByFieldByDay: (field: string) => named('statsByFieldByDay', { ...inForce, field }),
    statsByField: (field: string) => named('statsByField', { ...inForce, field }),
  } as const
}

/** The queries of the traffic screen's first view: the parameters, and the values of the usual first one. */
export function trafficRequests(
  player: RequestedPlayer,
  period: Period,
  timezone: string,
): AnalyticsRequest[] {
  const about = requestsAbout(player, period, timezone)
  return [
    about.validUtms,
    about.trafficStats(SOURCE_PARAMETER),
    about.trafficStatsByDay(SOURCE_PARAMETER),
  ]
}

/** The queries of a player's dashboard for one period, without its daily rows. */
export function dashboardRequests(
  player: RequestedPlayer,
  period: Period,
  timezone: string,
): AnalyticsRequest[] {
  const about = requestsAbout(player, period, timezone)
  return [
    about.stats,
    about.userEngagement,
    about.clicksTimed,
    about.conversionsTimed,
    ...BREAKDOWN_FIELDS.map(about.statsByField),
  ]
}

interface RangeInput {
  start_date?: unknown
  end_date?: unknown
  timezone?: unknown
}

/** The zone of a query. Analytics, What the service does, 5: without one, dates are read in UTC. */
export function zoneOfQuery(input: object): string {
  const { timezone } = input as RangeInput
  return typeof timezone === 'string' ? timezone : 'UTC'
}

/** The calendar days of a query; partly covered days are included. */
export function periodOfQuery(input: object): Period {
  const { start_date, end_date } = input as RangeInput
  return { start: String(start_date).slice(0, 10), end: String(end_date).slice(0, 10) }
}
