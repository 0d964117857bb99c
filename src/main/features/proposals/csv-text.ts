import Papa from 'papaparse'
import {
  knownTitles,
  MOST_LINES,
  type ReadTable,
  WINDOWS_1252_SIGNS,
} from '../../../shared/features/proposals/grid-file.ts'
import type { Refuse } from '../reports/plain-file.ts'

export const MOST_COLUMNS = 200
/** A million characters of HTML, and the apostrophes before possible formulas. */
export const LONGEST_CELL = 1_100_000

type Encoding = ReadTable['encoding']

/** The text of a file as spreadsheets write it: with or without a byte order mark. */
function decodedText(bytes: Buffer): { text: string; encoding: Encoding } {
  const mark = MARKS.find((one) => bytes.subarray(0, one.bytes.length).equals(one.bytes))
  const content = bytes.subarray(mark?.bytes.length ?? 0)
  const encoding = mark?.encoding ?? unmarked(bytes)
  if (encoding === 'utf-16le') return { text: utf16(content, true), encoding: 'utf-16' }
  if (encoding === 'utf-16be') return { text: utf16(content, false), encoding: 'utf-16' }
  const text = utf8(content)
  if (text !== null) {
    const isAscii = !mark && text.length === bytes.length
    return { text, encoding: isAscii ? 'ascii' : 'utf-8' }
  }
  return { text: windows1252(content), encoding: 'windows-1252' }
}

const MARKS = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const

/** Separators and digits are ASCII, so in UTF-16 every other byte of them is zero. */
function unmarked(bytes: Buffer) {
  const isZero = [...bytes.subarray(0, 4)].map((byte) => byte === 0).join()
  if (isZero === 'false,true,false,true') return 'utf-16le'
  return isZero === 'true,false,true,false' ? 'utf-16be' : 'utf-8'
}

function utf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function utf16(bytes: Buffer, isLittle: boolean): string {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return (isLittle ? even : even.swap16()).toString('utf16le')
}

/**
 * Decoded here, because decoders of some versions of Node leave the bytes 0x80 to 0x9F as they are.
 */
const windows1252 = (bytes: Buffer) =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u009F]/gu, (sign) => WINDOWS_1252_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign)

const SEPARATORS = [',', ';', '\t', '|']

/** Reads a CSV with any separator. */
export function readCsv(bytes: Buffer, refuse: Refuse): ReadTable {
  const { text: whole, encoding } = decodedText(bytes)
  // Excel: a first line that names the separator.
  const named = /^"?sep=(.)"?\r?\n/iu.exec(whole)
  const text = named ? whole.slice(named[0].length) : whole
  const rows = rowsOf(text, named?.[1] ?? separatorOf(text), refuse)
  return {
    kind: 'csv',
    encoding,
    otherSheets: 0,
    ...tableOf(rows, { first: named ? 2 : 1 }, refuse),
  }
}

/** The separator that gives the most known columns; of equal ones, the most columns. */
function separatorOf(text: string): string {
  const ranked = SEPARATORS.map((separator) => {
    const header = headerOf(text, separator)
    return { separator, known: knownTitles(header), columns: header.length }
  })
  ranked.sort((a, b) => b.known - a.known || b.columns - a.columns)
  return ranked[0]?.separator ?? ','
}

/** Longer than a header with a title for each column. */
const LONGEST_HEADER = 64 * 1024

function headerOf(text: string, delimiter: string): string[] {
  const manner = { delimiter, preview: 1, skipEmptyLines: 'greedy' } as const
  const { data } = Papa.parse<string[]>(text.slice(0, LONGEST_HEADER), manner)
  return (data[0] ?? []).slice(0, MOST_COLUMNS)
}

function rowsOf(text: string, delimiter: string, refuse: Refuse): string[][] {
  const rows: string[][] = []
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data, errors: [error] }, parser) {
      if (error) {
        parser.abort()
        throw refuse('damaged', `line ${rows.length + 1}: ${error.message}`)
      }
      rows.push(data)
      if (rows.length > MOST_LINES + 1) throw tooManyLines(refuse)
    },
  })
  return rows
}

export const tooManyLines = (refuse: Refuse) => refuse('too-complex', `> ${MOST_LINES} lines`)

/** The first line with text is the header. */
export function tableOf(
  rows: readonly (readonly string[])[],
  { first }: { first: number },
  refuse: Refuse,
): Pick<ReadTable, 'header' | 'lines'> {
  const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')
  const start = rows.findIndex((row) => !isBlank(row))
  const header = rows[start]
  if (!header) throw refuse('empty')
  const lines = rows.flatMap((cells, index) =>
    index <= start || isBlank(cells) ? [] : [{ line: index + first, cells: [...cells] }],
  )
  for (const { line, cells } of lines) {
    if (cells.length > MOST_COLUMNS)
      throw refuse('too-complex', `line ${line}: > ${MOST_COLUMNS} columns`)
    const isLong = cells.some((cell) => cell.length > LONGEST_CELL)
    if (isLong) throw refuse('too-complex', `line ${line}: > ${LONGEST_CELL} characters`)
  }
  if (header.length > MOST_COLUMNS) throw refuse('too-complex', `> ${MOST_COLUMNS} columns`)
  return { header: [...header], lines }
}
