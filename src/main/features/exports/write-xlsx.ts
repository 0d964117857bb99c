import { spreadsheetTitle } from '../../../shared/csv.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { Cell, Column, Kind } from '../../../shared/tables/table.ts'
import { type Begun, writeWhole } from '../../disk/atomic-file.ts'
import type { ZipStream } from '../../disk/zip-stream.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import { type Chunks, makeRowSource, type RowSource } from './row-source.ts'
import { type Empty, letters, lineXml, makeCellWriter } from './xlsx-cells.ts'
import { sheetEnd, sheetPath, sheetStart, tabNames, workbookParts } from './xlsx-parts.ts'

export interface XlsxSheet {
  /** The tab's name, shortened and stripped where a tab requires it. */
  name: string
  columns: readonly Column[]
  chunks: Chunks
  totals: readonly Cell[] | null
}

export interface XlsxOptions {
  language: Language
  signal?: AbortSignal
  begun?: Begun | undefined
  onRows?: (written: number) => void
  /** A last sheet, about the table. */
  about?: (written: WrittenSheet) => LooseSheet
}

/** The result for a table; several tabs when its rows do not fit in one. */
export interface WrittenSheet {
  rows: number
  tabs: number
  empty: readonly Empty[]
  /** Number of texts that were cut to the limit of a cell. */
  cutTexts: number
}

export interface LooseSheet {
  name: string
  lines: readonly LooseLine[]
  widths: readonly number[]
}

export interface LooseLine {
  cells: readonly (string | number)[]
  isBold?: boolean
}

/** The limit of Excel, LibreOffice and Google; ECMA-376 has none. */
const MOST_LINES = 1_048_576

/** The rows of one sheet besides its header and, after an empty line, its totals. */
export const mostRows = (hasTotals: boolean): number => MOST_LINES - (hasTotals ? 3 : 1)

/** Cells converted at a time: a few milliseconds, so that the process is not blocked. */
const CELLS_AT_ONCE = 6000

/**
 * Streams a table to an XLSX file, which appears whole or not at all. Rows beyond one sheet continue
 * in the next, with the same header. Throws `storage`, `too-long` or `cancelled`.
 */
export function writeXlsx(
  place: string,
  sheet: XlsxSheet,
  options: XlsxOptions,
): Promise<WrittenSheet> {
  const { signal, begun, about } = options
  return writeWhole(
    place,
    async (file) => {
      // Loaded on demand, because most starts write no zip.
      const { makeZipStream } = await import('../../disk/zip-stream.ts')
      const zip = makeZipStream(file.write)
      const written = await writeSheet(zip, sheet, options)
      const names = Array.from({ length: written.tabs }, () => sheet.name)
      const last = about?.(written)
      if (last) {
        names.push(last.name)
        await zip.add(sheetPath(names.length), looseXml(last))
      }
      for (const [path, xml] of workbookParts(tabNames(names))) await zip.add(path, [xml])
      await zip.end()
      return written
    },
    { access: 'usual', begun, signal },
  )
}

type Cells = ReturnType<typeof makeCellWriter>

async function writeSheet(
  zip: ZipStream,
  sheet: XlsxSheet,
  options: XlsxOptions,
): Promise<WrittenSheet> {
  const source = makeRowSource(sheet.chunks)
  const cells = makeCellWriter(sheet.columns, options.language)
  const most = mostRows(sheet.totals !== null)
  let tabs = 0
  try {
    do {
      const tab = { ...options, number: ++tabs, cells, source, most }
      await zip.add(sheetPath(tab.number), tabXml(sheet, tab))
    } while (!(await source.isEmpty()))
  } finally {
    await source.close()
  }
  return { rows: source.taken(), tabs, ...cells.facts() }
}

interface Tab extends XlsxOptions {
  number: number
  cells: Cells
  source: RowSource
  most: number
}

async function* tabXml({ columns, totals }: XlsxSheet, tab: Tab) {
  const { language, cells, source, most, signal, onRows } = tab
  const titles = columns.map((column) => spreadsheetTitle(column, language))
  const widths = columns.map(({ kind }, index) => widthOf(kind, titles[index] ?? ''))
  yield sheetStart({ widths, isFirst: tab.number === 1, hasHeader: true }) +
    lineXml(titles, 1, true)
  const atOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns.length)))
  let rows = 0
  while (rows < most && !(await source.isEmpty())) {
    refuseWhenCancelled(signal)
    const part = source.take(Math.min(atOnce, most - rows))
    yield cells.rows(part, rows + 2)
    rows += part.length
    onRows?.(source.taken())
  }
  refuseWhenCancelled(signal)
  const isLast = await source.isEmpty()
  const filtered = columns.length > 0 ? `A1:${letters(columns.length - 1)}${rows + 1}` : null
  // The empty line keeps the totals out of filters and sorting.
  yield (totals && isLast ? cells.totals(totals, rows + 3) : '') + sheetEnd(filtered)
}

const WIDTHS: Record<Kind, number> = {
  text: 24,
  count: 10,
  percent: 10,
  money: 14,
  date: 12,
  second: 10,
  duration: 10,
  instant: 20,
}
const WIDEST = 44

/** Wide enough for the figures, and for the title with its filter arrow. */
const widthOf = (kind: Kind, title: string) =>
  Math.max(WIDTHS[kind], Math.min(WIDEST, title.length + 4))

function* looseXml({ lines, widths }: LooseSheet) {
  yield sheetStart({ widths, isFirst: false, hasHeader: false })
  yield lines.map(({ cells, isBold }, index) => lineXml(cells, index + 1, isBold)).join('')
  yield sheetEnd(null)
}
