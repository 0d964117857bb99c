import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'

const TICK_WIDTH = 30

export interface SheetLayout {
  template: string
  /**
   * The left edge of each column in pixels from the left of the grid, and finally the total width.
   */
  edges: readonly number[]
  width: number
}

const STRETCHED = ['url', 'text', 'list', 'video', 'problems']

/** The columns with their widths; text columns share the remaining space. */
export function layoutOf(columns: readonly SheetColumn[], room: number): SheetLayout {
  const least = columns.reduce((sum, { width }) => sum + width, TICK_WIDTH)
  const stretched = columns.filter(({ kind }) => STRETCHED.includes(kind)).length
  const extra = stretched > 0 ? Math.max(0, Math.floor((room - least) / stretched)) : 0
  const widths = columns.map(({ kind, width }) => width + (STRETCHED.includes(kind) ? extra : 0))
  const edges = [TICK_WIDTH]
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width)
  const width = Math.max(room, edges.at(-1) ?? 0)
  // The checkbox and the title are one element, which stays in view.
  const [title = 0, ...others] = widths
  const template = [TICK_WIDTH + title, ...others].map((one) => `${one}px`).join(' ')
  return { template, edges, width }
}
