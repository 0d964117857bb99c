import { defaultRangeExtractor, type Range as IndexRange } from '@tanstack/react-virtual'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Place } from '../../ui/grid-move.ts'

/** A rectangle of cells between two corners; `focus` is the corner that moves. */
export interface Range {
  anchor: Place
  focus: Place
}

/** A rectangle by its first and last row and column, inclusive. */
export interface Bounds {
  top: number
  bottom: number
  left: number
  right: number
}

export const cellRange = (place: Place): Range => ({ anchor: place, focus: place })

export const boundsOf = ({ anchor, focus }: Range): Bounds => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
})

/** The range, cut to a grid that may have become smaller. */
export function withinGrid(range: Range, rows: number, columns: number): Range {
  const limited = ({ row, column }: Place) => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  })
  return { anchor: limited(range.anchor), focus: limited(range.focus) }
}

type Keyed = Pick<SheetRow, 'key'>

/**
 * Where a range of `before` is among the rows of `now`: at its own rows, or at its focus alone when
 * others are between them. When none of them exists any more it stays where it was.
 */
export function followRows(range: Range, before: readonly Keyed[], now: readonly Keyed[]): Range {
  if (before === now) return range
  const { top, bottom } = boundsOf(range)
  const keys = new Set(before.slice(Math.max(0, top), bottom + 1).map(({ key }) => key))
  const found = now.flatMap(({ key }, index) => (keys.has(key) ? [index] : []))
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return range
  if (last - first >= found.length) {
    const focus = now.findIndex(({ key }) => key === before[range.focus.row]?.key)
    return betweenRows(range, Math.max(first, focus), Math.max(first, focus))
  }
  const isDown = range.focus.row >= range.anchor.row
  return isDown ? betweenRows(range, first, last) : betweenRows(range, last, first)
}

const betweenRows = ({ anchor, focus }: Range, from: number, to: number): Range => ({
  anchor: { ...anchor, row: from },
  focus: { ...focus, row: to },
})

/**
 * The items between two places, which they include, in either direction; with -1, where the first
 * one is not shown any more, the second alone.
 */
export const itemsBetween = <T>(items: readonly T[], from: number, to: number): T[] =>
  items.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1)

/** The integers from first to last. */
export const span = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

interface PastePlaces {
  placed: { place: Place; text: string }[]
  /** The number of texts beyond the end of the grid. */
  beyond: number
}

/**
 * The target of each cell of a pasted block. A single value fills the range, and so does a block
 * when the range is a multiple of its size; any other block starts at the range's first cell and is
 * cut at the end of the grid.
 */
export function pastePlaces(
  block: readonly (readonly string[])[],
  { top, bottom, left, right }: Bounds,
  grid: { rows: number; columns: number },
): PastePlaces {
  const height = block.length
  // Not as arguments of one call: a block can have more lines than a call takes.
  const width = block.reduce((most, line) => Math.max(most, line.length), 0)
  if (height === 0 || width === 0) return { placed: [], beyond: 0 }
  const [rows, columns] = [bottom - top + 1, right - left + 1]
  const fills = rows % height === 0 && columns % width === 0
  const last = {
    row: fills ? bottom : top + height - 1,
    column: fills ? right : left + width - 1,
  }
  const all = span(top, last.row).flatMap((row) =>
    span(left, last.column).flatMap((column) => {
      const text = block[(row - top) % height]?.[(column - left) % width]
      return text === undefined ? [] : [{ place: { row, column }, text }]
    }),
  )
  const placed = all.filter(({ place }) => place.row < grid.rows && place.column < grid.columns)
  const texts = (cells: PastePlaces['placed']) => cells.filter(({ text }) => text !== '').length
  return { placed, beyond: texts(all) - texts(placed) }
}

/** A cell being edited. By keys, because other rows may come and go above it meanwhile. */
export interface EditedCell {
  row: string
  column: string
  /** The key that started the edit; null when the cell's own text is edited. */
  typed: string | null
}

/** Where the edited cell is now; null when it is not there. */
export function placeOfEdited(
  { row, column }: EditedCell,
  rows: readonly Keyed[],
  columns: readonly Pick<SheetColumn, 'key'>[],
): Place | null {
  const place = {
    row: rows.findIndex(({ key }) => key === row),
    column: columns.findIndex(({ key }) => key === column),
  }
  return place.row < 0 || place.column < 0 ? null : place
}

/** The rows to render: the visible ones, and the edited one, whose text is in its element. */
export function renderedRows(range: IndexRange, edited: number | null): number[] {
  const visible = defaultRangeExtractor(range)
  if (edited === null || visible.includes(edited)) return visible
  return [...visible, edited].sort((one, other) => one - other)
}
