import { type MouseEvent, type PointerEvent, useRef } from 'react'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import type { Place } from '../../ui/grid-move.ts'
import type { GridParts, SheetGridProps } from './grid-props.ts'
import { cellRange, itemsBetween } from './selection.ts'
import { FIRST_COLUMN } from './sheet-row.tsx'

/** The cell that an element is in; null outside of the cells. A row's checkbox counts as its title. */
export function placeOf(element: Element): Place | null {
  const row = element.closest<HTMLElement>('[data-row]')
  const cell = element.closest('[role=gridcell]')
  if (!row || !cell) return null
  const column = Number(cell.getAttribute('aria-colindex')) - FIRST_COLUMN
  return { row: Number(row.dataset['row']), column: Math.max(0, column) }
}

/** The cell at a point; null outside of the cells. */
function placeAt(x: number, y: number): Place | null {
  const element = document.elementFromPoint(x, y)
  return element && placeOf(element)
}

export function usePointer(props: SheetGridProps, parts: GridParts & { isEditing: boolean }) {
  const { rows, range, onRange, onTick, commands } = props
  const drag = useRef<'range' | 'fill' | null>(null)
  /** The key of the row that was ticked last, which another order or filter moves. */
  const lastTick = useRef<string | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.button !== 0 || target.closest('input, select, button, a')) return
    takeFocus(event.currentTarget)
    if (target.dataset['handle'] !== undefined) {
      drag.current = 'fill'
      event.currentTarget.setPointerCapture(event.pointerId)
      event.preventDefault()
      return
    }
    const place = placeOf(target)
    if (!place || target.dataset['toggle'] !== undefined) return
    onRange(event.shiftKey ? { anchor: range.anchor, focus: place } : cellRange(place))
    drag.current = 'range'
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current || event.buttons !== 1) return
    const place = placeAt(event.clientX, event.clientY)
    if (!place) return
    if (drag.current === 'range' && !same(place, range.focus)) {
      onRange({ anchor: range.anchor, focus: place })
    }
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const kind = drag.current
    drag.current = null
    const place = placeAt(event.clientX, event.clientY)
    if (kind === 'fill' && place) commands.fill(place.row)
  }
  // A touch that became a scroll drops nothing.
  const onPointerCancel = () => {
    drag.current = null
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = rows[placeOf(target)?.row ?? -1]
    if (target.dataset['toggle'] !== undefined) toggleAt(target)
    if (!row || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
    const last = event.shiftKey ? rows.findIndex(({ key }) => key === lastTick.current) : -1
    const between = itemsBetween(rows, last, rows.indexOf(row))
    lastTick.current = row.key
    onTick(
      between.map(({ key }) => key),
      target.checked,
    )
  }
  const toggleAt = (target: HTMLElement) => {
    const place = placeOf(target)
    if (!place) return
    onRange(cellRange(place))
    const toggled = toggledCell(props, place)
    if (toggled) commands.save(toggled)
  }
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (parts.isEditing || !placeOf(target) || target.dataset['toggle'] !== undefined) return
    const row = rows[range.focus.row]
    if (range.focus.column === 0 && row) props.onOpenVideo(row)
    else parts.startEdit(null)
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClick, onDoubleClick }
}

/** Saves text that is typed beside the grid to the rows it was typed for, before others are selected. */
function takeFocus(grid: HTMLElement) {
  if (!grid.contains(document.activeElement)) grid.focus({ preventScroll: true })
}

function toggledCell(
  { rows, columns, editing }: SheetGridProps,
  { row: at, column: number }: Place,
): CellValue | null {
  const [row, column] = [rows[at], columns[number]]
  if (!row || !column?.register || row.mark === 'removed') return null
  return { row, register: column.register, value: !editing.isOn(row, column) }
}

const same = (one: Place, other: Place) => one.row === other.row && one.column === other.column
