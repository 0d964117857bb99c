import {
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../shared/tables/table.ts'
import { columnWidth, isNumeric } from './column-width.ts'
import type { DataTableProps } from './data-table-props.ts'
import { useWrite } from './data-table-rows.tsx'
import { useDefinedFigures } from './defined-figures.ts'
import { useFormat } from './format.ts'
import { columnParts } from './paper-columns.ts'
import classes from './paper-table.module.css'

/** More rows than anybody reads on paper; the report itself holds them all. */
const MOST_ROWS = 150
const NAMES_WIDTH = 200

/** A table whole, for paper: real rows, a head on every page, and what is too wide in parts. */
export function PaperTable(props: DataTableProps) {
  const { t } = useTranslation('block')
  const { count } = useFormat()
  const { table, titles, drawing, label } = props
  const { columns, rows } = table
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => setWidth(box.current?.clientWidth ?? 0), [])
  useDefinedFigures(columns)
  const parts = useMemo(() => {
    const widths = columns.map((column, index) => {
      if (index === 0 && column.kind === 'text') return NAMES_WIDTH + (drawing?.width ?? 0)
      const cells = rows.flatMap((row) => row[index] ?? [])
      return columnWidth(column, { title: titles(column.key), cells, canSort: false })
    })
    return columnParts(widths, width)
  }, [columns, rows, titles, drawing?.width, width])
  return (
    <div ref={box}>
      {rows.length === 0 && props.empty}
      {rows.length > 0 &&
        width > 0 &&
        parts.map((places) => (
          <Part key={places.join(' ')} {...props} label={label} places={places} />
        ))}
      {rows.length > MOST_ROWS && (
        <p>{t('rowsOnPaper', { shown: count(MOST_ROWS), rows: count(rows.length) })}</p>
      )}
    </div>
  )
}

interface PartProps extends DataTableProps {
  /** The columns of this part. */
  places: readonly number[]
}

function Part({ places, ...props }: PartProps) {
  const { table, titles, label, drawing, totalsLabel, rowKey } = props
  const write = useWrite()
  const columns = places.flatMap((at) => {
    const column = table.columns[at]
    return column ? [{ at, column, shape: shapeOf(at, column.kind) }] : []
  })
  // Beside the names in the first part only.
  const drawn = places.includes(1) || table.columns.length === 1 ? drawing : undefined
  const keyOf = (index: number) => rowKey?.(index) ?? String(index)
  const totals = table.totals?.map((cell) => (typeof cell === 'object' ? undefined : cell))
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
        {table.rows.slice(0, MOST_ROWS).map((cells, index) => (
          <Row
            key={keyOf(index)}
            drawn={
              drawn && <div style={{ width: drawn.width }}>{drawn.draw(index, keyOf(index))}</div>
            }
          >
            {columns.map(({ at, column, shape }) => (
              <td key={column.key} className={shape}>
                {cells[at] !== undefined && write(cells[at], column)}
              </td>
            ))}
          </Row>
        ))}
        {totals && (
          <Row className={classes.totals} drawn={drawn && ''}>
            {columns.map(({ at, column, shape }) => (
              <td key={column.key} className={shape}>
                {at === 0 && totalsLabel
                  ? totalsLabel
                  : totals[at] !== undefined && write(totals[at], column)}
              </td>
            ))}
          </Row>
        )}
      </tbody>
    </table>
  )
}

interface RowProps {
  /** Cells of which the first names the row. */
  children: ReactElement[]
  /** What stands after the first cell; undefined where nothing does. */
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
