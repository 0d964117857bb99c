import { withValue } from '../../../shared/features/publishing/lay.ts'
import { type Cells, readingOrder } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { CopiedCell, CopiedCells } from './clipboard.ts'
import { boundsOf, pastePlaces, type Range } from './selection.ts'

/** A block of cells, as text and as values. */
export const copiedCells = (
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  cells: Cells,
): CopiedCells => ({
  block: rows.map((row) => columns.map((column) => cells.write(row, column))),
  values: rows.map((row) =>
    columns.map(({ register, kind }) => (register === null ? null : { row, register, kind })),
  ),
})

/**
 * The value of a cell for another row; null when there is none. A time relative to the pitch stays
 * at that distance, so that each video counts from its own pitch.
 */
export function carriedValue(
  { row: from, register, kind }: CopiedCell,
  to: SheetRow,
): { value: unknown } | null {
  const value = registerValue(from, register)
  if (kind !== 'from-pitch' || typeof value !== 'number') return { value }
  const [before, after] = [from.video.pitch, to.video.pitch]
  return before === null || after === null ? null : { value: Math.max(0, value - before + after) }
}

interface PasteParts {
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
  cells: Cells
  range: Range
}

export interface Pasted {
  found: CellValue[]
  /** Texts that are not valid in their column: the column and the text of the first one. */
  unread: { count: number; column: SheetColumn; text: string } | null
  /** Cells that cannot be edited. */
  fixed: number
}

/** The values of a paste, and which of its cells have none. */
export function pastedValues(parts: PasteParts, copied: CopiedCells): Pasted {
  const found: CellValue[] = []
  const unread: { column: SheetColumn; text: string }[] = []
  // Each with the values that were read before, on which a text may depend.
  const readRows = new Map<string, SheetRow>()
  let fixed = 0
  for (const { row, column, text, exact } of targets(parts, copied)) {
    const { register } = column
    if (register === null || row.mark === 'removed') {
      fixed += 1
      continue
    }
    const now = readRows.get(row.key) ?? row
    const isSame = exact !== null && isSameSetting(exact, column)
    const read = isSame ? carriedValue(exact, row) : parts.cells.read(now, column, text)
    if (read) {
      found.push({ row, register, value: read.value })
      readRows.set(row.key, { ...now, value: withValue(now.value, register, read.value) })
    } else unread.push({ column, text })
  }
  const [first] = unread
  return { found, unread: first ? { count: unread.length, ...first } : null, fixed }
}

/** The cells that a paste sets, in the order in which they must be read. */
function targets({ rows, columns, range }: PasteParts, { block, values }: CopiedCells) {
  const bounds = boundsOf(range)
  const grid = { rows: rows.length, columns: columns.length }
  return pastePlaces(block, bounds, grid)
    .flatMap(({ place, text }) => {
      const [row, column] = [rows[place.row], columns[place.column]]
      if (!row || !column) return []
      const line = values[(place.row - bounds.top) % values.length]
      const exact = line?.[(place.column - bounds.left) % line.length] ?? null
      return [{ row, column, text, exact }]
    })
    .sort((one, other) => readingOrder(one.column, other.column))
}

/** A distance from the pitch is not the second that it stands for. */
const isSameSetting = (copied: CopiedCell, { register, kind }: SheetColumn) =>
  copied.register === register && (copied.kind !== 'from-pitch' || kind === 'from-pitch')
