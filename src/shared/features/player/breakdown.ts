import type { Player } from '../../api/player.ts'
import { type FieldStatistics, truncatedRate } from '../../api/statistics.ts'
import { FEWEST_PLAYS } from '../../tables/change.ts'
import {
  column,
  isAdditive,
  type Known,
  MEASURES,
  measureCell,
  measureColumn,
  tableOf,
} from '../../tables/measures.ts'
import { type Cell, compareCells, missing, type Table } from '../../tables/table.ts'

interface BreakdownView {
  player: Pick<Player, 'pitch_time'>
  sort: { column: string; descending: boolean }
}

interface BreakdownTable extends Table {
  /** For each row, whether it has too few plays for meaningful rates. */
  fewData: boolean[]
}

/** A player's figures per value of a session field, with each value's share of the sessions. */
export function breakdownTable(
  fields: Known<readonly FieldStatistics[]> | null,
  { player, sort }: BreakdownView,
): BreakdownTable {
  const values = fields?.value ?? []
  // A session has one value of a field, so the unique sessions of different values can be summed.
  const sessions = values.reduce((sum, row) => sum + row.total_started_session_uniq, 0)
  const columns = [
    column('grouped_field', 'text'),
    column('share_of_sessions', 'percent'),
    ...MEASURES.map(measureColumn),
    column('few_data', 'text'),
  ]
  const rows = values.map((row): Cell[] => [
    row.grouped_field,
    truncatedRate(row.total_started_session_uniq, sessions) ?? missing('not-applicable'),
    ...MEASURES.map((key) => measureCell(row, key, player)),
    row.total_started < FEWEST_PLAYS ? 'yes' : 'no',
  ])
  const at = Math.max(
    0,
    columns.findIndex(({ key }) => key === sort.column),
  )
  const none = missing('not-downloaded')
  rows.sort(
    (a, b) =>
      compareCells(a[at] ?? none, b[at] ?? none, sort.descending) ||
      compareCells(a[0] ?? none, b[0] ?? none, false),
  )
  return {
    ...tableOf([fields], { columns, rows, adds: isAdditive }),
    fewData: rows.map((row) => row.at(-1) === 'yes'),
  }
}
