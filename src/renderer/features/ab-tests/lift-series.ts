import type { Table } from '../../../shared/tables/table.ts'
import { daysOf } from '../../../shared/time/period.ts'
import type { Trend } from '../../ui/chart-trend.ts'

/** In percent, like the table of days. */
interface DayLift {
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

/** A day of the chart: a gap when it was not loaded, or has too few data for an interval. */
export interface LiftDay {
  day: string
  of: DayLift | null
}

/** Every day from the first to the last of these. */
export function liftDays(lifts: readonly DayLift[]): LiftDay[] {
  const [start, end] = [lifts[0]?.day, lifts.at(-1)?.day]
  if (!start || !end) return []
  const byDay = new Map(lifts.map((one) => [one.day, one]))
  return daysOf({ start, end }).map((day) => ({ day, of: byDay.get(day) ?? null }))
}

/** The chart's data: the table's values, all within the axis. */
export function liftSeries(
  days: readonly LiftDay[],
  { label, isPartial }: { label: (day: string) => string; isPartial: (of: DayLift) => boolean },
): Pick<Trend, 'points'> & Required<Pick<Trend, 'band'>> {
  return {
    points: days.map(({ day, of }) => ({
      label: label(day),
      value: of?.lift ?? null,
      isPartial: of !== null && isPartial(of),
      isGrowing: false,
    })),
    band: days.map(({ of }) => of && ([of.low, of.high] as const)),
  }
}
