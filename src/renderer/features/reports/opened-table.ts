import type { OpenedTable } from '../../../shared/features/reports/opened-tables.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import {
  type Cell,
  compareCells,
  folded,
  missing,
  type Table,
  wordSearch,
} from '../../../shared/tables/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import type { Sort } from '../../ui/data-table-props.ts'

const EMPTY = missing('left-empty')

/** A table for display, with translated codes and marked empty cells. */
export function drawnTable({ columns, rows }: OpenedTable, language: Language): Table {
  const cells = rows.map((row) =>
    columns.map(({ key, kind }, index): Cell => {
      const cell = row[index] ?? EMPTY
      return kind === 'text' && typeof cell === 'string' ? cellText(key, cell, language) : cell
    }),
  )
  return { columns, rows: cells, totals: null, asOf: null }
}

/** A sorted table; null keeps the order of the file. The sort is stable. */
export function sortedTable(table: Table, sort: Sort | null): Table {
  const at = table.columns.findIndex(({ key }) => key === sort?.column)
  if (!sort || at < 0) return table
  const rows = [...table.rows].sort((a, b) =>
    compareCells(a[at] ?? EMPTY, b[at] ?? EMPTY, sort.descending),
  )
  return { ...table, rows }
}

/**
 * Returns a search over the rows: every word must occur in a text or date, which is also searched as
 * displayed.
 */
export function makeRowSearch({ columns }: Pick<Table, 'columns'>, date: (day: string) => string) {
  const texts = new WeakMap<readonly Cell[], string>()
  const wordsOf = (row: readonly Cell[]) =>
    columns.flatMap(({ kind }, at) => {
      const cell = row[at]
      if (typeof cell !== 'string') return []
      return kind === 'date' ? [cell, date(cell)] : [cell]
    })
  const textOf = (row: readonly Cell[]) =>
    getOrCreate(texts, row, () => folded(wordsOf(row).join('\n')))
  return (table: Table, search: string): Table => {
    const hasWords = wordSearch(search)
    return hasWords ? { ...table, rows: table.rows.filter((row) => hasWords(textOf(row))) } : table
  }
}
