import { elementScroll, type Rect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../shared/tables/table.ts'
import { definition, title } from '../../shared/tables/titles.ts'
import { useScrollRestoration } from '../kept-list.ts'
import { isPrinted, useView } from '../view.ts'
import classes from './data-table.module.css'
import type { DataTableProps, TitledTableProps } from './data-table-props.ts'
import { BodyRow, drawingPlace, HeadRow, TotalsRow, useWrite } from './data-table-rows.tsx'
import { useFormat } from './format.ts'
import { drawnPlace, moved, type Place } from './grid-move.ts'
import { PrintTable } from './print-table.tsx'
import { HEAD_HEIGHT, tableLayout, wholeRows } from './table-layout.ts'

/** Approximate height in pixels of what the overview shows above and below its table. */
const AROUND_HEIGHT = 400
const COMPACT_HEIGHT = 28
/** Additional height of a comfortable row. */
const COMFORT_HEIGHT = 8

/** A virtualized grid of a shared table. Its export contains the same rows and columns. */
export function DataTable({ rowHeight = COMPACT_HEIGHT, ...own }: DataTableProps) {
  const props = { ...own, ...useTexts(own) }
  const isComfortable = useView(({ preferences }) => preferences.density === 'comfortable')
  if (isPrinted()) return <PrintTable {...props} />
  const height = rowHeight + (isComfortable ? COMFORT_HEIGHT : 0)
  // The heights of rows are measured once.
  return <Grid key={height} {...props} rowHeight={height} />
}

/** The texts that a table has by default. The functions stay the same, because layouts are kept by them. */
function useTexts({ titles, groupTitle, definitions, totalsLabel }: DataTableProps) {
  const { t } = useTranslation('block')
  const { language } = useFormat()
  const usual = useMemo(
    () => ({
      titles: (key: string) =>
        (key === 'grouped_field' ? groupTitle : undefined) ?? title(key, language),
      definitions: (key: string) => definition(key, language),
    }),
    [groupTitle, language],
  )
  return {
    titles: titles ?? usual.titles,
    definitions: titles ? definitions : (definitions ?? usual.definitions),
    totalsLabel: totalsLabel ?? t('totals'),
  }
}

type GridProps = TitledTableProps & { rowHeight: number }

function Grid(props: GridProps) {
  const { table, label, sort, onSort, rowHeight } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualRows(props, scroller)
  useScrollRestoration(scroller, label)
  const items = virtualizer.getVirtualItems()
  useRange(items[0]?.index, items.at(-1)?.index, props.onRange)
  const layout = useLayout(props)
  const write = useWrite()
  const onSortColumn = useCallback(
    (column: number) => toggleSort({ table, sort, onSort }, column),
    [table, sort, onSort],
  )
  const { place, onKeyDown } = useGridKeys(props, (to) => {
    if (to.row >= 0) virtualizer.scrollToIndex(to.row)
    showColumn(scroller.current, layout.offsets[to.column])
  })

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount(table)}
      aria-colcount={table.columns.length + (props.drawing ? 1 : 0)}
      aria-activedescendant={drawnPlace(id, place, items)}
      tabIndex={0}
      className={classes.grid}
      style={{ maxHeight: heightOf(props) }}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={classes.head} style={{ minWidth: layout.width }}>
        <HeadRow
          {...{ id, sort, onSort, onSortColumn }}
          columns={table.columns}
          titles={props.titles}
          definitions={props.definitions}
          drawing={props.drawing}
          template={layout.template}
          height={HEAD_HEIGHT}
          active={activeColumn(place, -1)}
        />
      </div>
      {table.rows.length === 0 ? (
        <div role="row" aria-rowindex={2}>
          <div role="gridcell" className={classes.empty}>
            {props.empty}
          </div>
        </div>
      ) : (
        <div
          role="rowgroup"
          className={classes.body}
          style={{ height: virtualizer.getTotalSize(), minWidth: layout.width }}
        >
          {/* Keyed by index, so that a search reuses the existing rows with other content. */}
          {items.map(({ index, start }) => (
            <BodyRow
              key={index}
              rowKey={keyOf(props, index)}
              {...{ id, index, write, template: layout.template, height: rowHeight }}
              columns={table.columns}
              cells={table.rows[index]}
              top={start}
              isLast={index === table.rows.length - 1}
              drawing={props.drawing}
              remark={props.remarks?.get(index)}
              onOpenRow={props.onOpenRow}
              active={activeColumn(place, index)}
            />
          ))}
        </div>
      )}
      {hasMore(props) && <More foot={table.totals ? rowHeight : 0} />}
      {table.totals && (
        <div role="rowgroup" className={classes.foot} style={{ minWidth: layout.width }}>
          <TotalsRow
            {...{ table, write }}
            totalsLabel={props.totalsLabel}
            drawing={props.drawing}
            template={layout.template}
            height={rowHeight}
          />
        </div>
      )}
    </div>
  )
}

/** Tables with a numeric maximum height end with a whole row, so they need no fade. */
const hasMore = ({ table, maxHeight }: DataTableProps) =>
  table.rows.length > 0 && typeof maxHeight !== 'number'

const More = ({ foot }: { foot: number }) => (
  <div role="presentation" className={classes.more} style={{ bottom: foot }} />
)

function heightOf({ table, maxHeight, rowHeight }: GridProps) {
  if (typeof maxHeight !== 'number') return maxHeight
  const height = wholeRows(maxHeight, rowHeight, Boolean(table.totals))
  return `calc(${height}px + var(--bar, 0px))`
}

function useVirtualRows(
  { table, rowHeight }: GridProps,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const footHeight = table.totals ? rowHeight : 0
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer({
    count: table.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    // An estimate, so that rows are rendered before the element is measured.
    initialRect: { width: 0, height: Math.max(0, window.innerHeight - AROUND_HEIGHT) },
    observeElementRect: observeRect,
    scrollToFn: scrollTo,
    // The sticky header and footer cover rows of the scroller.
    scrollPaddingEnd: HEAD_HEIGHT + footHeight,
  })
}

/** Skips a scroll to the current offset, because it would force a layout. */
const scrollTo: typeof elementScroll = (offset, options, instance) => {
  if (offset + (options.adjustments ?? 0) === instance.scrollOffset) return
  elementScroll(offset, options, instance)
}

/**
 * Observes the size without measuring at once: the library's implementation forces an extra layout at the
 * start.
 */
function observeRect(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  onRect: (rect: Rect) => void,
) {
  if (!scrollElement) return
  const observer = new ResizeObserver(() => {
    const { clientWidth, offsetHeight, clientHeight } = scrollElement
    // A horizontal scrollbar would take its height from the last row.
    scrollElement.style.setProperty('--bar', `${offsetHeight - clientHeight}px`)
    scrollElement.style.setProperty('--room', `${clientWidth}px`)
    onRect({ width: clientWidth, height: clientHeight })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

const keyOf = ({ rowKey }: DataTableProps, index: number) => rowKey?.(index) ?? String(index)

const activeColumn = (place: Place, row: number) => (place.row === row ? place.column : null)

const rowCount = ({ rows, totals }: Table) => rows.length + (totals ? 2 : 1)

/** The keyboard cursor of the grid: moves it, sorts from the header, opens a row. */
function useGridKeys(props: GridProps, show: (place: Place) => void) {
  const { table, rowHeight, onOpenRow } = props
  const { rows, columns } = table
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const place = {
    row: Math.min(active.row, rows.length - 1),
    column: Math.min(active.column, columns.length - 1),
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 3)
    const to = moved(place, { rows: rows.length, columns: columns.length, page }, event)
    if (to) {
      event.preventDefault()
      setActive(to)
      show(to)
    } else if (event.key === 'Enter') {
      if (place.row < 0) toggleSort(props, place.column)
      else onOpenRow?.(place.row, keyOf(props, place.row))
    }
  }
  return { place, onKeyDown }
}

/** Sorts by a column, or reverses the order. The first click sorts numbers descending and texts ascending. */
function toggleSort(
  { table, sort, onSort }: Pick<DataTableProps, 'table' | 'sort' | 'onSort'>,
  index: number,
) {
  const column = table.columns[index]
  if (!column || !onSort) return
  const isSame = sort?.column === column.key
  onSort({ column: column.key, descending: isSame ? !sort?.descending : column.kind !== 'text' })
}

function useRange(
  first: number | undefined,
  last: number | undefined,
  onRange: DataTableProps['onRange'],
) {
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last)
  }, [first, last, onRange])
}

/** Memoized, so that rows are not laid out again. */
function useLayout({ table, titles, drawing, onSort, remarks, widths }: GridProps) {
  const drawingWidth = drawing?.width ?? 0
  const drawnAt = drawingPlace(table.columns, drawing)
  const canSort = onSort !== undefined
  const { t } = useTranslation('missing')
  const wordsLetters = Math.max(t('short.few-data').length, t('short.not-read').length)
  return useMemo(
    () =>
      tableLayout(table, {
        ...{ titles, drawingWidth, drawnAt, canSort, remarks, widths, wordsLetters },
      }),
    [table, titles, drawingWidth, drawnAt, canSort, remarks, widths, wordsLetters],
  )
}

/** Scrolls a column into view. `at` is in pixels from the end of the first column, which is sticky. */
function showColumn(scroller: HTMLDivElement | null, at?: { left: number; right: number }) {
  const first = scroller?.querySelector<HTMLElement>('[role=columnheader]')
  if (!scroller || !first || !at) return
  if (at.left < scroller.scrollLeft) scroller.scrollLeft = at.left
  const overhang = first.offsetWidth + at.right - scroller.clientWidth
  if (overhang > scroller.scrollLeft) scroller.scrollLeft = overhang
}
