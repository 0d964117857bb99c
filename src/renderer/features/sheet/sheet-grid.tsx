import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type Range as IndexRange, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useMemo, useRef } from 'react'
import { useScrollRestoration } from '../../kept-list.ts'
import { drawnPlace, type Place } from '../../ui/grid-move.ts'
import { useView } from '../../view.ts'
import type { Leave } from './cell-editor.tsx'
import { afterLeave, clipboardHandlers, onGridKey } from './grid-keys.ts'
import { usePointer } from './grid-pointer.ts'
import type { GridParts, SheetGridProps } from './grid-props.ts'
import { rangePart } from './range-frame.tsx'
import { cellRange, placeOfEdited, renderedRows } from './selection.ts'
import classes from './sheet.module.css'
import { layoutOf, type SheetLayout, scrollLeftFor } from './sheet-layout.ts'
import { type Editing, HeadRow, SheetRowView } from './sheet-row.tsx'
import { useHovered, WasCard } from './was-card.tsx'

const HEAD_HEIGHT = 40
const ROW_HEIGHT = 28
const COMFORT_HEIGHT = 8
/** Number of rows rendered beyond each edge. */
const OVERSCAN = 6

/** A grid of settings: cells are edited in place, ranges selected with mouse or keyboard. */
export function SheetGrid(props: SheetGridProps) {
  const { columns, frozen, rows, range, label, edited } = props
  const id = useId()
  const isMac = useView(({ info }) => info.platform === 'darwin')
  const isComfortable = useView(({ preferences }) => preferences.density === 'comfortable')
  const height = ROW_HEIGHT + (isComfortable ? COMFORT_HEIGHT : 0)
  const scroller = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(scroller, props.gridRef)
  const { ref: ruler, width: room } = useElementSize()
  const editedPlace = useMemo(
    () => edited && placeOfEdited(edited, rows, columns),
    [edited, rows, columns],
  )
  const virtualizer = useVirtualRows(rows.length, height, {
    scroller,
    edited: editedPlace?.row ?? null,
  })
  useScrollRestoration(scroller, label)
  const layout = useMemo(() => layoutOf(columns, room, frozen), [columns, room, frozen])
  const show = (place: Place) => {
    if (place.row >= 0) virtualizer.scrollToIndex(place.row)
    const grid = scroller.current
    if (grid) grid.scrollLeft = scrollLeftFor(layout, place.column, grid)
  }
  const { editing, startEdit } = useCellEdit(props, { scroller, show, editedPlace })
  const isEditing = edited !== null
  const [hovered, setHovered] = useHovered(rows, columns)
  const items = virtualizer.getVirtualItems()
  // The most rows that are rendered at a time. With more keys than that, elements would be made
  // anew instead of being reused.
  const { height: visible = window.innerHeight } = virtualizer.scrollRect ?? {}
  const drawn = Math.ceil(visible / height) + 2 * OVERSCAN + 1
  const slotOf = ({ index }: { index: number }) => index % drawn
  // Moving elements would lay them out anew in each frame of a scroll. They come in the order of
  // the rows, as screen readers read them, when it ends.
  const inElements = virtualizer.isScrolling
    ? items.toSorted((one, other) => slotOf(one) - slotOf(other))
    : items
  return (
    <div
      ref={ref}
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={drawnPlace(id, range.focus, items)}
      tabIndex={0}
      className={classes.grid}
      onKeyDown={(event) => onGridKey(event, props, { height, isMac, show, startEdit })}
      {...usePointer(props, { scroller, startEdit, isEditing })}
      onPointerOver={(event) => setHovered(isEditing ? null : event.target)}
      onPointerLeave={() => setHovered(null)}
      {...clipboardHandlers(props, isEditing)}
    >
      {/* As wide as the space without the scrollbar. */}
      <div ref={ruler} role="presentation" />
      <HeadRow
        {...{ id, columns, layout }}
        titles={props.titles}
        sort={props.sort}
        onSort={props.onSort}
        active={range.focus.row === -1 ? range.focus.column : null}
        rows={rows}
        ticked={props.ticked}
        onTick={props.onTick}
      />
      <div
        role="rowgroup"
        className={classes.body}
        style={{ height: virtualizer.getTotalSize(), width: layout.width }}
      >
        {inElements.map((item) => (
          // The elements of rows that are scrolled out are reused for those scrolled in, but the
          // edited one keeps its own, wherever it is.
          <VirtualRow
            key={item.index === editedPlace?.row ? edited?.row : slotOf(item)}
            {...props}
            {...{ id, item, height, layout, editing, isEditing }}
          />
        ))}
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

interface VirtualParts extends Pick<GridParts, 'scroller'> {
  /** The index of the edited row. */
  edited: number | null
}

function useVirtualRows(count: number, height: number, { scroller, edited }: VirtualParts) {
  const rangeExtractor = useCallback((range: IndexRange) => renderedRows(range, edited), [edited])
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    rangeExtractor,
    initialRect: { width: 0, height: window.innerHeight },
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: HEAD_HEIGHT,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  return virtualizer
}

interface EditParts extends Pick<GridParts, 'scroller'> {
  show: (place: Place) => void
  editedPlace: Place | null
}

/** The edited cell, and functions to start and end editing. */
function useCellEdit(props: SheetGridProps, { scroller, show, editedPlace }: EditParts) {
  const { rows, columns, range, commands, onRange, edited, onEdit } = props
  const startEdit = (typed: string | null) => {
    const [row, column] = [rows[range.focus.row], columns[range.focus.column]]
    if (!column || !row || column.register === null || row.mark === 'removed') return
    if (column.kind === 'flag') return commands.toggle()
    onEdit({ row: row.key, column: column.key, typed })
    show(range.focus)
  }
  const endEdit = (leave: Leave, from: Place | null) => {
    onEdit(null)
    scroller.current?.focus({ preventScroll: true })
    const next = afterLeave(from ?? range.focus, leave, {
      rows: rows.length,
      columns: columns.length,
    })
    onRange(cellRange(next))
    show(next)
  }
  const onLeave = (leave: Leave) =>
    // When the editor loses the focus to another cell, that one is selected already.
    endEdit(leave, leave === 'stay' ? range.focus : editedPlace)
  const editing: Editing = {
    ...props.editing,
    onLeave,
    cell: edited,
    typed: edited?.typed ?? null,
    onSave: (cell, leave, typed) => {
      commands.save(cell, typed)
      onLeave(leave)
    },
    onCancel: () => endEdit('stay', editedPlace),
  }
  return { editing, startEdit }
}

interface VirtualRowProps extends Omit<SheetGridProps, 'editing'> {
  id: string
  item: { index: number; start: number }
  height: number
  layout: SheetLayout
  editing: Editing
  isEditing: boolean
}

function VirtualRow({ id, item, rows, columns, range, ...props }: VirtualRowProps) {
  const { index, start } = item
  const row = rows[index]
  if (!row) return null
  return (
    <SheetRowView
      {...{ id, index, row, columns }}
      height={props.height}
      layout={props.layout}
      texts={props.texts}
      top={start}
      {...rangePart(range, index, props.isEditing)}
      active={range.focus.row === index ? range.focus.column : null}
      isTicked={props.ticked.has(row.key)}
      isFirst={rows[index - 1]?.video !== row.video}
      isLast={rows[index + 1]?.video !== row.video}
      editing={props.editing.cell?.row === row.key ? props.editing : null}
    />
  )
}
