import type { Player } from '../../api/player.ts'
import { type FieldStatistics, truncatedRate } from '../../api/statistics.ts'
import { FEWEST_PLAYS } from '../../tables/change.ts'
import {
  column,
  isAdditive,
  type Known,
  MEASURES,
  measureColumn,
  tableOf,
} from '../../tables/measures.ts'
import { jointCell, withAllOthers } from '../../tables/others.ts'
import { type Cell, compareCells, missing, type Table } from '../../tables/table.ts'

interface BreakdownView {
  player: Pick<Player, 'pitch_time'>
  sort: { column: string; descending: boolean }
  /** Number of values with their own row; null or absent for all. */
  top?: number | null
}

interface BreakdownTable extends Table {
  /** For each row, whether it has too few plays for meaningful rates. */
  fewData: boolean[]
  /** Whether the last row is of all values without their own. */
  hasOthers: boolean
}

interface Row {
  value: string
  members: readonly FieldStatistics[]
  cells: Cell[]
}

/** A player's figures per value of a session field, with each value's share of the sessions. */
export function breakdownTable(
  fields: Known<readonly FieldStatistics[]> | null,
  { player, sort, top = null }: BreakdownView,
): BreakdownTable {
  const values = fields?.value ?? []
  // A session has one value of a field, so the unique sessions of different values can be summed.
  const sessionsOf = (members: readonly FieldStatistics[]) =>
    members.reduce((sum, row) => sum + row.total_started_session_uniq, 0)
  const sessions = sessionsOf(values)
  const columns = [
    column('grouped_field', 'text'),
    column('share_of_sessions', 'percent'),
    ...MEASURES.map(measureColumn),
    column('few_data', 'text'),
  ]
  const rowOf = (value: string, members: readonly FieldStatistics[]): Row => ({
    ...{ value, members },
    cells: [
      value,
      truncatedRate(sessionsOf(members), sessions) ?? missing('not-applicable'),
      ...MEASURES.map((key) => jointCell(members, key, player)),
      Number(jointCell(members, 'total_started', player)) < FEWEST_PLAYS ? 'yes' : 'no',
    ],
  })
  const at = Math.max(
    0,
    columns.findIndex(({ key }) => key === sort.column),
  )
  const none = missing('not-downloaded')
  const sorted = values
    .map((row) => rowOf(row.grouped_field, [row]))
    .sort(
      (a, b) =>
        compareCells(a.cells[at] ?? none, b.cells[at] ?? none, sort.descending) ||
        compareCells(a.value, b.value, false),
    )
  const shown = withAllOthers(sorted, top, (others) =>
    rowOf(
      '',
      others.flatMap(({ members }) => members),
    ),
  )
  const rows = shown.map(({ cells }) => cells)
  return {
    ...tableOf([fields], { columns, rows, adds: isAdditive }),
    fewData: rows.map((row) => row.at(-1) === 'yes'),
    hasOthers: shown.length < sorted.length,
  }
}
