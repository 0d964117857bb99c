import { z } from 'zod'
import { ACCOUNT_EVENTS, MOST_LIVE_PLAYERS, RANKED_EVENTS } from '../../api/event-counts.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { period } from '../../time/period.ts'
import { guardrails } from '../ab-tests/ab-test.ts'

const ofPlayer = { account_id: accountId, player_id: playerId, period }
const ofRanking = {
  period,
  comparison: period.nullable(),
  /** Number of places. */
  limit: z.int().min(1).max(1000),
}
const ofAccount = { account_id: accountId, period }
const ofVariants = { ...ofPlayer, base: z.string().max(64).nullable(), guardrails }

/** The queries of the tables of variants, rankings, daily events and live users; part of `tableRequest`. */
export const audienceRequests = [
  z.object({ table: z.literal('headlines'), ...ofVariants }),
  z.object({ table: z.literal('turbo'), ...ofVariants }),
  z.object({ table: z.literal('smartAutoplays'), ...ofVariants }),
  z.object({
    table: z.literal('leaderboard'),
    account_id: accountId,
    company_id: z.uuid(),
    ...ofRanking,
    event: z.enum(RANKED_EVENTS),
  }),
  z.object({
    table: z.literal('own_ranking'),
    account_id: accountId,
    ...ofRanking,
    event: z.enum(ACCOUNT_EVENTS),
  }),
  z.object({ table: z.literal('event_days'), ...ofPlayer }),
  z.object({ table: z.literal('click_days'), ...ofPlayer }),
  z.object({ table: z.literal('conversion_days'), ...ofPlayer }),
  z.object({ table: z.literal('engagement_days'), ...ofPlayer }),
  z.object({ table: z.literal('account_events'), ...ofAccount }),
  z.object({ table: z.literal('platforms'), ...ofAccount }),
  z.object({
    table: z.literal('live_players'),
    account_id: accountId,
    player_ids: z.array(playerId).min(1).max(MOST_LIVE_PLAYERS),
    minutes: z.int().min(1).max(720),
  }),
] as const

export type AudienceRequest = z.output<(typeof audienceRequests)[number]>

const NAMES: Record<AudienceRequest['table'], true> = {
  headlines: true,
  turbo: true,
  smartAutoplays: true,
  leaderboard: true,
  own_ranking: true,
  event_days: true,
  click_days: true,
  conversion_days: true,
  engagement_days: true,
  account_events: true,
  platforms: true,
  live_players: true,
}

export const isAudienceRequest = <Q extends { table: string }>(
  request: Q,
): request is Extract<Q, { table: AudienceRequest['table'] }> => Object.hasOwn(NAMES, request.table)
