import { z } from 'zod'
import { cents } from '../model/money.ts'
import { looseCount, rateNumber } from './schemas.ts'

const count = z.int().nonnegative()

// Analytics, Other response shapes: these counts are strings.
const countText = z.string().regex(/^\d{1,15}$/, 'must be a count as a string')

export const eventDays = z.looseObject({
  event: z.string(),
  events_by_day: z.array(
    z.looseObject({
      day: z.iso.date(),
      total: countText,
      total_uniq_device: countText,
      total_uniq_session: countText,
    }),
  ),
})
export type EventDays = z.output<typeof eventDays>

export const customMetric = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** The marked second of the video. */
  time: count,
  sequential_number: z.int(),
  engagement_rate: rateNumber,
  total_users: count,
  users_above: count,
})
export type CustomMetric = z.output<typeof customMetric>

export const leaderboard = z.looseObject({
  leaderboard_name: z.string(),
  event: z.string(),
  leaderboards: z.array(
    z.looseObject({
      player_id: z.string(),
      total_plays: count,
      uniq_plays: count,
      uniq_device_plays: count,
    }),
  ),
})
export type Leaderboard = z.output<typeof leaderboard>

/** The events that players are ranked by; one request asks for all rankings. */
export const RANKED_EVENTS = ['started', 'viewed', 'finished', 'clicked'] as const
export type RankedEvent = (typeof RANKED_EVENTS)[number]

/** Events of a player, in the order in which they happen. */
export const DAY_EVENTS = ['viewed', 'started', 'paused', 'finished', 'clicked'] as const
export type DayEvent = (typeof DAY_EVENTS)[number]

/** Each costs a query per refresh: more would use up a small plan's quota. */
export const MOST_LIVE_PLAYERS = 10

/** Events that can be counted for the account and for many players at once. */
export const ACCOUNT_EVENTS = ['started', 'viewed', 'finished'] as const
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]

export const eventCount = z.looseObject({
  event: z.string(),
  total: looseCount,
  total_uniq_sessions: looseCount,
  total_uniq_device: looseCount,
})
export type EventCount = z.output<typeof eventCount>

export const playerEventCount = eventCount.extend({ player_id: z.string() })
export type PlayerEventCount = z.output<typeof playerEventCount>

/** The service failed silently on longer lists (observed by a client). */
export const MOST_PLAYERS_ASKED = 100

/** It is unknown whether these counts are integers or strings, so both are accepted. */
export const clickDays = z.looseObject({
  events_by_day: z.array(
    z.looseObject({
      day: z.iso.date(),
      total: looseCount,
      total_uniq_device: looseCount,
      total_uniq_session: looseCount,
    }),
  ),
  total_events: looseCount,
  total_uniq_device_events: looseCount,
  total_uniq_session_events: looseCount,
})
export type ClickDays = z.output<typeof clickDays>

/** A second of the video. */
const timed = z.int().nonnegative()

export const clicksOfSecond = z.looseObject({ timed, total_users: count })

export const conversionsOfSecond = z.looseObject({
  timed,
  timed_conversions: count,
  cumulative_conversions: count,
  timed_amount_usd: cents,
  cumulative_amount_usd: cents,
  timed_amount_brl: cents,
  cumulative_amount_brl: cents,
  timed_amount_eur: cents,
  cumulative_amount_eur: cents,
})
