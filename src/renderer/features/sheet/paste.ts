import { withValue } from '../../../shared/features/publishing/lay.ts'
import { type Cells, MODE, readingOrder } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { fieldsOf } from '../../../shared/plain.ts'
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
 * at that distance, so that each video counts from its own pitch. A threshold has the unit of its
 * pixel's mode.
 */
function carriedValue(
  { row: from, register, kind }: CopiedCell,
  to: SheetRow,
): { value: unknown } | null {
  const value = registerValue(from, register)
  if (kind === 'threshold' && registerValue(from, MODE) !== registerValue(to, MODE)) return null
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
  /** Lists of overlays with pictures of the account that they were copied from. */
  elsewhere: number
}

/** The values of a paste, and which of its cells have none. */
export function pastedValues(parts: PasteParts, copied: CopiedCells): Pasted {
  const all = targets(parts, copied)
  if (!copied.isElsewhere) return { ...readTargets(all, parts.cells), elsewhere: 0 }
  // The ids of an account's videos and pictures are none of another account's: a video is found by
  // its name.
  const usable = all
    .filter(({ exact }) => exact === null || !hasPicture(exact))
    .map((target) => (target.exact?.kind === 'video' ? { ...target, exact: null } : target))
  return { ...readTargets(usable, parts.cells), elsewhere: all.length - usable.length }
}

function hasPicture({ row, register }: CopiedCell): boolean {
  const value = registerValue(row, register)
  const overlays: readonly unknown[] = Array.isArray(value) ? value : []
  return overlays.some((overlay) => typeof fieldsOf(overlay)['file_id'] === 'string')
}

/** The values that fill the columns of some rows with those of others, in turn. */
export function filledValues(
  { source, target }: { source: readonly SheetRow[]; target: readonly SheetRow[] },
  columns: readonly SheetColumn[],
  cells: Cells,
): Pick<Pasted, 'found' | 'unread'> {
  const targets = target.flatMap((row, index) => {
    const from = source[index % source.length]
    if (!from || row.mark === 'removed') return []
    return columns.flatMap((column) => {
      const { register, kind } = column
      if (register === null) return []
      return [
        { row, column, text: cells.write(from, column), exact: { row: from, register, kind } },
      ]
    })
  })
  return readTargets(targets, cells)
}

/** A cell to be set. */
interface Target {
  row: SheetRow
  column: SheetColumn
  text: string
  /** The cell whose value it gets; null where only the text is known. */
  exact: CopiedCell | null
}

function readTargets(targets: readonly Target[], cells: Cells): Omit<Pasted, 'elsewhere'> {
  const found: CellValue[] = []
  const unread: { column: SheetColumn; text: string }[] = []
  // Each with the values that were read before, on which a text may depend.
  const readRows = new Map<string, SheetRow>()
  let fixed = 0
  const inOrder = targets.toSorted((one, other) => readingOrder(one.column, other.column))
  for (const { row, column, text, exact } of inOrder) {
    const { register } = column
    if (register === null || row.mark === 'removed') {
      fixed += 1
      continue
    }
    const now = readRows.get(row.key) ?? row
    const isSame = exact !== null && isSameSetting(exact, column)
    const read = isSame ? carriedValue(exact, now) : cells.read(now, column, text)
    if (read) {
      found.push({ row, register, value: read.value })
      readRows.set(row.key, { ...now, value: withValue(now.value, register, read.value) })
    } else unread.push({ column, text })
  }
  const [first] = unread
  return { found, unread: first ? { count: unread.length, ...first } : null, fixed }
}

/** The cells that a paste sets. */
function targets({ rows, columns, range }: PasteParts, { block, values }: CopiedCells): Target[] {
  const bounds = boundsOf(range)
  const grid = { rows: rows.length, columns: columns.length }
  return pastePlaces(block, bounds, grid).flatMap(({ place, text }) => {
    const [row, column] = [rows[place.row], columns[place.column]]
    if (!row || !column) return []
    const line = values[(place.row - bounds.top) % values.length]
    const exact = line?.[(place.column - bounds.left) % line.length] ?? null
    return [{ row, column, text, exact }]
  })
}

/** A distance from the pitch is not the second that it stands for. */
const isSameSetting = (copied: CopiedCell, { register, kind }: SheetColumn) =>
  copied.register === register && (copied.kind !== 'from-pitch' || kind === 'from-pitch')
