import type { Table } from '../../../shared/tables/table.ts'
import type { Trend } from '../../ui/chart-trend.ts'

/** In percent, like the table of days. */
export interface DayLift {
  day: string
  lift: number
  low: number
  high: number
  /** When the service returned it, in epoch milliseconds. */
  asOf: number
}

/** The days of `abTimeTable` with an interval. */
export function liftsIn({ rows }: Table): DayLift[] {
  return rows.flatMap(([day, lift, low, high, , , asOf]) =>
    typeof day === 'string' &&
    typeof lift === 'number' &&
    typeof low === 'number' &&
    typeof high === 'number'
      ? [{ day, lift, low, high, asOf: Number(asOf) }]
      : [],
  )
}

/** The chart's data: the table's values, all within the axis. */
export function liftSeries(
  days: readonly DayLift[],
  { label, isPartial }: { label: (day: string) => string; isPartial: (of: DayLift) => boolean },
): Pick<Trend, 'points' | 'band'> {
  return {
    points: days.map((one) => ({
      label: label(one.day),
      value: one.lift,
      isPartial: isPartial(one),
      isGrowing: false,
    })),
    band: days.map(({ low, high }) => [low, high] as const),
  }
}
