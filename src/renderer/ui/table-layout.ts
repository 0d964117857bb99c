import { type Cell, missing, type Table } from '../../shared/tables/table.ts'
import { columnWidth, remarksWidth } from './column-width.ts'
import type { TitledTableProps } from './data-table-props.ts'

/** Minimum width of longer names, in pixels. */
const LEAST_NAME = 216
/** Additional space between the first column and the table's edge. */
const FIRST_PADDING = 5
/** Maximum share for names in a table that scrolls horizontally. */
const MOST_NAME = 'max(240px, var(--room) * 0.2)'
/** Share of the width for names before figures get wider than they need. */
const NAME_SHARE = 460

interface Options extends Pick<TitledTableProps, 'titles' | 'remarks' | 'widths'> {
  /** Pixels of the drawing; 0 without one. */
  drawingWidth: number
  /** The column that the drawing precedes. */
  drawnAt?: number
  /** Characters of the text that stands for too few data. */
  wordsLetters?: number
  canSort: boolean
}

type Contents = Pick<Table, 'columns' | 'rows' | 'totals'>

interface TableLayout {
  /** The CSS grid columns of every row. */
  template: string
  /** Minimum width of a row, as a CSS length. */
  width: string
  /** Start and end of each column, in pixels from the end of the first column. */
  offsets: { left: number; right: number }[]
}

/** Previous widths of the same columns: a search with few results must not change the layout. */
const previousWidths = new WeakMap<
  Table['columns'],
  { titles: Options['titles']; widths: number[]; remarksAt: number }
>()

/**
 * The column layout of a table, whose inner width is `--room`. Names shrink first, so that a slightly too
 * narrow table still shows its last column; when it scrolls anyway, names have their full width. Remaining
 * width is distributed to all columns, mostly to names.
 */
export function tableLayout(table: Contents, options: Options): TableLayout {
  const { widths: given, drawingWidth, drawnAt = 1 } = options
  const { widths: naturals, remarksAt } = contentWidths(table, options)
  const { columns } = table
  const least = columns.map(({ key }, index) => given?.[key] ?? naturals[index] ?? 0)
  const { offsets, end } = placesOf(least, { drawingWidth, drawnAt })
  const [longest = 0] = naturals
  const wanted = longest + remarksAt
  const hasNames = columns[0]?.kind === 'text'
  const leastName = Math.min(given?.[columns[0]?.key ?? ''] ?? LEAST_NAME, longest)
  const first = hasNames ? namesWidth({ least: leastName, wanted, rest: end }) : `${wanted}px`
  const tracks = columns.map((_, index) => {
    if (index === 0) return `minmax(${first}, ${hasNames ? NAME_SHARE : wanted}fr)`
    const [narrow = 0, natural = 0] = [least[index], naturals[index]]
    // Columns that were narrowed get the remaining width first.
    return `minmax(${narrow}px, ${narrow < natural ? `${natural}px` : `${natural}fr`})`
  })
  if (drawingWidth) tracks.splice(drawnAt, 0, `${drawingWidth}px`)
  return { template: tracks.join(' '), width: `calc(${first} + ${end}px)`, offsets }
}

/** The widths that the contents need, and those that they needed before. */
function contentWidths(
  { columns, rows, totals }: Contents,
  { titles, remarks, canSort, wordsLetters }: Options,
) {
  const known = previousWidths.get(columns)
  const before = known?.titles === titles ? known.widths : []
  const widths = columns.map((column, index) => {
    const cells = rows.map((row) => row[index])
    if (totals) cells.push(totals[index])
    const isNames = index === 0
    const width = columnWidth(column, {
      title: titles(column.key),
      ...{ cells, canSort, isNames, wordsLetters },
    })
    return Math.max(isNames ? width + FIRST_PADDING : width, before[index] ?? 0)
  })
  const remarksAt = Math.max(remarksWidth(remarks), known?.remarksAt ?? 0)
  previousWidths.set(columns, { titles, widths, remarksAt })
  return { widths, remarksAt }
}

/** The start of each column, relative to the end of the first, and where the last one ends. */
function placesOf(
  widths: readonly number[],
  { drawingWidth, drawnAt }: { drawingWidth: number; drawnAt: number },
) {
  const offsets = [{ left: 0, right: 0 }]
  let end = 0
  for (const [index, width] of widths.entries()) {
    if (index === drawnAt) end += drawingWidth
    if (index === 0) continue
    offsets.push({ left: end, right: end + width })
    end += width
  }
  return { offsets, end: drawnAt >= widths.length ? end + drawingWidth : end }
}

/**
 * Between the minimum and the wanted width: the space that the other columns leave when all fit
 * with the minimum, otherwise a share of the width. Only the style sheet can decide which.
 */
function namesWidth({ least, wanted, rest }: { least: number; wanted: number; rest: number }) {
  const left = `var(--room) - ${rest}px`
  const lacking = `${least + rest}px - var(--room)`
  return `max(${least}px, min(${wanted}px, max(${left}, min(${MOST_NAME}, (${lacking}) * 1000))))`
}

/** Pixels of a table's header; header and footer have a line of one pixel towards the rows. */
export const HEAD_HEIGHT = 32
const LINE = 1

/** The height in pixels, about `most`, at which a table ends with a whole row. */
export function wholeRows(most: number, rowHeight: number, hasFoot: boolean): number {
  const around = HEAD_HEIGHT + LINE + (hasFoot ? rowHeight + LINE : 0)
  const rows = Math.max(1, Math.round((most - around) / rowHeight))
  return around + rows * rowHeight
}

/** A table with only these columns, in this order. */
export function withColumns(table: Table, keys: readonly string[]): Table {
  const places = keys
    .map((key) => table.columns.findIndex((column) => column.key === key))
    .filter((place) => place >= 0)
  const pick = (cells: readonly Cell[]) =>
    places.map((place) => cells[place] ?? missing('not-applicable'))
  return {
    ...table,
    columns: places.map((place) => table.columns[place]).filter((column) => column !== undefined),
    rows: table.rows.map(pick),
    totals: table.totals && pick(table.totals),
  }
}
