import { z } from 'zod'
import { engagement } from '../model/engagement.ts'
import { playerId } from '../model/ids.ts'
import { cents } from '../model/money.ts'
import { player } from '../model/player.ts'
import { quotaUsage } from '../model/quota.ts'
import { dayStatistics, fieldStatistics, statistics } from '../model/statistics.ts'
import { timezone, wireDateTime } from '../model/time.ts'
import type { Endpoint } from '../operation.ts'

const count = z.int().nonnegative()
const seconds = z.int().nonnegative()

const range = { start_date: wireDateTime, end_date: wireDateTime, timezone: timezone.optional() }
const overrides = { video_duration: seconds.optional(), pitch_time: seconds.optional() }
const question = z.object({ player_id: playerId, ...range, ...overrides })

/** Every endpoint of the Analytics document that Cuepoint asks, in the document's order. */
export const analytics = {
  players: {
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
  quotaUsage: { method: 'GET', path: '/quota/usage', input: z.object({}), output: quotaUsage },
  statsByDay: {
    method: 'POST',
    path: '/sessions/stats_by_day',
    input: question,
    output: z.array(dayStatistics),
  },
  stats: { method: 'POST', path: '/sessions/stats', input: question, output: statistics },
  statsByField: {
    method: 'POST',
    path: '/sessions/stats_by_field',
    // The document shows only browser and country; the service answers 400 to a field it lacks.
    input: question.extend({ field: z.string().min(1) }),
    output: z.array(fieldStatistics),
  },
  liveUsers: {
    method: 'GET',
    path: '/sessions/live_users',
    // Analytics, Limits: 1 to 720 minutes, 60 when omitted.
    input: z.object({ player_id: playerId, minutes: z.int().min(1).max(720).optional() }),
    output: z.array(z.looseObject({ domain: z.string(), live_users: count })),
  },
  userEngagement: {
    method: 'POST',
    path: '/times/user_engagement',
    input: z.object({ player_id: playerId, video_duration: seconds.optional(), ...range }),
    output: engagement,
  },
  conversionsTimed: {
    method: 'POST',
    path: '/conversions/video_timed',
    input: question,
    output: z.array(
      z.looseObject({
        timed: seconds,
        timed_conversions: count,
        cumulative_conversions: count,
        timed_amount_usd: cents,
        cumulative_amount_usd: cents,
        timed_amount_brl: cents,
        cumulative_amount_brl: cents,
        timed_amount_eur: cents,
        cumulative_amount_eur: cents,
      }),
    ),
  },
  clicksTimed: {
    method: 'POST',
    path: '/clicks/total_by_company_timed',
    input: z.object({ player_id: playerId, ...range }),
    output: z.array(z.looseObject({ timed: seconds, total_users: count })),
  },
} as const satisfies Record<string, Endpoint>

export type Analytics = typeof analytics
export type AnalyticsName = keyof Analytics
