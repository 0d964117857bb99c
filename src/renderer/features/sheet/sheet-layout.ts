import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'

const TICK_WIDTH = 30

/** The most of the grid's width that frozen columns take, so that the others can be scrolled. */
const MOST_FROZEN = 0.6

export interface SheetLayout {
  template: string
  /** The template of the frozen columns, which are one element of the row. */
  frozenTemplate: string
  /** The number of columns that stay in place, with the title; the next edge is where they end. */
  frozen: number
  /**
   * The left edge of each column in pixels from the left of the grid, and finally the total width.
   */
  edges: readonly number[]
  width: number
}

const STRETCHED = ['url', 'text', 'list', 'video', 'problems']

/**
 * The columns with their widths; text columns share the remaining space. The checkbox and the title
 * always stay in place, and as many of the `frozen` next columns as leave room to scroll.
 */
export function layoutOf(
  columns: readonly SheetColumn[],
  room: number,
  frozen: number,
): SheetLayout {
  const least = columns.reduce((sum, { width }) => sum + width, TICK_WIDTH)
  const stretched = columns.filter(({ kind }) => STRETCHED.includes(kind)).length
  const extra = stretched > 0 ? Math.max(0, Math.floor((room - least) / stretched)) : 0
  const widths = columns.map(({ kind, width }) => width + (STRETCHED.includes(kind) ? extra : 0))
  const edges = [TICK_WIDTH]
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width)
  const width = Math.max(room, edges.at(-1) ?? 0)
  // Until the grid is measured, none is left out: its rows would be drawn twice.
  const most = room > 0 ? room * MOST_FROZEN : Number.POSITIVE_INFINITY
  const count = 1 + edges.slice(2, 2 + frozen).filter((edge) => edge <= most).length
  const template = templateOf([edges[count] ?? 0, ...widths.slice(count)])
  const frozenTemplate = templateOf([TICK_WIDTH, ...widths.slice(0, count)])
  return { template, frozenTemplate, frozen: count, edges, width }
}

const templateOf = (widths: readonly number[]) => widths.map((width) => `${width}px`).join(' ')

/** How many columns stay frozen when others are shown: those that were, without the hidden ones. */
export function frozenAfter(frozen: number, before: readonly string[], after: readonly string[]) {
  const hidden = before.slice(0, frozen).filter((key) => !after.includes(key)).length
  return Math.min(frozen - hidden, after.length)
}

/** How far to scroll so that a column is neither behind the frozen ones nor beyond the right edge. */
export function scrollLeftFor(
  { edges, frozen }: SheetLayout,
  column: number,
  { scrollLeft, clientWidth }: Pick<Element, 'scrollLeft' | 'clientWidth'>,
): number {
  if (column < frozen) return scrollLeft
  const [start = 0, end = 0] = edges.slice(column, column + 2)
  return Math.min(start - (edges[frozen] ?? 0), Math.max(scrollLeft, end - clientWidth))
}
