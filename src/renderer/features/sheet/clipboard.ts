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
  /** Whether they are of another account than the one that is pasted into. */
  isElsewhere?: boolean
}

/**
 * What this window copied last, by its text, because a text cannot represent an overlay or a style.
 */
let last: { text: string; account_id: string; cells: CopiedCells } | null = null

const NOTHING: CopiedCells = { block: [], values: [] }

/** Writes cells to the clipboard as spreadsheets do: tabs between cells, quotes where needed. */
export function copyCells(
  clipboard: Pick<DataTransfer, 'setData'>,
  account_id: string,
  cells: CopiedCells,
) {
  const text = writeBlock(cells.block)
  last = { text, account_id, cells }
  clipboard.setData('text/plain', text)
}

/**
 * Cells from the clipboard: those copied here with their values, those of spreadsheets as texts.
 */
export function pastedCells(
  clipboard: Pick<DataTransfer, 'getData' | 'types'>,
  account_id: string,
): CopiedCells {
  const text = clipboard.getData('text/plain')
  // A picture, for example, would empty the cells; an empty cell that was copied here does.
  const hasText = clipboard.types.length === 0 || clipboard.types.includes('text/plain')
  if (text === '' && !(hasText && last?.text === '')) return NOTHING
  // Compared without line breaks, because some systems change them.
  if (last && plainBreaks(last.text) === plainBreaks(text)) {
    return { ...last.cells, isElsewhere: last.account_id !== account_id }
  }
  const block = readBlock(text)
  return { block, values: block.map((line) => line.map(() => null)) }
}

const plainBreaks = (text: string) => text.replaceAll('\r\n', '\n')

export const writeBlock = (block: readonly (readonly string[])[]): string =>
  Papa.unparse(block as string[][], { delimiter: '\t', newline: '\r\n' })

/**
 * A field with what ends it. Its quotes are those of a spreadsheet only when the field ends with
 * the closing one: most programs write a text that begins with a quotation mark as it is.
 */
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|[\r\n]|$)/gu

/** Without the line break with which spreadsheets end a block. */
export function readBlock(text: string): string[][] {
  let line: string[] = []
  const block = [line]
  for (const [, quoted, plain = '', end] of text.replace(/\r?\n$/u, '').matchAll(FIELD)) {
    line.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
    if (end !== '\t') {
      line = []
      block.push(line)
    }
  }
  return block
}
