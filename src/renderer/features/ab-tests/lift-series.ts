import type { Table } from '../../../shared/tables/table.ts'
import type { Trend } from '../../ui/chart-trend.ts'

/** In percent, as the table of the days says it. */
export interface DayLift {
  day: string
  lift: number
  low: number
  high: number
}

/** The days of `abTimeTable` that have limits to draw. */
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

/** What is drawn of them: the figures of the table, all within the axis, none cut off. */
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
