import { makeClipboardWriter } from '../../../shared/csv.ts'
import { DeskError } from '../../../shared/failure.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { Table } from '../../../shared/tables/table.ts'

/** Pasting more holds a spreadsheet for long; a file is the better way then. */
export const MOST_COPIED_CELLS = 500_000

/** A table between tabs, for the clipboard. Throws `too-long`. */
export function tableText({ columns, rows }: Table, language: Language): string {
  const size = (rows.length + 1) * columns.length
  if (size > MOST_COPIED_CELLS) {
    throw new DeskError({ kind: 'too-long', what: 'clipboard', size, limit: MOST_COPIED_CELLS })
  }
  const writer = makeClipboardWriter(columns, language)
  return writer.header() + writer.rows(rows)
}
