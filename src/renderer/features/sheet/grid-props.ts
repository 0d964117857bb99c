import type { RefObject } from 'react'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Sort } from '../../ui/data-table-props.ts'
import type { Place } from '../../ui/grid-move.ts'
import type { EditedCell, Range } from './selection.ts'
import type { CellTexts } from './sheet-cell.tsx'
import type { Editing } from './sheet-row.tsx'

export interface GridCommands {
  save: (cell: CellValue, typed?: EditedCell) => void
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
  editing: Omit<Editing, 'cell' | 'typed' | 'onSave' | 'onLeave' | 'onCancel'>
  edited: EditedCell | null
  onEdit: (cell: EditedCell | null) => void
  sort: Sort | null
  onSort: (sort: Sort) => void
  range: Range
  onRange: (range: Range) => void
  ticked: ReadonlySet<string>
  onTick: (keys: readonly string[], isTicked: boolean) => void
  commands: GridCommands
  onOpenVideo: (row: SheetRow) => void
}

/** What event handlers of the grid need besides its props. */
export interface GridParts {
  scroller: RefObject<HTMLDivElement | null>
  startEdit: (typed: string | null) => void
}
