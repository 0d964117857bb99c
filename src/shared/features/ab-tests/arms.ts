import type { ComparisonAnswer, ComparisonStatistics } from '../../api/comparison-group.ts'
import { AB_METRICS, type AbArm, type AbMetric, type AbSnapshot, type Share } from './ab-test.ts'

/** Whom the distribution of how far people watched was measured on. */
export const measuredOf = ({ engagement }: Pick<ComparisonStatistics, 'engagement'>): number =>
  engagement.grouped_timed.reduce((sum, { total_users }) => sum + total_users, 0)

/**
 * Analytics, POST /comparison_groups/stats: on a transient lookup gap the engagement comes back as
 * zeros. Somebody played, so somebody watched: that is no rate of zero.
 */
export const isEngagementMissing = (arm: ComparisonStatistics): boolean =>
  arm.plays.total > 0 && measuredOf(arm) === 0

/** What a metric is a share of; null where its engagement was not returned. */
export function shareOf(arm: ComparisonStatistics, metric: AbMetric): Share | null {
  switch (metric) {
    case 'play_rate':
      return { part: arm.plays.total_uniq_device, whole: arm.views.total_uniq_device }
    case 'conversion_rate':
      return { part: arm.conversions.total_uniq_sessions, whole: arm.plays.total_uniq_device }
    case 'pitch_retention_rate':
      return isEngagementMissing(arm) ? null : { part: arm.pitch_audience, whole: measuredOf(arm) }
  }
}

/** A part of more than its whole is no share: one device may buy in several sessions. */
export const isShare = ({ part, whole }: Share): boolean => part <= whole

function armOf(arm: ComparisonStatistics): AbArm {
  const shares = AB_METRICS.map((metric) => [metric, shareOf(arm, metric)])
  return {
    player_id: arm.player_id,
    views: arm.views.total_uniq_device,
    plays: arm.plays.total_uniq_device,
    conversions: arm.conversions.total_uniq_sessions,
    shares: Object.fromEntries(shares) as AbArm['shares'],
  }
}

interface AskedItems {
  items: readonly {
    player_id: string
    start_date?: string | undefined
    end_date?: string | undefined
  }[]
}

/** What an answer leaves in the history of its test; null unless it is of two arms over given days. */
export function snapshotOf(
  { items }: AskedItems,
  { value, asOf }: { value: ComparisonAnswer; asOf: number },
): AbSnapshot | null {
  const [a, b] = items.map(({ player_id }) =>
    value.stats.find((arm) => arm.player_id === player_id.toLowerCase()),
  )
  const { start_date, end_date } = items[0] ?? {}
  if (!a || !b || !start_date || !end_date) return null
  return {
    group_id: value.comparison_group.id,
    start: start_date,
    day: end_date.slice(0, 10),
    asOf,
    arms: [armOf(a), armOf(b)],
  }
}
