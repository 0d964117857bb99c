import type { ReactNode } from 'react'
import { type Cell, isMissing } from '../../../shared/tables/table.ts'
import { missingWord } from '../../../shared/tables/titles.ts'
import type { Format } from '../../ui/format.ts'
import classes from './client.module.css'
import { briefPercent } from './finding-words.ts'
import type { Piece } from './pages.tsx'

export interface PieceColumn {
  title: string
  /** In pixels; `rest` takes the remaining width. A column with longer figures gets more. */
  width: number | 'rest'
  isText?: boolean
}

interface PieceTable {
  key: string
  title: string
  /** Shown below the title. */
  text?: string | undefined
  columns: readonly PieceColumn[]
  rows: readonly (readonly ReactNode[])[]
  totals?: readonly ReactNode[] | undefined
  /** Shown below its last row. */
  footnote?: ReactNode
}

/** Average width of a bold character at the size of a row. */
const CHARACTER_PX = 6.8

/**
 * A column's width, or that of its longest figure, which would otherwise overlap the next column.
 */
export function widthFor(width: number, cells: readonly ReactNode[]): number {
  const longest = Math.max(0, ...cells.map((cell) => (typeof cell === 'string' ? cell.length : 0)))
  return Math.max(width, Math.ceil(longest * CHARACTER_PX))
}

/** A rate of a row, which has none without a pitch. */
export function rateText(rate: Cell, format: Format): string {
  if (!isMissing(rate)) return briefPercent(format, Number(rate), { isFixed: true })
  return rate.missing === 'not-applicable' ? missingWord(rate.missing, format.language) : '–'
}

/** A table as pieces, whose header is repeated on each page. */
export function tablePieces(props: PieceTable): Piece[] {
  const { key, title, text, columns, rows, totals, footnote } = props
  const head = `${key} head`
  const all = totals ? [...rows, totals] : rows
  const cellsOf = (index: number) => all.map((cells) => cells[index])
  const grid = columns
    .map(({ width, isText }, index) => {
      if (width === 'rest') return 'minmax(0, 1fr)'
      return `${isText ? width : widthFor(width, cellsOf(index))}px`
    })
    .join(' ')
  const row = (cells: readonly ReactNode[], kind: 'head' | 'row' | 'totals') => (
    <div className={classes.row} data-kind={kind} style={{ gridTemplateColumns: grid }}>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a cell is named by its column alone
        <div key={index} data-text={columns[index]?.isText || undefined}>
          {cell}
        </div>
      ))}
    </div>
  )
  const last = all.length - 1
  return [
    { key: `${key} title`, keepsNext: true, content: <TableTitle title={title} text={text} /> },
    {
      key: head,
      keepsNext: true,
      content: row(
        columns.map((one) => one.title),
        'head',
      ),
    },
    ...all.map(
      (cells, index): Piece => ({
        key: `${key} ${index}`,
        head,
        // Neither the last row nor the note about the table is alone on a page.
        keepsNext:
          index === last - 1 || index === 0
            ? index !== last
            : index === last && footnote !== undefined,
        content: row(cells, totals && index === last ? 'totals' : 'row'),
      }),
    ),
    ...(footnote === undefined
      ? []
      : [{ key: `${key} note`, content: <p className={classes.footnote}>{footnote}</p> }]),
  ]
}

function TableTitle({ title, text }: { title: string; text?: string | undefined }) {
  return (
    <div className={classes.tableTitle}>
      <h3>{title}</h3>
      {text && <p>{text}</p>}
    </div>
  )
}

export function Heading({ title, text }: { title: string; text?: string | undefined }) {
  return (
    <div className={classes.heading}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
    </div>
  )
}
