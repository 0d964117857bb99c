import Papa from 'papaparse'
import type { SheetKind } from '../../../shared/features/sheet/columns.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'

/** A cell with the row as it was when it was copied. */
export interface CopiedCell {
  row: SheetRow
  register: string
  kind: SheetKind
}

export interface CopiedCells {
  /** The texts, row by row. */
  block: string[][]
  /** The cells at the same places; null where only the text is known. */
  values: (CopiedCell | null)[][]
}

/**
 * What this window copied last, by its text, because a text cannot represent an overlay or a style.
 */
let last: { text: string; cells: CopiedCells } | null = null

/** Writes cells to the clipboard as spreadsheets do: tabs between cells, quotes where needed. */
export function copyCells(clipboard: DataTransfer, cells: CopiedCells) {
  const text = writeBlock(cells.block)
  last = { text, cells }
  clipboard.setData('text/plain', text)
}

/**
 * Cells from the clipboard: those copied here with their values, those of spreadsheets as texts.
 */
export function pastedCells(clipboard: DataTransfer): CopiedCells {
  const text = clipboard.getData('text/plain')
  // Compared without line breaks, because some systems change them.
  if (last && plainBreaks(last.text) === plainBreaks(text)) return last.cells
  const block = readBlock(text)
  return { block, values: block.map((line) => line.map(() => null)) }
}

const plainBreaks = (text: string) => text.replaceAll('\r\n', '\n')

export const writeBlock = (block: readonly (readonly string[])[]): string =>
  Papa.unparse(block as string[][], { delimiter: '\t', newline: '\r\n' })

/** Without the line break with which spreadsheets end a block. */
export function readBlock(text: string): string[][] {
  const body = text.replace(/\r?\n$/u, '')
  if (body === '') return [['']]
  return Papa.parse<string[]>(body, { delimiter: '\t' }).data
}
