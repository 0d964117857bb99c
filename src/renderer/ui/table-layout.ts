import { type Cell, missing, type Table } from '../../shared/tables/table.ts'
import { columnWidth, remarksWidth } from './column-width.ts'
import type { DataTableProps } from './data-table-props.ts'

/** Pixels that longer names always have. */
const LEAST_NAME = 164
/** What names take at most of a table that scrolls sideways. */
const MOST_NAME = 'max(180px, var(--room) * 0.2)'
/** What names take of the room before figures get wider than they need. */
const NAME_SHARE = 460

interface Options extends Pick<DataTableProps, 'titles' | 'remarks' | 'widths'> {
  /** Pixels of the drawing after the first column; 0 without one. */
  drawingWidth: number
  canSort: boolean
}

interface TableLayout {
  /** The column template of every row. */
  template: string
  /** The least width of a row, as a length of a style sheet. */
  width: string
  /** Where each column begins and ends, in pixels from the end of the first. */
  offsets: { left: number; right: number }[]
}

/** What the same columns had before: a search that leaves few rows must not move what stays. */
const before = new WeakMap<Table['columns'], { titles: Options['titles']; widths: number[] }>()

/**
 * The shared columns of all rows, in a table of which `--room` is the inside. Names give way first, so
 * that a table that lacks a few pixels does not cut off its last column; one that scrolls sideways
 * all the same has its names whole. The room that is left goes to all, most to names.
 */
export function tableLayout(
  { columns, rows, totals }: Pick<Table, 'columns' | 'rows' | 'totals'>,
  { titles, remarks, widths: given, drawingWidth, canSort }: Options,
): TableLayout {
  const known = before.get(columns)
  const naturals = columns.map((column, index) => {
    const cells = rows.map((row) => row[index])
    if (totals) cells.push(totals[index])
    const isNames = index === 0
    const width = columnWidth(column, { title: titles(column.key), cells, canSort, isNames })
    return Math.max(width, (known?.titles === titles && known.widths[index]) || 0)
  })
  before.set(columns, { titles, widths: naturals })
  const least = columns.map(({ key }, index) => given?.[key] ?? naturals[index] ?? 0)
  const offsets = [{ left: 0, right: 0 }]
  let end = drawingWidth
  for (const width of least.slice(1)) {
    offsets.push({ left: end, right: end + width })
    end += width
  }
  const remarksAt = remarksWidth(remarks)
  const [longest = 0] = naturals
  const wanted = longest + remarksAt
  const hasNames = columns[0]?.kind === 'text'
  const leastName = Math.min(given?.[columns[0]?.key ?? ''] ?? LEAST_NAME, longest) + remarksAt
  const first = hasNames ? namesWidth({ least: leastName, wanted, rest: end }) : `${wanted}px`
  const tracks = columns.map((_, index) => {
    if (index === 0) return `minmax(${first}, ${hasNames ? NAME_SHARE : wanted}fr)`
    const [narrow = 0, natural = 0] = [least[index], naturals[index]]
    // What was narrowed for the sake of others is the first to have the room that is left.
    return `minmax(${narrow}px, ${narrow < natural ? `${natural}px` : `${natural}fr`})`
  })
  if (drawingWidth) tracks.splice(1, 0, `${drawingWidth}px`)
  return { template: tracks.join(' '), width: `calc(${first} + ${end}px)`, offsets }
}

/**
 * Between the least and what is wanted: what the other columns leave where all fit beside the least,
 * all that is wanted where they do not. Which it is only the style sheet knows.
 */
function namesWidth({ least, wanted, rest }: { least: number; wanted: number; rest: number }) {
  const left = `var(--room) - ${rest}px`
  const lacking = `${least + rest}px - var(--room)`
  return `max(${least}px, min(${wanted}px, ${MOST_NAME}, max(${left}, (${lacking}) * 1000)))`
}

/** Pixels of a table's head; it and the foot have a line of one pixel at their rows. */
export const HEAD_HEIGHT = 40
const LINE = 1

/** What a table of `most` pixels takes so that its last row is not cut through: rows are seen whole. */
export function wholeRows(most: number, rowHeight: number, hasFoot: boolean): number {
  const around = HEAD_HEIGHT + LINE + (hasFoot ? rowHeight + LINE : 0)
  const rows = Math.max(1, Math.round((most - around) / rowHeight))
  return around + rows * rowHeight
}

/** A shared table with only some of its columns, in the given order. */
export function withColumns(table: Table, keys: readonly string[]): Table {
  const places = keys
    .map((key) => table.columns.findIndex((column) => column.key === key))
    .filter((place) => place >= 0)
  const narrow = (cells: readonly Cell[]) =>
    places.map((place) => cells[place] ?? missing('not-applicable'))
  return {
    ...table,
    columns: places.map((place) => table.columns[place]).filter((column) => column !== undefined),
    rows: table.rows.map(narrow),
    totals: table.totals && narrow(table.totals),
  }
}
