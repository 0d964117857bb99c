import { z } from 'zod'
import { guardrails } from '../model/ab-test.ts'
import { MOST_LIVE_PLAYERS, RANKED_EVENTS } from '../model/event-counts.ts'
import { accountId, playerId } from '../model/ids.ts'
import { period } from '../model/period.ts'

const ofPlayer = { account_id: accountId, player_id: playerId, period }
const ofVariants = { ...ofPlayer, base: z.string().max(64).nullable(), guardrails }

/** The tables of variants, rankings, events by day and live users: part of `tableQuestion`. */
export const audienceQuestions = [
  z.object({ table: z.literal('headlines'), ...ofVariants }),
  z.object({ table: z.literal('turbo'), ...ofVariants }),
  z.object({ table: z.literal('smartAutoplays'), ...ofVariants }),
  z.object({
    table: z.literal('leaderboard'),
    account_id: accountId,
    company_id: z.uuid(),
    period,
    comparison: period.nullable(),
    limit: z.int().min(1).max(1000),
    event: z.enum(RANKED_EVENTS),
  }),
  z.object({ table: z.literal('event_days'), ...ofPlayer }),
  z.object({ table: z.literal('click_days'), ...ofPlayer }),
  z.object({
    table: z.literal('live_players'),
    account_id: accountId,
    player_ids: z.array(playerId).min(1).max(MOST_LIVE_PLAYERS),
    minutes: z.int().min(1).max(720),
  }),
] as const

export type AudienceQuestion = z.output<(typeof audienceQuestions)[number]>

const NAMES: Record<AudienceQuestion['table'], true> = {
  headlines: true,
  turbo: true,
  smartAutoplays: true,
  leaderboard: true,
  event_days: true,
  click_days: true,
  live_players: true,
}

export const isAudienceQuestion = <Q extends { table: string }>(
  question: Q,
): question is Extract<Q, { table: AudienceQuestion['table'] }> =>
  Object.hasOwn(NAMES, question.table)
