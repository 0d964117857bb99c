import { pointsBetween } from '../curves/pitch.ts'
import { type Engagement, reached } from '../model/engagement.ts'
import type { CustomMetric } from '../model/event-counts.ts'
import { truncatedRate } from '../model/statistics.ts'
import { column, type Known, oldest } from './measures.ts'
import { type Cell, missing, type Table } from './table.ts'

/** The player's custom metrics as the service has them, with what was lost since the one before. */
export function marksTable(
  metrics: Known<readonly CustomMetric[]> | null,
  compared: Known<Engagement> | null,
): Table {
  const sorted = [...(metrics?.value ?? [])].sort((a, b) => a.time - b.time)
  return {
    columns: [
      column('mark', 'text'),
      column('second', 'second'),
      column('sessions_reached', 'count'),
      column('percent_reached', 'percent'),
      column('since_mark_before', 'percent'),
      column('percent_reached__comparison', 'percent'),
      column('difference_points', 'percent'),
    ],
    rows: sorted.map((metric, index) => markRow(metric, sorted[index - 1], compared)),
    totals: null,
    asOf: oldest([metrics?.asOf ?? null, compared?.asOf ?? null]),
  }
}

const shareOf = ({ users_above, total_users }: CustomMetric) =>
  truncatedRate(users_above, total_users)

function markRow(
  metric: CustomMetric,
  before: CustomMetric | undefined,
  compared: Known<Engagement> | null,
): Cell[] {
  const share = shareOf(metric)
  const from = before ? shareOf(before) : 100
  const other = compared && shareAt(compared.value.grouped_timed, metric.time)
  return [
    metric.name,
    metric.time,
    metric.users_above,
    share ?? missing('not-applicable'),
    between(share, from),
    compared ? (other ?? missing('not-applicable')) : missing('no-comparison'),
    compared ? between(share, other) : missing('no-comparison'),
  ]
}

function shareAt(distribution: Engagement['grouped_timed'], second: number) {
  return truncatedRate(reached(distribution, second), reached(distribution, 0))
}

const between = (share: number | null, other: number | null): Cell =>
  share === null || other === null ? missing('not-applicable') : pointsBetween(share, other)
