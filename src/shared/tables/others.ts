import type { Player } from '../api/player.ts'
import type { AdditiveTotals, Measure } from '../api/statistics.ts'
import {
  isAdditive,
  MEASURE_KINDS,
  measureCell,
  needsPitch,
  type StatisticsRow,
} from './measures.ts'
import { type Cell, missing } from './table.ts'

/**
 * Sorted rows of which those beyond the top become one last row, made by `join`. A single row beyond the top
 * keeps its place; null for all rows.
 */
export function withAllOthers<R>(
  rows: readonly R[],
  top: number | null,
  join: (others: readonly R[]) => R,
): R[] {
  if (top === null || rows.length <= top + 1) return [...rows]
  return [...rows.slice(0, top), join(rows.slice(top))]
}

/**
 * A measure of disjoint rows as one cell: any of a single row, only additive ones of several. Of no rows
 * every count is zero, and there is no rate.
 */
export function jointCell(
  rows: readonly (AdditiveTotals & StatisticsRow)[],
  key: Measure,
  player: Pick<Player, 'pitch_time'>,
): Cell {
  if (player.pitch_time === 0 && needsPitch(key)) return missing('not-applicable')
  if (isAdditive(key)) return rows.reduce((sum, row) => sum + row[key], 0)
  const [only, ...more] = rows
  if (more.length > 0) return missing('merged')
  if (only) return measureCell(only, key, player)
  return MEASURE_KINDS[key] === 'percent' ? missing('not-applicable') : 0
}
