import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Cell, Column, Kind } from '../../shared/tables/table.ts'
import { columnWidth, isNumeric } from './column-width.ts'
import type { TitledTableProps } from './data-table-props.ts'
import { figureNow, useWrite } from './data-table-rows.tsx'
import { useFormat } from './format.ts'
import { columnParts } from './print-columns.ts'
import classes from './print-table.module.css'
import { printedRows } from './printed-rows.ts'

const NAMES_WIDTH = 200
/** Font and padding are smaller on paper than in the window, for which the widths are measured. */
const PRINT_SCALE = 0.85

const figures = new Set<string>()

/** Keys of the figures in all printed tables. */
export const definedFigures = (): ReadonlySet<string> => figures

/** Records the columns of a printed table, whose definitions are listed at the end. */
function useDefinedFigures(columns: readonly Column[]) {
  useEffect(() => {
    for (const { key } of columns) figures.add(key.replace(/__.+$/u, ''))
  }, [columns])
}

/** A complete table for paper: an HTML table with a repeated header; wide tables are split. */
export function PrintTable(props: TitledTableProps) {
  const { t } = useTranslation('block')
  const { count } = useFormat()
  const { table, titles, drawing, label } = props
  const { columns, rows } = table
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => setWidth(box.current?.clientWidth ?? 0), [])
  useDefinedFigures(columns)
  const printed = useMemo(() => printedRows({ columns, rows }), [columns, rows])
  const parts = useMemo(() => {
    const widths = columns.map((column, index) => {
      if (index === 0 && column.kind === 'text') return NAMES_WIDTH + (drawing?.width ?? 0)
      const cells = rows.flatMap((row) => row[index] ?? [])
      return columnWidth(column, { title: titles(column.key), cells, canSort: false }) * PRINT_SCALE
    })
    return columnParts(widths, width)
  }, [columns, rows, titles, drawing?.width, width])
  return (
    <div ref={box}>
      {rows.length === 0 && props.empty}
      {rows.length > 0 &&
        width > 0 &&
        parts.map((places) => (
          <Part
            key={places.join(' ')}
            {...props}
            label={label}
            places={places}
            printed={printed.places}
          />
        ))}
      {printed.left !== 'none' && (
        <p>
          {t(`rowsPrinted.${printed.left}`, {
            shown: count(printed.places.length),
            rows: count(rows.length),
          })}
        </p>
      )}
    </div>
  )
}

interface PartProps extends TitledTableProps {
  /** Indexes of this part's columns. */
  places: readonly number[]
  /** Indexes of the rows. */
  printed: readonly number[]
}

function Part({ places, printed, ...props }: PartProps) {
  const { table, titles, label, drawing, totalsLabel, rowKey } = props
  const write = useWrite()
  const written = (
    cells: readonly (Cell | undefined)[] | undefined,
    at: number,
    column: Column,
  ) => {
    const cell = cells?.[at]
    return cell !== undefined && write(cell, column, figureNow(column, { ...table, cells }))
  }
  const columns = places.flatMap((at) => {
    const column = table.columns[at]
    return column ? [{ at, column, shape: shapeOf(at, column.kind) }] : []
  })
  // Drawings are next to the names in the first part only.
  const drawn = places.includes(1) || table.columns.length === 1 ? drawing : undefined
  const keyOf = (index: number) => rowKey?.(index) ?? String(index)
  const totals = table.totals?.map((cell) => (typeof cell === 'object' ? undefined : cell))
  const hasTotals = places.some((at) => at > 0 && totals?.[at] !== undefined)
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <Row drawn={drawn?.title}>
          {columns.map(({ column, shape }) => (
            <th key={column.key} scope="col" className={shape}>
              {titles(column.key)}
            </th>
          ))}
        </Row>
      </thead>
      <tbody>
        {printed.map((index) => (
          <Row
            key={keyOf(index)}
            drawn={
              drawn && <div style={{ width: drawn.width }}>{drawn.draw(index, keyOf(index))}</div>
            }
          >
            {columns.map(({ at, column, shape }) => (
              <td key={column.key} className={shape}>
                {written(table.rows[index], at, column)}
                {at === 0 && props.remarks?.has(index) && ` · ${props.remarks.get(index)}`}
              </td>
            ))}
          </Row>
        ))}
        {totals && hasTotals && (
          <Row className={classes.totals} drawn={drawn && ''}>
            {columns.map(({ at, column, shape }) => (
              <td key={column.key} className={shape}>
                {at === 0 && totalsLabel ? totalsLabel : written(totals, at, column)}
              </td>
            ))}
          </Row>
        )}
      </tbody>
    </table>
  )
}

interface RowProps {
  /** Cells; the first names the row. */
  children: ReactElement[]
  /** Shown after the first cell. */
  drawn: ReactNode
  className?: string | undefined
}

function Row({ children: [first, ...others], drawn, className }: RowProps) {
  return (
    <tr className={className}>
      {first}
      {drawn !== undefined && <td>{drawn}</td>}
      {others}
    </tr>
  )
}

const shapeOf = (at: number, kind: Kind) =>
  at > 0 && isNumeric(kind) ? classes.numeric : undefined
