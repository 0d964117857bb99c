import type { Player } from '../../api/player.ts'
import type { DayStatistics } from '../../api/statistics.ts'
import {
  column,
  isAdditive,
  type Known,
  MEASURES,
  measureCell,
  measureColumn,
  tableOf,
} from '../../tables/measures.ts'
import type { Table } from '../../tables/table.ts'

/** A player's daily rows, with totals for additive columns only. */
export function daysTable(
  days: Known<readonly DayStatistics[]> | null,
  player: Pick<Player, 'pitch_time'>,
): Table {
  const columns = [column('date_key', 'date'), ...MEASURES.map(measureColumn)]
  const rows = (days?.value ?? []).map((day) => [
    day.date_key,
    ...MEASURES.map((key) => measureCell(day, key, player)),
  ])
  return tableOf([days], { columns, rows, adds: isAdditive })
}
