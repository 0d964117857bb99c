import type { ReactNode } from 'react'
import classes from './client.module.css'
import type { Piece } from './sheets.tsx'

export interface PaperColumn {
  title: string
  /** In pixels, or what the others leave. Figures that need more have more. */
  width: number | 'rest'
  isText?: boolean
}

interface PaperTable {
  key: string
  title: string
  /** Under the title. */
  text?: string | undefined
  columns: readonly PaperColumn[]
  rows: readonly (readonly ReactNode[])[]
  totals?: readonly ReactNode[] | undefined
  /** Under its last row. */
  footnote?: ReactNode
}

/** A bold figure of a row's size, punctuation averaged in. */
const CHARACTER_PX = 6.8

/** A column's width, or what its longest figure needs: all that are longer would run into the next column. */
export function widthFor(width: number, cells: readonly ReactNode[]): number {
  const longest = Math.max(0, ...cells.map((cell) => (typeof cell === 'string' ? cell.length : 0)))
  return Math.max(width, Math.ceil(longest * CHARACTER_PX))
}

/** A table as pieces: its head stands again on each page that it goes on over. */
export function tablePieces({
  key,
  title,
  text,
  columns,
  rows,
  totals,
  footnote,
}: PaperTable): Piece[] {
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
        // Neither the last row nor what is said of the table stands alone on a page.
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
