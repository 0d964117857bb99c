import { DEFAULT_GUARDRAILS } from '../../src/shared/features/ab-tests/ab-test.ts'
import type { TableName } from '../../src/shared/features/exports/request.ts'
import { OVERVIEW_COLUMNS } from '../../src/shared/features/overview/columns.ts'
import { NO_MERGE_RULES } from '../../src/shared/features/traffic/merge-rules.ts'
import type { Period } from '../../src/shared/time/period.ts'

/** The tables made from services' answers; the others are made from local data. */
export type Filled = Exclude<
  TableName,
  'overview' | 'annotations' | 'change_history' | 'publish' | `ab_${string}`
>

const sort = { column: 'total_started', descending: true }
const variants = { base: null, guardrails: DEFAULT_GUARDRAILS }

interface About {
  company_id: string
  player_id: string
  period: Period
  query_key: string
  group_id: string
}

/** For each table a request about a player, without what all requests have in common. */
export function filledRequests({
  company_id,
  player_id,
  period,
  query_key,
  group_id,
}: About): Record<Filled, object> {
  const traffic = { query_key, rules: NO_MERGE_RULES }
  return {
    days: {},
    figures: {},
    funnel: {},
    breakdown: { field: 'country', sort },
    traffic: { ...traffic, sort, top: null },
    traffic_parameters: {},
    traffic_days: { ...traffic, measure: 'total_started', top: 5 },
    traffic_retention: { query_key, values: ['email'], shown: ['email'] },
    curves: {
      by: 'second',
      choices: [
        { kind: 'period', period },
        { kind: 'segment', field: 'country', value: 'Brazil' },
        { kind: 'arm', group_id, player_id },
      ],
    },
    call_windows: {},
    field_days: { field: 'country' },
    marks: {},
    retention: {},
    timing: {},
    pitch_trial: { trial: 60 },
    live: { minutes: 60 },
    headlines: variants,
    turbo: variants,
    smartAutoplays: variants,
    own_ranking: { limit: 5, event: 'started' },
    leaderboard: { company_id, limit: 5, event: 'started' },
    event_days: {},
    click_days: {},
    conversion_days: {},
    engagement_days: {},
    account_events: {},
    live_players: { player_ids: [player_id], minutes: 60 },
  }
}

/** Including tables of local data, except those that only publishing fills. */
export const ownRequests = (
  group_id: string,
  arms: readonly [string, string],
): Record<Exclude<TableName, Filled | 'change_history' | 'publish'>, object> => {
  const ofTest = { group_id, arms }
  return {
    overview: {
      ...{ search: '', activeOnly: false, sort },
      columns: OVERVIEW_COLUMNS.map(({ key }) => key),
    },
    annotations: { search: '' },
    ab_tests: {},
    ab_sides: ofTest,
    ab_split: ofTest,
    ab_time: ofTest,
    ab_retention: ofTest,
    ab_revenue: ofTest,
    ab_decisions: ofTest,
  }
}
