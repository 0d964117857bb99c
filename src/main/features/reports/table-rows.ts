import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type {
  OpenedTable,
  ReadColumn,
  TableAbout,
  TableCell,
} from '../../../shared/features/reports/opened-tables.ts'
import { CURRENCIES } from '../../../shared/model/money.ts'
import type { Kind } from '../../../shared/tables/table.ts'
import type { Refuse } from './plain-file.ts'
import { moreThan, type PlainFile, withPlainFile } from './plain-file.ts'

const LARGEST_CSV = 64 * 1024 * 1024
/** Characters. An unclosed quote would make the rest of the file one row. */
const LONGEST_ROW = 512 * 1024
const BYTES_AT_ONCE = 64 * 1024

/** Reads a CSV by its dictionary: numbers and dates where that says so, text elsewhere. */
export async function readTable(
  place: string,
  about: TableAbout,
  mostCells: number,
): Promise<Pick<OpenedTable, 'columns' | 'rows'>> {
  const manner = { limit: LARGEST_CSV, refusesLinks: true }
  return withPlainFile(place, manner, async (file, refuse) => {
    const columns = about.columns.map(columnOf)
    if (about.rows * columns.length > mostCells) throw refuse('too-complex', `${about.rows} rows`)
    const rows: TableCell[][] = []
    const typed = rowReader(columns, about.rows, refuse)
    await eachRow(file, refuse, (row, line) => {
      // The parser may return an empty row after the last line end.
      const isAfterLast = rows.length === about.rows && row.length === 1 && row[0] === ''
      if (line === 1) refuseOtherTitles(row, columns, refuse)
      else if (!isAfterLast) rows.push(typed(row, line))
    })
    if (rows.length !== about.rows) {
      throw refuse('damaged', `${rows.length} rows, not ${about.rows}`)
    }
    return { columns, rows }
  })
}

function refuseOtherTitles(row: readonly string[], columns: ReadColumn[], refuse: Refuse) {
  const isSame =
    row.length === columns.length && columns.every(({ key }, index) => row[index] === key)
  if (!isSame) throw refuse('shape', 'line 1: other columns than described')
}

/** `line` counts rows from 1, the header; a cell may contain line ends. */
async function eachRow(
  file: PlainFile,
  refuse: Refuse,
  take: (row: string[], line: number) => void,
): Promise<void> {
  const progress = { sinceRow: 0 }
  const pieces = Readable.from(textOf(file, progress, refuse))
  let line = 0
  try {
    await new Promise<void>((resolve, reject) => {
      Papa.parse<string[], Readable>(pieces, {
        delimiter: ',',
        chunk: ({ data, errors: [error] }) => {
          if (error) throw refuse('damaged', `line ${line + data.length}: ${error.message}`)
          if (data.length > 0) progress.sinceRow = 0
          for (const row of data) take(row, ++line)
        },
        complete: () => resolve(),
        error: reject,
      })
    })
  } finally {
    pieces.destroy()
  }
}

async function* textOf(file: PlainFile, progress: { sinceRow: number }, refuse: Refuse) {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (piece: Buffer, stream: boolean) => {
    try {
      return decoder.decode(piece, { stream })
    } catch {
      throw refuse('damaged', 'not UTF-8')
    }
  }
  for (let at = 0; at < file.size; at += BYTES_AT_ONCE) {
    const piece = Buffer.alloc(Math.min(BYTES_AT_ONCE, file.size - at))
    await file.read(piece, at)
    const text = decode(piece, at + piece.length < file.size)
    progress.sinceRow += text.length
    if (progress.sinceRow > LONGEST_ROW) {
      throw refuse('too-complex', `a row ${moreThan(LONGEST_ROW)}`)
    }
    yield text
  }
}

type ReadCell = (text: string) => TableCell | undefined

function rowReader(columns: readonly ReadColumn[], mostRows: number, refuse: Refuse) {
  const readers = columns.map(({ kind }) => READERS[kind])
  return (row: readonly string[], line: number): TableCell[] => {
    if (line - 1 > mostRows) throw refuse('damaged', `more rows than ${mostRows}`)
    if (row.length !== readers.length) throw refuse('shape', `line ${line}: ${row.length} cells`)
    return readers.map((read, index) => {
      const cell = row[index] === '' ? null : read(row[index] as string)
      if (cell === undefined) throw refuse('shape', `line ${line}, ${columns[index]?.key}`)
      return cell
    })
  }
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]\d+)?$/
const INSTANT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const number: ReadCell = (text) => {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}
const instant: ReadCell = (text) => {
  const value = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

// Also refuses days that do not exist, which could not be formatted.
const day: ReadCell = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text)) ? text : undefined

const READERS: Readonly<Record<Kind, ReadCell>> = {
  text: (text) => text,
  date: day,
  count: number,
  percent: number,
  money: number,
  second: number,
  duration: number,
  instant,
}

/** The column for a unit written by `machineUnit`; text for an unknown one. */
function columnOf({ key, title, unit }: TableAbout['columns'][number]): ReadColumn {
  const code = /^cents of ([A-Z]{3})$/.exec(unit)?.[1]?.toLowerCase()
  const currency = CURRENCIES.find((each) => each.toLowerCase() === code)
  if (currency) return { key, title, kind: 'money', currency }
  return { key, title, kind: KINDS.get(unit) ?? 'text' }
}

const KINDS = new Map<string, Kind>([
  ['count', 'count'],
  ['percent, truncated to two decimals', 'percent'],
  ['percentage points', 'percent'],
  ['second of the video', 'second'],
  ['seconds', 'duration'],
  ['day, YYYY-MM-DD', 'date'],
  ['instant, ISO 8601, UTC', 'instant'],
])
