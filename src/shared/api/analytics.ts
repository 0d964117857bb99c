import { z } from 'zod'
import type { Screen } from '../features/settings/preferences.ts'
import { playerId } from '../model/ids.ts'
import type { Endpoint } from '../operation.ts'
import { isoDate, timezone, wireDateTime } from '../time/time.ts'
import { comparisonAnswer, comparisonGroups } from './comparison-group.ts'
import { engagement, engagementDay } from './engagement.ts'
import {
  ACCOUNT_EVENTS,
  clickDays,
  clicksOfSecond,
  conversionsOfSecond,
  customMetric,
  eventCount,
  eventDays,
  leaderboard,
  MOST_PLAYERS_ASKED,
  playerEventCount,
} from './event-counts.ts'
import { player } from './player.ts'
import { quotaUsage } from './quota.ts'
import { notShown } from './schemas.ts'
import { dayStatistics, fieldStatistics, statistics } from './statistics.ts'
import {
  engagementByOrigin,
  engagementGroup,
  trafficDayStatistics,
  trafficStatistics,
} from './traffic.ts'
import { headline, smartAutoplayRow, speed } from './variant.ts'

const count = z.int().nonnegative()
const seconds = z.int().nonnegative()

const range = { start_date: wireDateTime, end_date: wireDateTime, timezone: timezone.optional() }
const overrides = { video_duration: seconds.optional(), pitch_time: seconds.optional() }
const request = z.object({ player_id: playerId, ...range, ...overrides })
const onPlayer = z.object({ player_id: playerId, ...range })
// The service requires `video_duration` on POST /traffic_origin/stats (observed).
const traffic = request.extend({ video_duration: seconds })
// Analytics, POST /headlines/stats_by_player: dates are in UTC, and no end means up to now.
const onVariants = z.object({
  player_id: playerId,
  start_date: wireDateTime,
  end_date: wireDateTime.optional(),
  video_duration: seconds,
  pitch_time: seconds.optional(),
})

interface AnalyticsEndpoint extends Endpoint {
  /** Where the app shows its answer, for the table of endpoints in CONTRIBUTING.md. */
  readonly screens: Readonly<Partial<Record<Screen, string>>>
  /** Not in the document, so a service may answer 404; Cuepoint then works without it. */
  readonly isBeyond?: true
}

/** Every endpoint of the analytics service that Cuepoint uses, in the document's order. */
export const analytics = {
  players: {
    screens: { overview: 'table, search, palette' },
    method: 'GET',
    path: '/players/list',
    input: z.object({
      // Analytics, GET /players/list: 3 to 128 characters once trimmed.
      name: z
        .string()
        .regex(/^\s*\S.{1,126}\S\s*$/su, 'must have 3 to 128 characters')
        .optional(),
      name_match: z.enum(['contains', 'starts_with', 'ends_with', 'exact']).optional(),
      start_date: wireDateTime.optional(),
      end_date: wireDateTime.optional(),
      timezone: timezone.optional(),
    }),
    output: z.array(player),
  },
  quotaUsage: {
    screens: { activity: 'query limits' },
    method: 'GET',
    path: '/quota/usage',
    input: z.object({}),
    output: quotaUsage,
  },
  statsByDay: {
    screens: { overview: 'trends', player: 'trend', abTests: 'revenue' },
    method: 'POST',
    path: '/sessions/stats_by_day',
    input: request,
    output: z.array(dayStatistics),
  },
  stats: {
    screens: { overview: 'table, tiles', player: 'tiles, funnel' },
    method: 'POST',
    path: '/sessions/stats',
    input: request,
    output: statistics,
  },
  statsByField: {
    screens: { player: 'breakdown', video: 'filter dry run' },
    method: 'POST',
    path: '/sessions/stats_by_field',
    // The document shows only browser and country. The service answers 400 for unknown fields.
    input: request.extend({ field: notShown(z.string().min(1), 'high') }),
    output: z.array(fieldStatistics),
  },
  statsByFieldByDay: {
    screens: { player: 'by day' },
    method: 'POST',
    path: '/sessions/stats_by_field_by_day',
    input: request.extend({ field: notShown(z.string().min(1), 'high') }),
    output: z.array(dayStatistics.extend({ grouped_field: z.string() })),
  },
  liveUsers: {
    screens: { player: 'live', live: 'live now' },
    method: 'GET',
    path: '/sessions/live_users',
    // Analytics, Limits: 1 to 720 minutes, 60 when omitted.
    input: z.object({ player_id: playerId, minutes: z.int().min(1).max(720).optional() }),
    output: z.array(z.looseObject({ domain: z.string(), live_users: count })),
  },
  userEngagement: {
    screens: { player: 'retention, curves, moments, trial pitch', video: 'timeline' },
    method: 'POST',
    path: '/times/user_engagement',
    input: z.object({ player_id: playerId, video_duration: seconds.optional(), ...range }),
    output: engagement,
  },
  userEngagementByField: {
    screens: { player: 'curves by segment' },
    method: 'POST',
    path: '/times/user_engagement_by_field',
    input: onPlayer.extend({
      field: notShown(z.string().min(1), 'medium'),
      values: z.array(z.string()).min(1),
    }),
    output: z.array(engagementGroup),
  },
  headlines: {
    screens: { variants: 'headlines' },
    method: 'POST',
    path: '/headlines/stats_by_player',
    input: onVariants,
    output: z.array(headline),
  },
  conversionsTimed: {
    screens: { player: 'conversions by second', video: 'timeline' },
    method: 'POST',
    path: '/conversions/video_timed',
    input: request,
    output: z.array(conversionsOfSecond),
  },
  validUtms: {
    screens: { traffic: 'parameters' },
    method: 'POST',
    path: '/traffic_origin/valid_utms',
    input: onPlayer,
    output: z.array(z.record(z.string(), count)),
  },
  eventsByDay: {
    screens: { live: 'events by day' },
    method: 'POST',
    path: '/events/total_by_company_day',
    input: onPlayer.extend({ events: z.array(z.string().min(1)).min(1) }),
    output: z.array(eventDays),
  },
  customMetrics: {
    screens: { player: 'marks' },
    method: 'POST',
    path: '/custom_metrics/list',
    input: onPlayer,
    output: z.array(customMetric),
  },
  clicksTimed: {
    screens: { player: 'clicks by second, by call to action', video: 'timeline' },
    method: 'POST',
    path: '/clicks/total_by_company_timed',
    input: onPlayer,
    output: z.array(clicksOfSecond),
  },
  leaderboard: {
    screens: { leaderboard: 'rankings' },
    method: 'POST',
    path: '/events/leaderboard',
    input: z.object({
      company_id: z.guid(),
      leaderboards: z
        .array(
          z.object({
            leaderboard_limit: z.int().min(1),
            start_date: isoDate,
            end_date: isoDate.optional(),
            event: z.string().min(1),
          }),
        )
        .min(1),
      timezone: timezone.optional(),
    }),
    output: z.array(leaderboard),
  },
  comparisonGroups: {
    screens: { abTests: 'list' },
    method: 'POST',
    path: '/comparison_groups/list',
    input: z.object({
      start_date: wireDateTime.optional(),
      end_date: wireDateTime.optional(),
      timezone: timezone.optional(),
    }),
    output: notShown(comparisonGroups, 'high'),
  },
  comparisonStats: {
    screens: { abTests: 'a test', player: 'curves of an arm' },
    method: 'POST',
    path: '/comparison_groups/stats',
    input: z.object({
      comparison_group_id: z.string().min(1),
      items: z
        .array(
          z.object({
            player_id: playerId,
            start_date: wireDateTime.optional(),
            end_date: wireDateTime.optional(),
          }),
        )
        .min(1)
        .max(2),
      events: z.array(z.string().min(1)).optional(),
      timezone: timezone.optional(),
    }),
    output: comparisonAnswer,
  },
  // Endpoints whose answers are documented incompletely.
  userEngagementByOrigin: {
    screens: { traffic: 'retention by value' },
    method: 'POST',
    path: '/times/user_engagement_by_traffic_origin',
    input: onPlayer.extend({ query_key: z.string().min(1), values: z.array(z.string()).min(1) }),
    output: notShown(engagementByOrigin, 'medium'),
  },
  clicksByDay: {
    screens: { live: 'clicks by day' },
    method: 'POST',
    path: '/clicks/total_by_company_day',
    input: onPlayer,
    output: notShown(clickDays, 'high'),
  },
  trafficStats: {
    screens: { traffic: 'performance' },
    method: 'POST',
    path: '/traffic_origin/stats',
    input: traffic.extend({ query_key: z.string().min(1) }),
    output: notShown(z.array(trafficStatistics), 'high'),
  },
  trafficStatsByDay: {
    screens: { traffic: 'by day' },
    method: 'POST',
    path: '/traffic_origin/stats_by_day',
    input: traffic.extend({ query_keys: z.array(z.string().min(1)).min(1) }),
    output: notShown(z.array(trafficDayStatistics), 'high'),
  },
  turbo: {
    screens: { variants: 'speeds' },
    method: 'POST',
    path: '/turbo/stats_by_player',
    input: onVariants,
    output: notShown(z.array(speed), 'high'),
  },
  smartAutoplays: {
    screens: { variants: 'smart autoplays' },
    method: 'POST',
    path: '/smart_autoplays/stats_by_player',
    input: onVariants,
    output: notShown(z.array(smartAutoplayRow), 'low'),
  },
  // Endpoints that are not in the document, but are used by working clients.
  playersEvents: {
    screens: { leaderboard: 'rankings', overview: 'players to download' },
    isBeyond: true,
    method: 'POST',
    path: '/events/total_by_company_players',
    input: z.object({
      events: z.array(z.enum(ACCOUNT_EVENTS)).min(1),
      start_date: wireDateTime,
      end_date: wireDateTime,
      players_start_date: z
        .array(
          z.object({
            player_id: playerId,
            start_date: wireDateTime,
            end_date: wireDateTime.optional(),
          }),
        )
        .min(1)
        .max(MOST_PLAYERS_ASKED),
    }),
    output: notShown(z.array(playerEventCount), 'high'),
  },
  accountEvents: {
    screens: { live: 'whole account' },
    isBeyond: true,
    method: 'POST',
    path: '/events/total_by_company',
    input: z.object({
      events: z.array(z.enum(ACCOUNT_EVENTS)).min(1),
      player_id: playerId.optional(),
      start_date: wireDateTime,
      end_date: wireDateTime,
    }),
    output: notShown(z.array(eventCount), 'high'),
  },
  conversionsByDay: {
    screens: { live: 'conversions by day' },
    isBeyond: true,
    method: 'POST',
    path: '/conversions/stats_by_day',
    input: onPlayer,
    // A clone, because a schema has one grade.
    output: notShown(clickDays.clone(), 'medium'),
  },
  platforms: {
    screens: { live: 'whole account' },
    isBeyond: true,
    method: 'POST',
    path: '/conversions/active_platforms',
    input: z.object({ start_date: wireDateTime, timezone: timezone.optional() }),
    output: notShown(z.array(z.string()), 'medium'),
  },
  engagementByDay: {
    screens: { live: 'engagement by day' },
    isBeyond: true,
    method: 'POST',
    path: '/times/user_engagement_by_day',
    input: onPlayer.extend({ video_duration: seconds }),
    output: notShown(z.array(engagementDay), 'medium'),
  },
} as const satisfies Record<string, AnalyticsEndpoint>

export type Analytics = typeof analytics
export type AnalyticsName = keyof Analytics
