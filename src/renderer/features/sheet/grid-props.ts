import type { RefObject } from 'react'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Sort } from '../../ui/data-table-props.ts'
import type { Place } from '../../ui/grid-move.ts'
import type { Range } from './selection.ts'
import type { CellTexts } from './sheet-cell.tsx'
import type { Editing } from './sheet-row.tsx'

export interface GridCommands {
  /** Opens a cell for editing with the typed character. */
  save: (place: Place, value: unknown) => void
  toggle: () => void
  clear: () => void
  revert: () => void
  /** Resets one cell to the service's value. */
  revertCell: (place: Place) => void
  /** Fills the rows from the range's end to `row` with the range's values. */
  fill: (row: number) => void
  fillDown: () => void
  copy: (clipboard: DataTransfer) => void
  paste: (clipboard: DataTransfer) => void
}

export interface SheetGridProps {
  gridRef: RefObject<HTMLDivElement | null>
  label: string
  /** The title column first. */
  columns: readonly SheetColumn[]
  /** How many columns after the title stay in place. */
  frozen: number
  titles: (column: SheetColumn) => string
  rows: readonly SheetRow[]
  texts: CellTexts
  editing: Omit<Editing, 'place' | 'typed' | 'onSave' | 'onCancel'>
  sort: Sort | null
  onSort: (sort: Sort) => void
  range: Range
  onRange: (range: Range) => void
  ticked: ReadonlySet<string>
  onTick: (keys: readonly string[], isTicked: boolean) => void
  commands: GridCommands
  onOpenVideo: (video_id: string) => void
}

/** What event handlers of the grid need besides its props. */
export interface GridParts {
  scroller: RefObject<HTMLDivElement | null>
  startEdit: (typed: string | null) => void
}
