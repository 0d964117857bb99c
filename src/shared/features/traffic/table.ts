import type { Player } from '../../api/player.ts'
import { type AdditiveTotals, AMOUNTS, type Measure, truncatedRate } from '../../api/statistics.ts'
import type { TrafficStatistics } from '../../api/traffic.ts'
import { CURRENCIES } from '../../model/money.ts'
import { changeCell, FEWEST_PLAYS } from '../../tables/change.ts'
import { figureChange } from '../../tables/floors.ts'
import {
  column,
  columnsOf,
  isAdditive,
  isAdditiveColumn,
  type Known,
  MEASURE_KINDS,
  MEASURES,
  measureColumn,
  perUnit,
  sumMeasures,
  tableOf,
} from '../../tables/measures.ts'
import { jointCell, withAllOthers } from '../../tables/others.ts'
import { type Cell, type Column, compareCells, missing, type Table } from '../../tables/table.ts'
import type { MergeRules } from './merge-rules.ts'
import { type Merged, merged } from './merged.ts'

export interface TrafficView {
  player: Pick<Player, 'pitch_time'>
  query_key: string
  rules: MergeRules
  sort: { column: string; descending: boolean }
  /** Number of values with their own row; null for all. */
  top: number | null
  /** The plays that the shares are of; those of all rows when omitted. */
  plays?: number
}

interface TrafficTable extends Table {
  /** For each row, whether it has too few plays for meaningful rates. */
  fewData: boolean[]
  /** The service's rows behind each row. */
  sources: RowSource[]
}

export interface RowSource {
  kind: RowKind
  value: string
  /** The service's rows, most played first; none of a value that occurs in the comparison period only. */
  members: TrafficStatistics[]
  /** Its rows of the comparison period; null when none was requested, or it is not stored. */
  before: TrafficStatistics[] | null
}

type RowKind =
  | 'value'
  | 'empty'
  /** Several raw values merged. */
  | 'merged'
  /** All values without their own row. */
  | 'others'

/** The measures that are also shown for the comparison period, and as a change. */
const COMPARED = [
  'total_started',
  'total_conversions',
  'overall_conversion_rate',
  ...AMOUNTS,
] as const satisfies readonly Measure[]

interface Row {
  source: RowSource
  sums: AdditiveTotals
}

/**
 * A player's figures per value of a query parameter, under the merge rules. A row of several raw values has
 * additive measures only: unique counts and rates would need a request of their own. A value of the
 * comparison period alone has a row of zeros, so that the earlier figures are complete.
 */
export function trafficTable(
  current: Known<readonly TrafficStatistics[]> | null,
  comparison: Known<readonly TrafficStatistics[]> | null,
  view: TrafficView,
): TrafficTable {
  const columns = trafficColumns()
  const all = current ? rowsOf(current.value, comparison?.value ?? null, view) : []
  const plays = view.plays ?? all.reduce((sum, { sums }) => sum + sums.total_started, 0)
  const shown = inOrder(all, columns, { plays, view })
  const rows = shown.map((row) => columns.map((each) => cellOf(row, each, { plays, view })))
  return {
    ...tableOf([current], { columns, rows, adds: isAdditiveColumn, compared: comparison }),
    fewData: shown.map(hasFew),
    sources: shown.map(({ source }) => source),
  }
}

function trafficColumns(): Column[] {
  return [
    ...columnsOf('text', 'grouped_field', 'row_kind'),
    column('share_of_plays', 'percent'),
    ...MEASURES.map(measureColumn),
    ...CURRENCIES.map((currency) => column(`revenue_per_play_${currency}`, 'money')),
    ...COMPARED.flatMap((key) => [
      column(`${key}__comparison`, MEASURE_KINDS[key]),
      column(`${key}__change`, 'percent'),
    ]),
    column('few_data', 'text'),
    column('raw_count', 'count'),
    column('raw_values', 'text'),
  ]
}

function rowsOf(
  values: readonly TrafficStatistics[],
  before: readonly TrafficStatistics[] | null,
  { rules, query_key }: TrafficView,
): Row[] {
  const earlier = before && merged(before, rules, query_key)
  const earlierOf = new Map(earlier?.map(({ key, members }) => [key, members]))
  const now = merged(values, rules, query_key)
  const known = new Set(now.map(({ key }) => key))
  const gone = earlier?.filter(({ key }) => !known.has(key)) ?? []
  return [
    ...now.map((one) => rowOf(one, one.members, before && (earlierOf.get(one.key) ?? []))),
    ...gone.map((one) => rowOf(one, [], one.members)),
  ]
}

const rowOf = (
  named: Merged<TrafficStatistics>,
  members: TrafficStatistics[],
  before: TrafficStatistics[] | null,
): Row => ({
  source: { kind: kindOf(named), value: named.value, members, before },
  sums: sumMeasures(members),
})

function kindOf({ value, members }: Merged<TrafficStatistics>): RowKind {
  if (members.length > 1) return 'merged'
  return value === '' ? 'empty' : 'value'
}

interface Whole {
  /** Plays of all rows, including those without their own row. */
  plays: number
  view: TrafficView
}

/** Sorted; values beyond the top are merged into one row at the end. */
function inOrder(all: Row[], columns: readonly Column[], whole: Whole): Row[] {
  const { sort, top } = whole.view
  const sorted = columns.find(({ key }) => key === sort.column) ?? columns[0]
  if (!sorted) return all
  const ordered = all
    .map((row) => ({ row, cell: cellOf(row, sorted, whole) }))
    .sort(
      (a, b) =>
        compareCells(a.cell, b.cell, sort.descending) ||
        b.row.sums.total_started - a.row.sums.total_started ||
        compareCells(a.row.source.value, b.row.source.value, false),
    )
    .map(({ row }) => row)
  return withAllOthers(ordered, top, othersOf)
}

function othersOf(rows: readonly Row[]): Row {
  const members = rows.flatMap(({ source }) => source.members)
  const isCompared = rows.every(({ source }) => source.before !== null)
  const before = isCompared ? rows.flatMap(({ source }) => source.before ?? []) : null
  return { source: { kind: 'others', value: '', members, before }, sums: sumMeasures(members) }
}

function cellOf(row: Row, { key }: Column, whole: Whole): Cell {
  const [base = key, group] = key.split('__')
  const measure = base as Measure
  if (group === 'comparison') return beforeCell(row, measure, whole.view)
  if (group === 'change') return changed(row, measure, whole.view)
  if (measure in MEASURE_KINDS) return jointCell(row.source.members, measure, whole.view.player)
  const currency = CURRENCIES.find((each) => key === `revenue_per_play_${each}`)
  if (currency) return perUnit(row.sums[`total_amount_${currency}`], row.sums.total_started)
  return fact(row, key, whole.plays)
}

/** The raw values of a row: of the period, and only without any those of the comparison period. */
export const rawValues = ({ members, before }: RowSource): string[] =>
  (members.length > 0 ? members : (before ?? [])).map(({ grouped_field }) => grouped_field)

function fact(row: Row, key: string, plays: number): Cell {
  const { kind, value } = row.source
  switch (key) {
    case 'grouped_field':
      return value
    case 'row_kind':
      return kind
    case 'share_of_plays':
      return truncatedRate(row.sums.total_started, plays) ?? missing('not-applicable')
    case 'few_data':
      return hasFew(row) ? 'yes' : 'no'
    case 'raw_count':
      return rawValues(row.source).length
    default:
      // All others may be more values than a spreadsheet's cell can hold.
      return kind === 'others' ? '' : rawValues(row.source).join(' · ')
  }
}

const hasFew = ({ sums }: Row) => sums.total_started < FEWEST_PLAYS

/** A value without a row in the comparison period has zero counts and no rates. */
function beforeCell({ source: { before } }: Row, key: Measure, { player }: TrafficView): Cell {
  if (!before) return missing('no-comparison')
  if (before.length === 0 && !isAdditive(key)) return missing('no-comparison')
  return jointCell(before, key, player)
}

function changed(row: Row, key: Measure, view: TrafficView): Cell {
  return changeCell(
    figureChange(key, (measure) => ({
      current: jointCell(row.source.members, measure, view.player),
      previous: beforeCell(row, measure, view),
    })),
  )
}
