import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { cellTone } from '../../shared/tables/change.ts'
import { polarityOf } from '../../shared/tables/floors.ts'
import { type Cell, type Column, isMissing, type Table } from '../../shared/tables/table.ts'
import { isInPoints } from '../../shared/tables/titles.ts'
import { useView } from '../view.ts'
import { isMove, isNumeric } from './column-width.ts'
import classes from './data-table.module.css'
import { PlacesMoved, signed, toneClass } from './delta.tsx'
import { useFormat } from './format.ts'
import kit from './kit.module.css'
import { useCellText, useMissingValue } from './missing-value.tsx'

export interface Drawing {
  title: string
  /** In pixels. */
  width: number
  /** Key of the column that the drawing precedes; without it, it follows the first column. */
  before?: string
  /** Finds a row by its index, and by its key when the table has keys. */
  draw: (index: number, key: string) => ReactNode
}

/** The column that a drawing precedes. */
export function drawingPlace(columns: readonly Column[], drawing: Drawing | undefined): number {
  const at = columns.findIndex(({ key }) => key === drawing?.before)
  return at > 0 ? at : 1
}

/** The cells of a row, with the drawing at its place. */
function withDrawn<T>(cells: readonly T[], at: number, drawn: T | false | undefined): T[] {
  return drawn ? [...cells.slice(0, at), drawn, ...cells.slice(at)] : [...cells]
}

const joined = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

const shapeOf = (column: Column, index: number) =>
  joined(isNumeric(column.kind) && classes.numeric, index === 0 && classes.first)

interface HeadProps {
  id: string
  columns: readonly Column[]
  titles: (key: string) => string
  definitions?: ((key: string) => string | null) | undefined
  sort?: { column: string; descending: boolean } | undefined
  onSort?: unknown
  onSortColumn: (index: number) => void
  drawing?: Drawing | undefined
  template: string
  height: number
  active: number | null
}

// Memoized, because a table renders at each scroll step while its header and footer stay the same.
export const HeadRow = memo(function HeadRow(props: HeadProps) {
  const { columns, drawing, template, height } = props
  const at = drawingPlace(columns, drawing)
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={classes.row}
      style={{ gridTemplateColumns: template, height }}
    >
      {withDrawn(
        columns.map((column, index) => (
          <Title key={column.key} {...props} column={column} index={index} />
        )),
        at,
        drawing && (
          <div key="drawing" role="columnheader" aria-colindex={at + 1} className={classes.title}>
            <span className={classes.titleText}>{drawing.title}</span>
          </div>
        ),
      )}
    </div>
  )
})

function Title({ column, index, ...props }: HeadProps & { column: Column; index: number }) {
  const isSorted = props.sort?.column === column.key
  const direction = props.sort?.descending ? 'descending' : 'ascending'
  const title = props.titles(column.key)
  const hint = [title, props.definitions?.(column.key)].filter(Boolean).join('\n')
  return (
    // By keyboard, the grid itself handles this: up from the first row, then Enter.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="columnheader"
      tabIndex={-1}
      id={`${props.id}--1-${index}`}
      aria-colindex={colIndex(index, props)}
      aria-sort={isSorted ? direction : 'none'}
      title={hint}
      className={joined(
        classes.title,
        shapeOf(column, index),
        isSorted && classes.sorted,
        Boolean(props.onSort) && classes.canSort,
        props.active === index && classes.active,
      )}
      onClick={() => props.onSortColumn(index)}
    >
      <span className={classes.titleText}>{title}</span>
      {isSorted && <SortMark direction={direction} />}
    </div>
  )
}

function SortMark({ direction }: { direction: 'ascending' | 'descending' }) {
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return <Arrow size={13} className={classes.mark} aria-hidden />
}

const colIndex = (index: number, { columns, drawing }: Pick<HeadProps, 'columns' | 'drawing'>) =>
  index + 1 + (drawing && index >= drawingPlace(columns, drawing) ? 1 : 0)

interface BodyProps {
  id: string
  index: number
  /** Pixels from the top of the first row. */
  top: number
  height: number
  isLast: boolean
  rowKey: string
  /** Must keep its identity while equal; otherwise the memoized row renders again. */
  columns: readonly Column[]
  cells: readonly Cell[] | undefined
  /** Created once per table, because a hook in every row makes scrolling slow. */
  write: Write
  template: string
  drawing: Drawing | undefined
  remark: string | undefined
  onOpenRow: ((index: number, key: string) => void) | undefined
  /** The column of the keyboard cursor when it is in this row. */
  active: number | null
}

export const BodyRow = memo(function BodyRow(props: BodyProps) {
  const { index, rowKey, columns, drawing, onOpenRow } = props
  const at = drawingPlace(columns, drawing)
  return (
    // By keyboard, the grid itself handles Enter.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      className={joined(
        classes.row,
        Boolean(onOpenRow) && classes.canOpen,
        props.isLast && classes.lastRow,
        props.active !== null && classes.activeRow,
      )}
      style={{
        gridTemplateColumns: props.template,
        height: props.height,
        lineHeight: `${props.height - 1}px`,
        transform: `translateY(${props.top}px)`,
      }}
      onClick={() => {
        if (onOpenRow && !window.getSelection()?.toString()) onOpenRow(index, rowKey)
      }}
    >
      {withDrawn(
        columns.map((column, place) => bodyCell(props, column, place)),
        at,
        drawing && (
          <div
            key="drawing"
            role="gridcell"
            aria-colindex={at + 1}
            className={joined(classes.cell, classes.drawn)}
          >
            {drawing.draw(index, rowKey)}
          </div>
        ),
      )}
    </div>
  )
})

/** A function rather than a component, because each keystroke of a search renders hundreds of cells. */
function bodyCell(props: BodyProps, column: Column, at: number) {
  const cell = props.cells?.[at]
  const isText = typeof cell === 'string' && column.kind === 'text'
  const remark = remarkAt(at, props)
  return (
    <div
      key={column.key}
      role="gridcell"
      id={`${props.id}-${props.index}-${at}`}
      aria-colindex={colIndex(at, props)}
      title={isText ? `${cell}${remark}` : undefined}
      className={joined(
        classes.cell,
        shapeOf(column, at),
        remark !== '' && classes.remarked,
        props.active === at && classes.active,
      )}
    >
      {isText
        ? textSpan(cell, at, props)
        : cell !== undefined && props.write(cell, column, figureNow(column, props))}
      {remark && (
        <span data-remark className={classes.remark}>
          {remark}
        </span>
      )}
    </div>
  )
}

const textSpan = (text: string, at: number, { onOpenRow }: BodyProps) => (
  <span className={joined(kit.cut, classes.text, at === 0 && onOpenRow && classes.link)}>
    {text}
  </span>
)

const remarkAt = (at: number, { remark }: BodyProps) => (at === 0 && remark ? ` · ${remark}` : '')

const CHANGE = '__change'

interface Figures {
  columns: readonly Column[]
  cells: readonly (Cell | undefined)[] | undefined
}

/** The figure of the same row that a change in points led to; undefined for any other column. */
export function figureNow({ key }: Column, { columns, cells }: Figures) {
  if (!(isInPoints(key) && key.endsWith(CHANGE))) return undefined
  const of = key.slice(0, -CHANGE.length)
  return cells?.[columns.findIndex((column) => column.key === of)]
}

type Write = (cell: Cell, column: Column, now?: Cell) => ReactNode

/** Formats table cells: changes have a sign and a tone, and those of rates are in percentage points. */
export function useWrite(): Write {
  const format = useFormat()
  const text = useCellText()
  const missingValue = useMissingValue()
  const deadBand = useView(({ preferences }) => preferences.deadBand)
  return useCallback<Write>(
    (cell, { key, kind, currency }, now) => {
      if (isMissing(cell)) return missingValue(cell.missing, cell.lastPlace)
      if (typeof cell === 'string' || !isMove(key)) return text(cell, kind, currency)
      if (key === 'rank_change') return <PlacesMoved places={cell} />
      const shown = isInPoints(key)
        ? format.points(cell)
        : signed(cell, kind === 'count' ? format.count : format.percent)
      if (!key.endsWith(CHANGE)) return shown
      const polarity = polarityOf(key.slice(0, -CHANGE.length))
      const tone = cellTone(cell, { isInPoints: isInPoints(key), now, polarity, deadBand })
      return <span className={toneClass(tone)}>{shown}</span>
    },
    [format, text, missingValue, deadBand],
  )
}

interface TotalsProps {
  table: Table
  write: Write
  totalsLabel?: string | undefined
  drawing?: Drawing | undefined
  template: string
  height: number
}

export const TotalsRow = memo(function TotalsRow(props: TotalsProps) {
  const { table, write, totalsLabel, drawing, template, height } = props
  const { t } = useTranslation('missing')
  return (
    <div
      role="row"
      aria-rowindex={table.rows.length + 2}
      className={classes.row}
      style={{ gridTemplateColumns: template, height, lineHeight: `${height}px` }}
    >
      {withDrawn(
        table.columns.map((column, index) => (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={colIndex(index, { columns: table.columns, drawing })}
            className={joined(classes.cell, shapeOf(column, index))}
          >
            {index === 0 && totalsLabel ? (
              <span className={joined(kit.cut, classes.text)}>{totalsLabel}</span>
            ) : (
              <Sum {...{ column, write }} cell={table.totals?.[index]} notAdded={t('notAdded')} />
            )}
          </div>
        )),
        drawingPlace(table.columns, drawing),
        drawing && <div key="drawing" role="presentation" />,
      )}
    </div>
  )
})

interface SumProps {
  column: Column
  cell: Cell | undefined
  /** Why a column of figures has none. */
  notAdded: string
  write: Write
}

function Sum({ column, cell, notAdded, write }: SumProps) {
  if (cell === undefined) return null
  if (!isMissing(cell) || cell.missing !== 'not-applicable') return write(cell, column)
  if (!isNumeric(column.kind)) return null
  // In most columns of a wide table, the usual mark of the reason would be more prominent than the figures.
  return (
    <span className={classes.notAdded} title={notAdded}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{notAdded}</VisuallyHidden>
    </span>
  )
}

/** A bar per row, proportional to its second cell, grey with few data. `named` has the raw names for tooltips. */
export function shareBars(
  { rows }: Table,
  fewData: readonly boolean[],
  named: readonly (string | undefined)[] = [],
): Drawing {
  const shares = rows.map((row) => Number(row[1]) || 0)
  const most = Math.max(...shares, 1)
  const draw = (index: number) => (
    <div className={classes.share} data-few={fewData[index] || undefined} title={named[index]}>
      <div style={{ width: `${(100 * (shares[index] ?? 0)) / most}%` }} />
    </div>
  )
  return { title: '', width: 100, draw }
}
