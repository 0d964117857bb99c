import { ADDITIVE, type Additive, type AdditiveTotals } from '../../api/statistics.ts'
import type { TrafficDayStatistics } from '../../api/traffic.ts'
import { groupBy } from '../../maps.ts'
import { column, type Known, measureColumn, sumMeasures, tableOf } from '../../tables/measures.ts'
import type { Table } from '../../tables/table.ts'
import type { MergeRules } from './merge-rules.ts'
import { merged } from './merged.ts'

interface TrafficDaysView {
  query_key: string
  rules: MergeRules
  /** The period's days, in order. */
  days: readonly string[]
  /** The measure by which the top values are chosen, largest first. */
  measure: Additive
  top: number
  /** Values that are shown although they are not among the top. */
  also?: readonly string[] | undefined
}

export interface ValueByDay {
  value: string
  total: AdditiveTotals
  /** For each day of the period, in order; zeros for a day without a row. */
  daily: AdditiveTotals[]
}

/**
 * The values with the highest total of a measure, and their additive measures per day; how many
 * values there are besides.
 */
export function trafficByDay(
  rows: readonly TrafficDayStatistics[],
  { query_key, rules, days, measure, top, also = [] }: TrafficDaysView,
): { values: ValueByDay[]; leftOut: number } {
  const ofKey = rows.filter((row) => row.query_key === query_key)
  const nameOf = (value: string) => (rules.ignoresCase ? value.toLowerCase() : value)
  const named = new Set(also.map(nameOf))
  const all = merged(ofKey, rules, query_key)
  const values = all
    .map(({ value, members }) => ({ value, members, total: sumMeasures(members) }))
    .sort((a, b) => b.total[measure] - a.total[measure] || (a.value < b.value ? -1 : 1))
    .filter(({ value }, place) => place < top || named.has(nameOf(value)))
    .map(({ value, members, total }) => {
      const byDay = groupBy(members, ({ date_key }) => date_key)
      return { value, total, daily: days.map((day) => sumMeasures(byDay.get(day) ?? [])) }
    })
  return { values, leftOut: all.length - values.length }
}

/**
 * The same data as a table, one row per value and day. Unique counts and rates are left out because they
 * cannot be summed.
 */
export function trafficDaysTable(
  answer: Known<readonly TrafficDayStatistics[]> | null,
  view: TrafficDaysView,
): { table: Table; leftOut: number } {
  const { values, leftOut } = trafficByDay(answer?.value ?? [], view)
  const table = tableOf([answer], {
    columns: [
      column('grouped_field', 'text'),
      column('date_key', 'date'),
      ...ADDITIVE.map(measureColumn),
    ],
    rows: values.flatMap(({ value, daily }) =>
      daily.map((sums, index) => [
        value,
        view.days[index] ?? '',
        ...ADDITIVE.map((key) => sums[key]),
      ]),
    ),
  })
  return { table, leftOut }
}
