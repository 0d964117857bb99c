import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { useScrollRestoration } from '../../kept-list.ts'
import type { Sort } from '../../ui/data-table-props.ts'
import { moved, type Place } from '../../ui/grid-move.ts'
import { useView } from '../../view.ts'
import type { Leave } from './cell-editor.tsx'
import { boundsOf, cellRange, type Range } from './selection.ts'
import classes from './sheet.module.css'
import { type CellTexts, isMarked } from './sheet-cell.tsx'
import { layoutOf, type SheetLayout } from './sheet-layout.ts'
import { type Editing, HeadRow, SheetRowView } from './sheet-row.tsx'

const HEAD_HEIGHT = 40
const ROW_HEIGHT = 28
const COMFORT_HEIGHT = 8

export interface GridCommands {
  /** Opens a cell for editing with the typed character. */
  save: (place: Place, value: unknown) => void
  toggle: () => void
  clear: () => void
  revert: () => void
  /** Gives one cell the service's value again. */
  revertCell: (place: Place) => void
  /** Gives the rows from the range's end to `row` the range's values. */
  fill: (row: number) => void
  fillDown: () => void
  copy: (clipboard: DataTransfer) => void
  paste: (clipboard: DataTransfer) => void
}

interface SheetGridProps {
  label: string
  /** The title column first. */
  columns: readonly SheetColumn[]
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

/** A grid of settings: cells are edited in place, ranges selected with mouse or keyboard. */
export function SheetGrid(props: SheetGridProps) {
  const { columns, rows, range, label } = props
  const id = useId()
  const { t } = useTranslation('sheet')
  const isComfortable = useView(({ preferences }) => preferences.density === 'comfortable')
  const height = ROW_HEIGHT + (isComfortable ? COMFORT_HEIGHT : 0)
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width: room } = useElementSize()
  const ref = useMergedRef(scroller, measured)
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    initialRect: { width: 0, height: window.innerHeight },
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: HEAD_HEIGHT,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  useScrollRestoration(scroller, label)
  const layout = useMemo(() => layoutOf(columns, room), [columns, room])
  const [edited, setEdited] = useState<{ place: Place; typed: string | null } | null>(null)
  const show = (place: Place) => {
    if (place.row >= 0) virtualizer.scrollToIndex(place.row)
    showColumn(scroller.current, layout, place.column)
  }
  const startEdit = (typed: string | null) => {
    const column = columns[range.focus.column]
    const row = rows[range.focus.row]
    if (!column || !row || column.register === null || row.mark === 'removed') return
    if (column.kind === 'flag') return props.commands.toggle()
    setEdited({ place: range.focus, typed })
  }
  const endEdit = (leave: Leave) => {
    setEdited(null)
    scroller.current?.focus({ preventScroll: true })
    const next = afterLeave(range.focus, leave, { rows: rows.length, columns: columns.length })
    props.onRange(cellRange(next))
    show(next)
  }
  const [hovered, setHovered] = useHovered(rows, columns)
  const pointer = usePointer(props, { scroller, startEdit, isEditing: edited !== null })
  const onKeyDown = keyHandler(props, { scroller, height, show, startEdit })
  const clipboard = clipboardHandlers(props, edited !== null)
  const bounds = boundsOf(range)
  const items = virtualizer.getVirtualItems()
  const editing: Editing = {
    ...props.editing,
    place: edited?.place ?? null,
    typed: edited?.typed ?? null,
    onSave: (value, leave) => {
      if (edited) props.commands.save(edited.place, value)
      endEdit(leave)
    },
    onCancel: () => endEdit('stay'),
  }
  const isFocusDrawn = range.focus.row < 0 || items.some(({ index }) => index === range.focus.row)
  return (
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={
        isFocusDrawn ? `${id}-${range.focus.row}-${range.focus.column}` : undefined
      }
      tabIndex={0}
      className={classes.grid}
      onKeyDown={onKeyDown}
      {...pointer}
      onPointerOver={(event) => setHovered(edited ? null : event.target)}
      onPointerLeave={() => setHovered(null)}
      {...clipboard}
    >
      <HeadRow
        {...{ id, columns, layout }}
        titles={props.titles}
        sort={props.sort}
        onSort={props.onSort}
        active={range.focus.row === -1 ? range.focus.column : null}
        ticks={tickState(rows, props.ticked)}
        onTickAll={(isTicked) =>
          props.onTick(
            rows.map(({ key }) => key),
            isTicked,
          )
        }
      />
      <div
        role="rowgroup"
        className={classes.body}
        style={{ height: virtualizer.getTotalSize(), width: layout.width }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index]
          const isInRange = index >= bounds.top && index <= bounds.bottom
          return (
            row && (
              <SheetRowView
                key={index}
                {...{ id, index, row, columns, height, layout }}
                texts={props.texts}
                top={start}
                left={isInRange ? bounds.left : -1}
                right={isInRange ? bounds.right : -1}
                active={range.focus.row === index ? range.focus.column : null}
                isTicked={props.ticked.has(row.key)}
                isFirst={index === 0 || rows[index - 1]?.video !== row.video}
                editing={editing.place?.row === index ? editing : null}
              />
            )
          )
        })}
        {rows.length > 0 && bounds.top >= 0 && (
          <RangeFrame
            {...{ bounds, layout, height }}
            label={t('fillHandle')}
            isEditable={edited === null}
          />
        )}
        {hovered && (
          <WasCard
            {...{ layout, height, hovered }}
            was={props.texts.was}
            onRevert={() => {
              props.commands.revertCell(hovered.place)
              setHovered(null)
            }}
          />
        )}
      </div>
    </div>
  )
}

interface RangeFrameProps {
  bounds: ReturnType<typeof boundsOf>
  layout: SheetLayout
  height: number
  label: string
  isEditable: boolean
}

/** The frame of the range, and the handle that fills from it. The frozen title has its own mark. */
function RangeFrame({ bounds, layout, height, label, isEditable }: RangeFrameProps) {
  const left = layout.edges[Math.max(1, bounds.left)] ?? 0
  const right = layout.edges[bounds.right + 1] ?? left
  if (bounds.right < 1) return null
  const style = {
    top: bounds.top * height,
    left,
    width: right - left,
    height: (bounds.bottom - bounds.top + 1) * height,
  }
  return (
    <div className={classes.frame} style={style} role="presentation">
      {isEditable && <span data-handle className={classes.handle} title={label} />}
    </div>
  )
}

const tickState = (rows: readonly SheetRow[], ticked: ReadonlySet<string>) => {
  if (ticked.size === 0 || rows.length === 0) return 'none'
  return rows.every(({ key }) => ticked.has(key)) ? 'all' : 'some'
}

function afterLeave(
  { row, column }: Place,
  leave: Leave,
  { rows, columns }: { rows: number; columns: number },
): Place {
  const [down, right] = { stay: [0, 0], down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1] }[
    leave
  ] as [number, number]
  return {
    row: Math.max(0, Math.min(rows - 1, row + down)),
    column: Math.max(0, Math.min(columns - 1, column + right)),
  }
}

/** Scrolls a column out from under the frozen title, or into the right edge. */
function showColumn(scroller: HTMLDivElement | null, { edges }: SheetLayout, column: number) {
  if (!scroller || column === 0) return
  const [start, end] = [edges[column] ?? 0, edges[column + 1] ?? 0]
  const frozen = edges[1] ?? 0
  if (start - scroller.scrollLeft < frozen) scroller.scrollLeft = start - frozen
  if (end - scroller.scrollLeft > scroller.clientWidth)
    scroller.scrollLeft = end - scroller.clientWidth
}

interface Hovered {
  place: Place
  row: SheetRow
  column: SheetColumn
}

/** Long enough that a pointer on its way elsewhere opens nothing. */
const HOVER_MS = 350

/** The changed cell that the pointer rests on. */
function useHovered(rows: readonly SheetRow[], columns: readonly SheetColumn[]) {
  const [place, setPlace] = useState<Place | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hover = useCallback((target: EventTarget | null) => {
    if (target instanceof Element && target.closest('[data-was]')) return
    clearTimeout(timer.current)
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-changed]') : null
    const next = cell && {
      row: Number(cell.dataset['row']),
      column: Number(cell.dataset['column']),
    }
    timer.current = setTimeout(() => setPlace(next), next ? HOVER_MS : HOVER_MS / 2)
  }, [])
  const [row, column] = place ? [rows[place.row], columns[place.column]] : []
  const isChanged = row && column && isMarked(row, column)
  return [place && isChanged ? { place, row, column } : null, hover] as const
}

interface WasCardProps {
  hovered: Hovered
  layout: SheetLayout
  height: number
  was: CellTexts['was']
  onRevert: () => void
}

/** What a changed cell was, beside it. */
function WasCard({ hovered: { place, row, column }, layout, height, was, onRevert }: WasCardProps) {
  const { t } = useTranslation('sheet')
  const style = { top: (place.row + 1) * height + 2, left: layout.edges[place.column] ?? 0 }
  return (
    <div className={classes.was} style={style} data-was>
      <span>{t('was', { value: was(row, column) })}</span>
      <button type="button" className={classes.revert} tabIndex={-1} onClick={onRevert}>
        {t('revert')} <kbd>Alt+⌫</kbd>
      </button>
    </div>
  )
}

interface GridParts {
  scroller: React.RefObject<HTMLDivElement | null>
  startEdit: (typed: string | null) => void
}

/** The place of the cell under a point; null outside of the cells. */
function placeAt(x: number, y: number): Place | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')
  if (!cell) return null
  return { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}

function usePointer(props: SheetGridProps, parts: GridParts & { isEditing: boolean }) {
  const { rows, range, onRange, onTick, commands } = props
  const drag = useRef<'range' | 'fill' | null>(null)
  const lastTick = useRef(0)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.button !== 0 || target.closest('input, select, button, a')) return
    if (target.dataset['handle'] !== undefined) {
      drag.current = 'fill'
      event.currentTarget.setPointerCapture(event.pointerId)
      event.preventDefault()
      return
    }
    const cell = target.closest<HTMLElement>('[data-row]')
    if (!cell) return
    const place = { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
    if (target.dataset['toggle'] !== undefined) return
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
  const onClick = (event: React.MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = rows[Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'])]
    if (target.dataset['toggle'] !== undefined) toggleAt(target)
    if (!row || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
    const index = rows.indexOf(row)
    const from = event.shiftKey ? lastTick.current : index
    const keys = rows.slice(Math.min(from, index), Math.max(from, index) + 1).map(({ key }) => key)
    lastTick.current = index
    onTick(keys, target.checked)
  }
  const toggleAt = (target: HTMLElement) => {
    const cell = target.closest<HTMLElement>('[data-row]')
    if (!cell) return
    const place = { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
    onRange(cellRange(place))
    const flagged = registerAt(props, place)
    const known = flagged && flagged.row.mark !== 'removed' ? flagged : null
    if (known) commands.save(place, !known.isOn)
  }
  const onDoubleClick = (event: React.MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (parts.isEditing || !target.closest('[data-row]') || target.dataset['toggle'] !== undefined)
      return
    const row = rows[range.focus.row]
    if (range.focus.column === 0 && row) props.onOpenVideo(row.video.id)
    else parts.startEdit(null)
  }
  return { onPointerDown, onPointerMove, onPointerUp, onClick, onDoubleClick }
}

function registerAt(
  { rows, columns, editing }: SheetGridProps,
  { row: at, column: number }: Place,
) {
  const [row, column] = [rows[at], columns[number]]
  if (!row || !column) return null
  return { row, isOn: editing.isOn(row, column) }
}

const same = (one: Place, other: Place) => one.row === other.row && one.column === other.column

interface KeyParts extends GridParts {
  height: number
  show: (place: Place) => void
}

/** Escape from a range, and keys that act on it. */
function keyHandler(props: SheetGridProps, { scroller, height, show, startEdit }: KeyParts) {
  const { rows, columns, range, onRange, commands } = props
  const onHead = (key: string) => {
    const column = columns[range.focus.column]
    if (!column || (key !== 'Enter' && key !== ' ')) return false
    const isSame = props.sort?.column === column.key
    props.onSort({ column: column.key, descending: isSame ? !props.sort?.descending : false })
    return true
  }
  const act = (event: KeyboardEvent<HTMLElement>): boolean => {
    const { key, altKey, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (range.focus.row === -1) return onHead(key)
    const bounds = boundsOf(range)
    const inRange = rows.slice(bounds.top, bounds.bottom + 1)
    if (key === 'F2' || key === 'Enter') startEdit(null)
    else if (key === 'Backspace' && altKey) commands.revert()
    else if (key === 'Delete' || key === 'Backspace') commands.clear()
    else if (isCommand && key.toLowerCase() === 'd') commands.fillDown()
    else if (isCommand && key.toLowerCase() === 'a') {
      const focus = { row: rows.length - 1, column: columns.length - 1 }
      onRange({ anchor: { row: 0, column: 0 }, focus })
    } else if (key === ' ' && (shiftKey || columns[range.focus.column]?.kind !== 'flag')) {
      const isTicked = !inRange.every((row) => props.ticked.has(row.key))
      props.onTick(
        inRange.map((row) => row.key),
        isTicked,
      )
    } else if (key === ' ') commands.toggle()
    else if (key === 'Escape') onRange(cellRange(range.focus))
    else if (key.length === 1 && !isCommand && !altKey) startEdit(key)
    else return false
    return true
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== scroller.current) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 3)
    const grid = { rows: rows.length, columns: columns.length, page }
    const to = event.altKey ? null : moved(range.focus, grid, event)
    if (to) {
      event.preventDefault()
      onRange(event.shiftKey && to.row >= 0 ? { anchor: range.anchor, focus: to } : cellRange(to))
      show(to)
    } else if (act(event)) event.preventDefault()
  }
}

function clipboardHandlers({ commands, range }: SheetGridProps, isEditing: boolean) {
  const isOff = isEditing || range.focus.row < 0
  const on = (run: (clipboard: DataTransfer) => void) => (event: ClipboardEvent<HTMLElement>) => {
    if (isOff) return
    event.preventDefault()
    run(event.clipboardData)
  }
  return {
    onCopy: on(commands.copy),
    onPaste: on(commands.paste),
    onCut: on((clipboard) => {
      commands.copy(clipboard)
      commands.clear()
    }),
  }
}
