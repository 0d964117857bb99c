import type { Measure } from '../../api/statistics.ts'
import { isAdditive } from '../../tables/measures.ts'
import { type Cell, isMissing, missing, type Table } from '../../tables/table.ts'
import { daysOf, type Period, wholeMonths } from '../../time/period.ts'
import { isSale, mayGrow } from '../analytics/growth.ts'
import { type Bucket, bucketSum, buckets, type Unit } from './buckets.ts'

export interface TrendPlace extends Bucket {
  value: Cell
  compared: Cell
  /** First and last compared day. */
  comparedDays: Period | null
  isPartial: boolean
  isGrowing: boolean
}

interface QueryResult {
  measure: Measure
  unit: Unit
  period: Period
  comparison: Period | null
  today: string
  /** The day on which the figures of a day were read. */
  read: (day: string) => string
}

/**
 * A measure of the days table per day, week or month. A day is compared with the day at the same
 * position in the other period, so a bucket is compared with the same positions, if it has them all; months
 * are compared with months when both periods consist of them.
 */
export function trendSeries(days: Table, compared: Table | null, query: QueryResult): TrendPlace[] {
  const { measure, unit, period, comparison, today, read } = query
  const dates = daysOf(period)
  const otherDates = comparison ? daysOf(comparison) : []
  const cells = cellsOf(days, measure, dates)
  const others = compared ? cellsOf(compared, measure, otherDates) : []
  const some = (bucket: Bucket, holds: (day: string) => boolean) =>
    bucket.days.some((index) => holds(dates[index] ?? ''))
  const isUnfinished = (day: string) => day >= read(day)
  const grows = (day: string) => mayGrow(day, today, read(day))
  const own = buckets(dates, unit)
  const hasMonths = comparison !== null && [period, comparison].every((one) => wholeMonths(one) > 0)
  const then = unit === 'month' && hasMonths ? buckets(otherDates, unit) : own
  return own.map((bucket, index) => ({
    ...bucket,
    value: inBucket(cells, bucket, measure),
    compared: inBucket(others, then[index], measure),
    comparedDays: daysIn(otherDates, then[index]),
    isPartial: bucket.isCut || some(bucket, isUnfinished),
    isGrowing: isSale(measure) && some(bucket, grows),
  }))
}

/** Whether a measure may be drawn in units longer than a day. */
export const hasUnits = isAdditive

function cellsOf(table: Table, measure: Measure, dates: readonly string[]): Cell[] {
  const at = table.columns.findIndex(({ key }) => key === measure)
  const byDate = new Map(table.rows.map((row) => [row[0], row[at]]))
  return dates.map((date) => byDate.get(date) ?? NONE)
}

const NONE = missing('not-applicable')

function inBucket(cells: readonly Cell[], bucket: Bucket | undefined, measure: Measure): Cell {
  if (!bucket) return NONE
  const own = bucket.days.map((index) => cells[index] ?? NONE)
  const [only = NONE, ...more] = own
  if (more.length === 0) return only
  if (!isAdditive(measure)) return own.every(isMissing) ? only : missing('needs-period')
  // The sum of the last days of a shorter period would stand beside that of more days.
  const isWhole = bucket.days.every((index) => index < cells.length)
  return (isWhole ? bucketSum(cells.map(drawn), bucket) : null) ?? NONE
}

function daysIn(dates: readonly string[], bucket: Bucket | undefined): Period | null {
  const own = (bucket?.days ?? []).flatMap((index) => dates[index] ?? [])
  const [start] = own
  const end = own.at(-1)
  return start && end ? { start, end } : null
}

/** A cell as a chart draws it: a gap where there is no figure. */
export const drawn = (cell: Cell) => (isMissing(cell) ? null : Number(cell))
