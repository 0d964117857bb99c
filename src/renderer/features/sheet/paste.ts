import { withValue } from '../../../shared/features/publishing/lay.ts'
import { MODE } from '../../../shared/features/publishing/modes.ts'
import { type Cells, readingOrder } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import type { CopiedCell, CopiedCells } from './clipboard.ts'
import { type Bounds, boundsOf, pastePlaces, type Range } from './selection.ts'

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
  /** Times that a spreadsheet changed: the text of the first one, and what it was read as. */
  times: { count: number; text: string; readAs: string } | null
  /** Distances from the pitch that were left out, because the second is set beside them. */
  overruled: number
  /** Cells that cannot be edited. */
  fixed: number
  /** Texts beyond the last row or column. */
  beyond: number
  /** Lists of overlays with pictures of the account that they were copied from. */
  elsewhere: number
}

/** The values of a paste, and which of its cells have none. */
export function pastedValues(parts: PasteParts, copied: CopiedCells): Pasted {
  const { all, beyond } = targets(parts, copied)
  if (!copied.isElsewhere) return { ...readTargets(all, parts.cells), beyond, elsewhere: 0 }
  // The ids of an account's videos and pictures are none of another account's: a video is found by
  // its name.
  const usable = all
    .filter(({ exact }) => exact === null || !hasPicture(exact))
    .map((target) => (target.exact?.kind === 'video' ? { ...target, exact: null } : target))
  return { ...readTargets(usable, parts.cells), beyond, elsewhere: all.length - usable.length }
}

function hasPicture({ row, register }: CopiedCell): boolean {
  const value = registerValue(row, register)
  const overlays: readonly unknown[] = Array.isArray(value) ? value : []
  return overlays.some((overlay) => typeof fieldsOf(overlay)['file_id'] === 'string')
}

export interface FilledRows {
  source: readonly SheetRow[]
  target: readonly SheetRow[]
}

/**
 * The rows that the handle fills when it is dragged to a row, and those that they are filled with in
 * turn: both nearest first, so that a pattern goes on in either direction. Null within the range.
 */
export function filledRows(
  rows: readonly SheetRow[],
  { top, bottom }: Pick<Bounds, 'top' | 'bottom'>,
  to: number,
): FilledRows | null {
  const source = rows.slice(Math.max(0, top), bottom + 1)
  if (to > bottom) return { source, target: rows.slice(bottom + 1, to + 1) }
  if (to >= top) return null
  return { source: source.toReversed(), target: rows.slice(to, top).toReversed() }
}

export type Filled = Pick<Pasted, 'found' | 'unread' | 'overruled'>

/** The values that fill the columns of some rows with those of others, in turn. */
export function filledValues(
  { source, target }: FilledRows,
  columns: readonly SheetColumn[],
  cells: Cells,
): Filled {
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

function readTargets(
  targets: readonly Target[],
  cells: Cells,
): Omit<Pasted, 'beyond' | 'elsewhere'> {
  const settable = targets.filter(({ row, column }) => column.register && row.mark !== 'removed')
  const isOverruled = overruling(settable)
  const { rows, found, unread, times } = readInOrder(
    settable.filter((one) => !isOverruled(one)),
    cells,
  )
  const overruled = settable.filter((one) => {
    if (!isOverruled(one) || one.text === '') return false
    const now = rows.get(one.row.key) ?? one.row
    const read = readTarget(one, now, cells)
    return read !== null && read.value !== registerValue(now, one.column.register ?? '')
  })
  return {
    ...{ found, unread: firstOf(unread), times: firstOf(times) },
    ...{ overruled: overruled.length, fixed: targets.length - settable.length },
  }
}

function readInOrder(targets: readonly Target[], cells: Cells) {
  const found: CellValue[] = []
  const unread: { column: SheetColumn; text: string }[] = []
  const times: { text: string; readAs: string }[] = []
  // Each with the values that were read before, on which a text may depend.
  const rows = new Map<string, SheetRow>()
  const inOrder = targets.toSorted((one, other) => readingOrder(one.column, other.column))
  for (const target of inOrder) {
    const { row, column, text } = target
    const register = column.register ?? ''
    const now = rows.get(row.key) ?? row
    const read = readTarget(target, now, cells)
    if (read) {
      found.push({ row, register, value: read.value })
      rows.set(row.key, { ...now, value: withValue(now.value, register, read.value) })
      if (read.readAs !== undefined) times.push({ text, readAs: read.readAs })
    } else unread.push({ column, text })
  }
  return { rows, found, unread, times }
}

function readTarget({ column, text, exact }: Target, now: SheetRow, cells: Cells): Read {
  const isSame = exact !== null && isSameSetting(exact, column)
  return isSame ? carriedValue(exact, now) : cells.readPasted(now, column, text)
}

type Read = ReturnType<Cells['readPasted']>

/** The first of a list, with their number. */
const firstOf = <T>([first, ...others]: readonly T[]) =>
  first === undefined ? null : { count: others.length + 1, ...first }

/**
 * The distance from the pitch is a view of when an item appears. Where both are set, the second
 * counts: it is the stored value, to which the end beside it belongs.
 */
function overruling(targets: readonly Target[]) {
  const keyOf = (row: SheetRow, register: string) => `${register} ${row.key}`
  const stored = new Set(
    targets.flatMap(({ row, column: { key, register } }) =>
      key === register ? [keyOf(row, register)] : [],
    ),
  )
  return ({ row, column: { key, register } }: Target) =>
    register !== null && key !== register && stored.has(keyOf(row, register))
}

/** The cells that a paste sets, and how many of its texts have none. */
function targets({ rows, columns, range }: PasteParts, { block, values }: CopiedCells) {
  const bounds = boundsOf(range)
  const grid = { rows: rows.length, columns: columns.length }
  const { placed, beyond } = pastePlaces(block, bounds, grid)
  const all = placed.flatMap(({ place, text }): Target[] => {
    const [row, column] = [rows[place.row], columns[place.column]]
    if (!row || !column) return []
    const line = values[(place.row - bounds.top) % values.length]
    const exact = line?.[(place.column - bounds.left) % line.length] ?? null
    return [{ row, column, text, exact }]
  })
  return { all, beyond }
}

/** A distance from the pitch is not the second that it stands for. */
const isSameSetting = (copied: CopiedCell, { register, kind }: SheetColumn) =>
  copied.register === register && (copied.kind !== 'from-pitch' || kind === 'from-pitch')
