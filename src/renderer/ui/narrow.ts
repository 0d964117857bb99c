import { type Cell, missing, type Table } from '../../shared/tables/table.ts'

/** A shared table with only some of its columns, in the given order. */
export function withColumns(table: Table, keys: readonly string[]): Table {
  const places = keys
    .map((key) => table.columns.findIndex((column) => column.key === key))
    .filter((place) => place >= 0)
  const narrow = (cells: readonly Cell[]) =>
    places.map((place) => cells[place] ?? missing('not-applicable'))
  return {
    ...table,
    columns: places.map((place) => table.columns[place]).filter((column) => column !== undefined),
    rows: table.rows.map(narrow),
    totals: table.totals && narrow(table.totals),
  }
}
