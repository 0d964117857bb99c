/** Where the keyboard is in a grid. Row -1 is the header. */
export interface Place {
  row: number
  column: number
}

interface Grid {
  rows: number
  columns: number
  /** Rows that PageUp and PageDown jump over. */
  page: number
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

function target({ row, column }: Place, { rows, columns, page }: Grid, pressed: Key): Place | null {
  const toEdge = pressed.ctrlKey || pressed.metaKey
  switch (pressed.key) {
    case 'ArrowUp':
      return { row: toEdge ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: toEdge ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: toEdge ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: toEdge ? columns - 1 : column + 1 }
    case 'Home':
      return toEdge ? { row: 0, column: 0 } : { row, column: 0 }
    case 'End':
      return toEdge ? { row: rows - 1, column: columns - 1 } : { row, column: columns - 1 }
    case 'PageUp':
      return { row: Math.max(row - page, Math.min(row, 0)), column }
    case 'PageDown':
      return { row: row + page, column }
    default:
      return null
  }
}

/** Where a key leads from a place, kept inside the grid; null when the key does not move. */
export function moved(from: Place, grid: Grid, pressed: Key): Place | null {
  const to = target(from, grid, pressed)
  return (
    to && {
      row: within(to.row, -1, grid.rows - 1),
      column: within(to.column, 0, grid.columns - 1),
    }
  )
}
