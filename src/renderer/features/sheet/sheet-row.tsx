import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import { isOfPeriod, type SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Sort } from '../../ui/data-table-props.ts'
import { CellEditor, type Leave } from './cell-editor.tsx'
import { RangeFrame, type RangePart } from './range-frame.tsx'
import type { EditedCell } from './selection.ts'
import classes from './sheet.module.css'
import { type CellTexts, cellContent, isMarked } from './sheet-cell.tsx'
import type { SheetLayout } from './sheet-layout.ts'

/** The `aria-colindex` of the title; that of the checkboxes is 1. */
export const FIRST_COLUMN = 2

/** The cell being edited, and the props of its editor. */
export interface Editing {
  cell: EditedCell | null
  typed: string | null
  cells: Cells
  titles: (column: SheetColumn) => string
  isOn: (row: SheetRow, column: SheetColumn) => boolean
  onSave: (cell: CellValue, leave: Leave, typed: EditedCell) => void
  onLeave: (leave: Leave) => void
  onCancel: () => void
}

interface HeadRowProps {
  id: string
  columns: readonly SheetColumn[]
  layout: SheetLayout
  titles: (column: SheetColumn) => string
  sort: Sort | null
  onSort: (sort: Sort) => void
  active: number | null
  rows: readonly SheetRow[]
  ticked: ReadonlySet<string>
  onTick: (keys: readonly string[], isTicked: boolean) => void
}

export const HeadRow = memo(function HeadRow(props: HeadRowProps) {
  const { id, columns, layout, titles, sort, onSort, active, rows, ticked, onTick } = props
  const { t } = useTranslation('sheet')
  const ticks = useMemo(() => tickState(rows, ticked), [rows, ticked])
  const heads = columns.map((column, index) => {
    const isSorted = sort?.column === column.key
    const direction = sort?.descending ? 'descending' : 'ascending'
    return (
      <div
        key={column.key}
        id={`${id}--1-${index}`}
        role="columnheader"
        tabIndex={-1}
        className={classes.title}
        data-kind={column.kind}
        data-active={active === index || undefined}
        aria-sort={isSorted ? direction : 'none'}
      >
        <button
          type="button"
          tabIndex={-1}
          title={titles(column)}
          onClick={() => onSort({ column: column.key, descending: isSorted && !sort.descending })}
        >
          <span>{titles(column)}</span>
          {isSorted && <span aria-hidden>{sort.descending ? '↓' : '↑'}</span>}
        </button>
      </div>
    )
  })
  return (
    <div role="rowgroup" className={classes.head} style={{ width: layout.width }}>
      <div role="row" className={classes.row} style={{ gridTemplateColumns: layout.template }}>
        <div
          role="presentation"
          className={classes.frozen}
          style={{ gridTemplateColumns: layout.frozenTemplate }}
        >
          <div role="columnheader" className={classes.tick} aria-label={t('tick')}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t('tickAll')}
              checked={ticks === 'all'}
              ref={(box) => {
                if (box) box.indeterminate = ticks === 'some'
              }}
              onChange={({ currentTarget }) =>
                onTick(
                  rows.map(({ key }) => key),
                  currentTarget.checked,
                )
              }
            />
          </div>
          {heads.slice(0, layout.frozen)}
        </div>
        {heads.slice(layout.frozen)}
      </div>
    </div>
  )
})

const tickState = (rows: readonly SheetRow[], ticked: ReadonlySet<string>) => {
  if (ticked.size === 0 || rows.length === 0) return 'none'
  return rows.every(({ key }) => ticked.has(key)) ? 'all' : 'some'
}

interface SheetRowProps extends RangePart {
  id: string
  index: number
  row: SheetRow
  columns: readonly SheetColumn[]
  layout: SheetLayout
  texts: CellTexts
  top: number
  height: number
  active: number | null
  isTicked: boolean
  /** Whether it is the first or last of its video in the list. */
  isFirst: boolean
  isLast: boolean
  editing: Editing | null
}

export const SheetRowView = memo(function SheetRowView(props: SheetRowProps) {
  const { id, index, row, columns, layout, texts, left, right, active, editing } = props
  const { isTop, isBottom, hasHandle } = props
  const range = { layout, left, right, isTop, isBottom, hasHandle }
  const problems = texts.problems(row)
  const cells = columns.map((column, at) => (
    <Cell
      key={column.key}
      id={active === at ? `${id}-${index}-${at}` : undefined}
      at={at}
      {...{ row, column, texts }}
      isIn={at >= left && at <= right}
      isWrong={problems.some(
        ({ register, severity }) => register === column.register && severity === 'error',
      )}
      editing={editing?.cell?.column === column.key ? editing : null}
    />
  ))
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isTicked}
      className={classes.row}
      data-row={index}
      data-mark={row.mark ?? undefined}
      data-first={props.isFirst || undefined}
      data-last={props.isLast || undefined}
      data-ticked={props.isTicked || undefined}
      data-editing={editing !== null || undefined}
      style={{
        gridTemplateColumns: layout.template,
        transform: `translateY(${props.top}px)`,
        height: props.height,
        lineHeight: `${props.height - 1}px`,
      }}
    >
      <div
        role="presentation"
        className={classes.frozen}
        style={{ gridTemplateColumns: layout.frozenTemplate }}
      >
        {right > 0 && <RangeFrame {...range} first={1} last={layout.frozen - 1} />}
        <div role="gridcell" aria-colindex={1} className={classes.tick}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.tick(row)}
            checked={props.isTicked}
            // The click is handled by the grid, which knows about Shift.
            onChange={() => undefined}
          />
        </div>
        {cells.slice(0, layout.frozen)}
      </div>
      {cells.slice(layout.frozen)}
      {right > 0 && <RangeFrame {...range} first={layout.frozen} last={right} />}
    </div>
  )
})

interface CellProps {
  /** Of the active cell alone: setting one for each cell of each new row takes long. */
  id: string | undefined
  at: number
  row: SheetRow
  column: SheetColumn
  texts: CellTexts
  isIn: boolean
  /** Whether an error concerns this setting. */
  isWrong: boolean
  editing: Editing | null
}

function Cell({ id, at, row, column, texts, isIn, isWrong, editing }: CellProps) {
  const isSetting = column.register !== null
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={at + FIRST_COLUMN}
      aria-selected={isIn}
      title={isOfPeriod(column) ? texts.days(row, column) : undefined}
      className={classes.cell}
      data-kind={column.kind}
      data-changed={isMarked(row, column) || undefined}
      data-in={isIn || undefined}
      data-active={id !== undefined || undefined}
      data-wrong={(isSetting && isWrong) || undefined}
      data-editing={editing !== null || undefined}
    >
      {editing ? (
        <CellEditor
          {...{ row, column }}
          cells={editing.cells}
          typed={editing.typed}
          label={editing.titles(column)}
          onSave={editing.onSave}
          onLeave={editing.onLeave}
          onCancel={editing.onCancel}
        />
      ) : (
        cellContent({ row, column, texts })
      )}
    </div>
  )
}
