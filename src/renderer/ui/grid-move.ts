/** A cell of a grid. Row -1 is the header. */
export interface Place {
  row: number
  column: number
}

interface Grid {
  rows: number
  columns: number
  /** Rows per page, for Page Up and Page Down. */
  page: number
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

type Move = (from: Place, grid: Grid, toEdge: boolean) => Place

const MOVES: Record<string, Move> = {
  ArrowUp: ({ row, column }, _grid, toEdge) => ({ row: toEdge ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, toEdge) => ({ row: toEdge ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _grid, toEdge) => ({ row, column: toEdge ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, toEdge) => ({
    row,
    column: toEdge ? columns - 1 : column + 1,
  }),
  Home: ({ row }, _grid, toEdge) => ({ row: toEdge ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, toEdge) => ({
    row: toEdge ? rows - 1 : row,
    column: columns - 1,
  }),
  // Stops at the first row before it goes to the header.
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(row - page, Math.min(row, 0)), column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
}

/** The cell that a key moves to, limited to the grid; null for other keys. */
export function moved(from: Place, grid: Grid, pressed: Key): Place | null {
  const move = Object.hasOwn(MOVES, pressed.key) ? MOVES[pressed.key] : undefined
  const to = move?.(from, grid, pressed.ctrlKey || pressed.metaKey)
  if (!to) return null
  return { row: within(to.row, -1, grid.rows - 1), column: within(to.column, 0, grid.columns - 1) }
}

/** The id of the cell at the keyboard cursor; undefined while its row is scrolled out of the rendered range. */
export function drawnPlace(
  id: string,
  { row, column }: Place,
  items: readonly { index: number }[],
) {
  const isDrawn = row < 0 || items.some(({ index }) => index === row)
  return isDrawn ? `${id}-${row}-${column}` : undefined
}
