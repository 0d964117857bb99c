import type { Language } from '../../../shared/model/desk.ts'
import type { OpenedTable } from '../../../shared/reports/opened-tables.ts'
import { type Cell, missing, type Table } from '../../../shared/tables/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'

const EMPTY = missing('left-empty')

/** A table as the kit draws it: our own codes in the language, and an empty cell as one. */
export function drawnTable({ columns, rows }: OpenedTable, language: Language): Table {
  const cells = rows.map((row) =>
    columns.map(({ key, kind }, index): Cell => {
      const cell = row[index] ?? EMPTY
      return kind === 'text' && typeof cell === 'string' ? cellText(key, cell, language) : cell
    }),
  )
  return { columns, rows: cells, totals: null, asOf: null }
}
