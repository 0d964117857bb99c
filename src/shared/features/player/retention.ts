import type { Engagement } from '../../api/engagement.ts'
import type { Player } from '../../api/player.ts'
import { truncatedRate } from '../../api/statistics.ts'
import { column, type Known, tableOf } from '../../tables/measures.ts'
import { missing, type Table } from '../../tables/table.ts'
import { retentionCurve } from './curves/curve.ts'

export { retentionCurve }

/** The loss shown for a position of the curve covers this many preceding seconds. */
export const LOSS_SECONDS = 10

/**
 * The survival curve as a table, one row per second of the video. Called "reached" rather than "watching",
 * because the service gives each session's furthest second (Analytics, Engagement distribution).
 */
export function retentionTable(
  engagement: Known<Engagement> | null,
  player: Pick<Player, 'duration'>,
): Table {
  const curve = engagement ? retentionCurve(engagement.value, player) : []
  const started = curve[0] ?? 0
  return tableOf([engagement], {
    columns: [
      column('second', 'second'),
      column('sessions_reached', 'count'),
      column('percent_reached', 'percent'),
      column('lost_in_10_seconds', 'count'),
      column('lost_in_10_seconds_percent', 'percent'),
    ],
    rows: curve.map((sessions, second) => {
      const before = curve[Math.max(0, second - LOSS_SECONDS)] ?? started
      return [
        second,
        sessions,
        truncatedRate(sessions, started) ?? missing('not-applicable'),
        before - sessions,
        truncatedRate(before - sessions, started) ?? missing('not-applicable'),
      ]
    }),
  })
}
