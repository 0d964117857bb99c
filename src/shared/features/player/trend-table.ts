import type { Player } from '../../api/player.ts'
import type { DayStatistics } from '../../api/statistics.ts'
import {
  column,
  isAdditiveColumn,
  type Known,
  MEASURE_KINDS,
  MEASURES,
  tableOf,
} from '../../tables/measures.ts'
import { type Cell, type Column, missing, type Table } from '../../tables/table.ts'
import { daysRead, NO_TODAY } from '../../time/age.ts'
import type { Period } from '../../time/period.ts'
import type { Unit } from './buckets.ts'
import { daysTable } from './figures.ts'
import { type TrendPlace, trendSeries } from './trend-series.ts'

interface TrendView {
  player: Pick<Player, 'pitch_time'>
  unit: Unit
  period: Period
  /** The days that the chart compares with; null for none. */
  comparison: Period | null
  zone: string
}

interface TrendAnswers {
  days: Known<readonly DayStatistics[]> | null
  /** Of the comparison's days. */
  compared: Known<readonly DayStatistics[]> | null
}

/**
 * A player's figures per day, week or month, as the trend draws them: compared by position, with a word for
 * what was not over when it was read or is only partly in the period. A week or month has what can be added.
 */
export function trendTable({ days, compared }: TrendAnswers, view: TrendView): Table {
  const { player, unit, period, comparison, zone } = view
  const read = days ? daysRead(days, zone, NO_TODAY) : () => NO_TODAY
  const table = daysTable(days, player)
  const other = comparison && compared ? daysTable(compared, player) : null
  const drawn = MEASURES.map((measure) => ({
    measure,
    places: trendSeries(table, other, {
      ...{ measure, unit, period, comparison, read },
      today: NO_TODAY,
    }),
  }))
  const has = makeHasRow(table, other)
  const places = (days && drawn[0]?.places) ?? []
  const rows = places.flatMap((place, index) => {
    if (!has(place)) return []
    const figures = drawn.flatMap((one): Cell[] => {
      const { value, compared: then } = one.places[index] ?? place
      if (!comparison) return [value]
      return [value, other ? then : missing('not-downloaded')]
    })
    return [[...datesOf(place, view), completenessOf(place), ...figures]]
  })
  const columns = columnsOf(view)
  const made = tableOf([days], { columns, rows, compared: comparison && compared })
  return { ...made, totals: totalsOf(columns, table, other) }
}

/** Each period's own sums: a compared day may have no day beside it, and so no row. */
function totalsOf(columns: readonly Column[], days: Table, compared: Table | null): Cell[] {
  const sumsIn = (table: Table | null, suffix = '') =>
    (table?.columns ?? []).map(({ key }, index) => [key + suffix, table?.totals?.[index]] as const)
  const sums = new Map([...sumsIn(days), ...sumsIn(compared, '__comparison')])
  const none = ({ key }: Column) =>
    missing(isAdditiveColumn(key) ? 'not-downloaded' : 'not-applicable')
  return columns.map((one) => sums.get(one.key) ?? none(one))
}

function columnsOf({ unit, comparison }: TrendView): Column[] {
  const dates =
    unit === 'day'
      ? [column('date_key', 'date'), column('date_key__comparison', 'date')]
      : [
          ...[column('period_start', 'date'), column('period_end', 'date')],
          ...[column('period_start__comparison', 'date'), column('period_end__comparison', 'date')],
        ]
  const figures = MEASURES.flatMap((key) => [
    column(key, MEASURE_KINDS[key]),
    column(`${key}__comparison`, MEASURE_KINDS[key]),
  ])
  return [...dates, column('completeness', 'text'), ...figures].filter(
    ({ key }) => comparison || !key.endsWith('__comparison'),
  )
}

function datesOf(
  { start, end, comparedDays }: TrendPlace,
  { unit, comparison }: TrendView,
): Cell[] {
  const none = missing('no-comparison')
  const own = unit === 'day' ? [start] : [start, end]
  if (!comparison) return own
  const then = comparedDays ?? { start: none, end: none }
  return [...own, ...(unit === 'day' ? [then.start] : [then.start, then.end])]
}

type Completeness = 'complete' | 'so_far' | 'cut'

const completenessOf = ({ isCut, isPartial }: TrendPlace): Completeness =>
  isCut ? 'cut' : isPartial ? 'so_far' : 'complete'

/** Whether the service answered any day of a place, or of the days that it is compared with. */
function makeHasRow(days: Table, compared: Table | null) {
  const datesIn = (table: Table | null) =>
    (table?.rows ?? []).flatMap(([day]) => (typeof day === 'string' ? [day] : []))
  const [own, then] = [datesIn(days), datesIn(compared)]
  const isIn = (dates: readonly string[], range: Period | null) =>
    range !== null && dates.some((day) => range.start <= day && day <= range.end)
  return (place: TrendPlace) => isIn(own, place) || isIn(then, place.comparedDays)
}
