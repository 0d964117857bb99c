import type { Table } from '../../../shared/tables/table.ts'
import type { Trend } from '../../ui/chart-trend.ts'

/** In percent, like the table of days. */
export interface DayLift {
  day: string
  lift: number
  low: number
  high: number
}

/** The days of `abTimeTable` with an interval. */
export function liftsIn({ rows }: Table): DayLift[] {
  return rows.flatMap(([day, lift, low, high]) =>
    typeof day === 'string' &&
    typeof lift === 'number' &&
    typeof low === 'number' &&
    typeof high === 'number'
      ? [{ day, lift, low, high }]
      : [],
  )
}

/** The chart's data: the table's values, all within the axis. */
export function liftSeries(
  days: readonly DayLift[],
  label: (day: string) => string,
): Pick<Trend, 'points' | 'band'> {
  return {
    points: days.map(({ day, lift }) => ({
      label: label(day),
      value: lift,
      isPartial: false,
      isGrowing: false,
    })),
    band: days.map(({ low, high }) => [low, high] as const),
  }
}
