import type { z } from 'zod'
import { survival } from '../../api/engagement.ts'
import type { Player } from '../../api/player.ts'
import { type AdditiveTotals, truncatedRate } from '../../api/statistics.ts'
import type { engagementByOrigin } from '../../api/traffic.ts'
import { column, type Known, tableOf } from '../../tables/measures.ts'
import { missing, type Table } from '../../tables/table.ts'

export type EngagementByOrigin = z.output<typeof engagementByOrigin>

/** Maximum number of curves offered side by side. */
const OFFERED = 8

/** The raw values with most plays, whose retention is requested in one call. */
export function mostPlayed(
  rows: readonly (Pick<AdditiveTotals, 'total_started'> & { grouped_field: string })[],
): string[] {
  return rows
    .filter(({ grouped_field, total_started }) => grouped_field !== '' && total_started > 0)
    .sort((a, b) => b.total_started - a.total_started)
    .slice(0, OFFERED)
    .map(({ grouped_field }) => grouped_field)
}

/** Sorted, so that a changed ranking of the same values gives the same query. */
export const sortedValues = (values: readonly string[]) => [...values].sort()

export interface ValueCurve {
  /** The raw value, as the service names it. */
  value: string
  sessions: number
  /** Sessions that reached each second, from 0. */
  curve: number[]
}

/**
 * The curves of raw values, in the requested order; values that the service left out are skipped. When the
 * video's length is unknown, all are as long as the longest, so that their seconds correspond.
 */
export function valueCurves(
  groups: EngagementByOrigin,
  values: readonly string[],
  { duration }: Pick<Player, 'duration'>,
): ValueCurve[] {
  const last = groups
    .flatMap(({ grouped_values }) => grouped_values)
    .reduce((latest, { timed }) => Math.max(latest, timed), 0)
  const seconds = duration > 0 ? duration : last
  return values.flatMap((value) => {
    const group = groups.find(({ grouped_key }) => grouped_key === value)
    if (!group) return []
    const curve = survival(group.grouped_values, seconds)
    return [{ value, sessions: curve[0] ?? 0, curve }]
  })
}

/** The curves as a table, one row per value and second of the video. */
export function trafficRetentionTable(
  answer: Known<EngagementByOrigin> | null,
  values: readonly string[],
  player: Pick<Player, 'duration'>,
): Table {
  const curves = answer ? valueCurves(answer.value, values, player) : []
  return tableOf([answer], {
    columns: [
      column('grouped_field', 'text'),
      column('second', 'second'),
      column('sessions_reached', 'count'),
      column('percent_reached', 'percent'),
    ],
    rows: curves.flatMap(({ value, sessions, curve }) =>
      curve.map((reached, second) => [
        value,
        second,
        reached,
        truncatedRate(reached, sessions) ?? missing('not-applicable'),
      ]),
    ),
  })
}
