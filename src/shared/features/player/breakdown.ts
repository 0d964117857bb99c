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
  /** How a value is shown, by which they are sorted. As the service named it when absent. */
  nameOf?: ((value: string) => string) | undefined
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
  { player, sort, top = null, nameOf = (value) => value }: BreakdownView,
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
  const at = columns.findIndex(({ key }) => key === sort.column)
  const sorted = values
    .map((members) => {
      const row = rowOf(members.grouped_field, [members])
      const name = nameOf(row.value)
      return { row, name, by: (at > 0 ? row.cells[at] : undefined) ?? name }
    })
    .sort(
      (a, b) => compareCells(a.by, b.by, sort.descending) || compareCells(a.name, b.name, false),
    )
    .map(({ row }) => row)
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
