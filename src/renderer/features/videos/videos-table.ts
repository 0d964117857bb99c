import type { VideoRow } from '../../../shared/features/publishing/edit.ts'
import { compareCells, folded, missing, type Table } from '../../../shared/tables/table.ts'

const COLUMNS = [
  { key: 'name', kind: 'text' },
  { key: 'duration', kind: 'second' },
  { key: 'callActions', kind: 'count' },
  { key: 'pixels', kind: 'count' },
  { key: 'changes', kind: 'count' },
  { key: 'asOf', kind: 'instant' },
] as const
export type VideosColumn = (typeof COLUMNS)[number]['key'] | 'marks'

const cellsOf = (row: VideoRow) => [
  row.name || row.id,
  row.duration ?? missing('not-applicable'),
  row.callActions,
  row.pixels,
  row.added + row.changed + row.removed,
  row.asOf,
]

/** The videos whose name or id contains every word of the search, and their rows. */
export function videosTable(
  rows: readonly VideoRow[],
  search: string,
  sort: { column: string; descending: boolean },
): { table: Table; shown: VideoRow[] } {
  const words = folded(search).split(/\s+/u)
  const by = Math.max(
    0,
    COLUMNS.findIndex(({ key }) => key === sort.column),
  )
  const found = rows
    .filter(({ name, id }) => words.every((word) => folded(`${name} ${id}`).includes(word)))
    .map((row) => ({ row, cells: cellsOf(row) }))
    .sort((a, b) => compareCells(a.cells[by] ?? '', b.cells[by] ?? '', sort.descending))
  const table = {
    columns: [...COLUMNS],
    rows: found.map(({ cells }) => cells),
    totals: null,
    asOf: null,
  }
  return { table, shown: found.map(({ row }) => row) }
}
