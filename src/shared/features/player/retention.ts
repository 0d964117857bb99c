import type { Engagement } from '../../api/engagement.ts'
import type { Player } from '../../api/player.ts'
import { truncatedRate } from '../../api/statistics.ts'
import { column, type Known, pointsBetween, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import { retentionCurve } from './curves/curve.ts'

/** The loss shown for a position of the curve covers this many preceding seconds. */
const LOSS_SECONDS = 10

/** Sessions lost in the seconds before this one. */
export const lostBefore = (curve: readonly number[], second: number) =>
  (curve[Math.max(0, second - LOSS_SECONDS)] ?? 0) - (curve[second] ?? 0)

/**
 * The survival curve as a table, one row per second of the video. Called "reached" rather than "watching",
 * because the service gives each session's furthest second (Analytics, Engagement distribution). `compared`
 * is the curve that the chart draws beside it: undefined without one, null when it is not stored.
 */
export function retentionTable(
  engagement: Known<Engagement> | null,
  player: Pick<Player, 'duration'>,
  compared?: Known<Engagement> | null,
): Table {
  const curve = engagement ? retentionCurve(engagement.value, player) : []
  const started = curve[0] ?? 0
  const comparison = comparedCells(compared, curve)
  return tableOf([engagement], {
    compared,
    columns: [
      column('second', 'second'),
      column('sessions_reached', 'count'),
      column('percent_reached', 'percent'),
      ...(comparison ? COMPARED : []),
      column('lost_in_10_seconds', 'count'),
      column('lost_in_10_seconds_percent', 'percent'),
    ],
    rows: curve.map((sessions, second) => {
      const lost = lostBefore(curve, second)
      return [
        second,
        sessions,
        shareOf(sessions, started),
        ...(comparison?.(second) ?? []),
        lost,
        shareOf(lost, started),
      ]
    }),
  })
}

const COMPARED = [
  column('sessions_reached__comparison', 'count'),
  column('percent_reached__comparison', 'percent'),
  column('difference_points', 'percent'),
]

const shareOf = (part: number, whole: number): Cell =>
  truncatedRate(part, whole) ?? missing('not-applicable')

/** The cells of the comparison at each second of the curve; null without a comparison. */
function comparedCells(compared: Known<Engagement> | null | undefined, curve: readonly number[]) {
  if (compared === undefined) return null
  const none = missing('not-downloaded')
  if (compared === null) return () => COMPARED.map(() => none)
  const other = retentionCurve(compared.value, { duration: curve.length - 1 })
  return (second: number): Cell[] => {
    const own = shareOf(curve[second] ?? 0, curve[0] ?? 0)
    const sessions = other[second] ?? 0
    const then = shareOf(sessions, other[0] ?? 0)
    return [sessions, then, pointsBetween(own, then)]
  }
}
