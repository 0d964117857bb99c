import type { ComparisonAnswer, ComparisonStatistics } from '../../api/comparison-group.ts'
import type { Known } from '../../tables/measures.ts'
import { AB_METRICS, type AbArm, type AbMetric, type AbSnapshot, type Share } from './ab-test.ts'

/** The number of users in the watch-time distribution. */
export const measuredOf = ({ engagement }: Pick<ComparisonStatistics, 'engagement'>): number =>
  engagement.grouped_timed.reduce((sum, { total_users }) => sum + total_users, 0)

/**
 * Analytics, POST /comparison_groups/stats: after a transient lookup gap the engagement is returned as zeros.
 * Plays without any engagement are such a gap, not a rate of zero.
 */
export const isEngagementMissing = (arm: ComparisonStatistics): boolean =>
  arm.plays.total > 0 && measuredOf(arm) === 0

/**
 * The numerator and denominator of a metric; null when the engagement data was not returned. Without a
 * pitch the service counts every session as past it (Analytics, `pitch_time`), which is not a rate.
 */
export function shareOf(arm: ComparisonStatistics, metric: AbMetric): Share | null {
  switch (metric) {
    case 'play_rate':
      return { part: arm.plays.total_uniq_device, whole: arm.views.total_uniq_device }
    case 'conversion_rate':
      return { part: arm.conversions.total_uniq_sessions, whole: arm.plays.total_uniq_device }
    case 'pitch_retention_rate':
      if (arm.pitch_time === 0 || isEngagementMissing(arm)) return null
      return { part: arm.pitch_audience, whole: measuredOf(arm) }
  }
}

/** The statistics of a pair of arms. */
export type BothArms = Known<readonly [a: ComparisonStatistics, b: ComparisonStatistics]>

/** Both arms of an answer; null when it lacks one. */
export function bothArms(
  answer: Known<ComparisonAnswer> | null | undefined,
  pair: readonly [string, string],
): BothArms | null {
  const [a, b] = pair.map((id) => answer?.value.stats.find(({ player_id }) => player_id === id))
  return answer && a && b ? { ...answer, value: [a, b] } : null
}

/** By how much the pitch's audience may exceed the measured sessions: the service counts each by itself. */
const APART = { sessions: 5, share: 0.005 }

/** The stored share of a metric. A pitch reached by a few sessions more than were measured was reached by all. */
export function shareIn({ shares }: Pick<AbArm, 'shares'>, metric: AbMetric): Share | null {
  const share = shares[metric]
  if (metric !== 'pitch_retention_rate' || !share) return share
  const { part, whole } = share
  const most = whole + Math.max(APART.sessions, whole * APART.share)
  return part <= most ? { part: Math.min(part, whole), whole } : share
}

/** Whether the part is within the whole. It may exceed it: one device can buy in several sessions. */
export const isShare = ({ part, whole }: Share): boolean => part <= whole

function armOf(arm: ComparisonStatistics): AbArm {
  const shares = AB_METRICS.map((metric) => [metric, shareOf(arm, metric)])
  return {
    player_id: arm.player_id,
    views: arm.views.total_uniq_device,
    plays: arm.plays.total_uniq_device,
    conversions: arm.conversions.total_uniq_sessions,
    pitch_time: arm.pitch_time,
    shares: Object.fromEntries(shares) as AbArm['shares'],
  }
}

export interface ComparedItems {
  items: readonly {
    player_id: string
    start_date?: string | undefined
    end_date?: string | undefined
  }[]
}

type Compared = Pick<ComparisonAnswer, 'stats'>

/** The requested arms, in their order. The service may leave one out without saying so. */
const requestedArms = ({ items }: ComparedItems, { stats }: Compared) =>
  items.map((item) => stats.find(({ player_id }) => player_id === item.player_id.toLowerCase()))

/** Whether an answer has every arm that was requested. */
export const hasEveryArm = (request: ComparedItems, compared: Compared): boolean =>
  requestedArms(request, compared).every((arm) => arm !== undefined)

/** The snapshot to store from a response; null unless it covers two arms over explicit dates. */
export function snapshotOf(
  request: ComparedItems,
  { value, asOf }: { value: ComparisonAnswer; asOf: number },
): AbSnapshot | null {
  const [a, b] = requestedArms(request, value)
  const { start_date, end_date } = request.items[0] ?? {}
  if (!a || !b || !start_date || !end_date) return null
  return {
    group_id: value.comparison_group.id,
    start: start_date,
    day: end_date.slice(0, 10),
    asOf,
    arms: [armOf(a), armOf(b)],
  }
}
