import { spreadsheetNumber } from '../../../shared/csv.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { type Cell, type Column, isMissing, type Missing } from '../../../shared/tables/table.ts'
import { cellText, isCoded } from '../../../shared/tables/titles.ts'
import { type CellStyle, styleOf } from './xlsx-styles.ts'

/** Limit of a cell in UTF-16 units: with one more Excel reports a damaged file. */
export const LONGEST_TEXT = 32_767

/** Counts of a column's empty cells by reason. */
export type Empty = Partial<Record<Missing, number>>

type Write = (cell: Cell | undefined, line: number) => string

/** Converts rows to sheet XML; counts empty cells and cut texts. */
export function makeCellWriter(columns: readonly Column[], language: Language) {
  const empty: Empty[] = columns.map(() => ({}))
  let cutTexts = 0
  const fit = (text: string) => {
    if (text.length > LONGEST_TEXT) cutTexts++
    return fitting(text)
  }

  const writersOf = (isBold: boolean) =>
    columns.map((column, index) => writerOf(column, { index, language, isBold, fit }))
  const usual = writersOf(false)
  const bold = writersOf(true)

  function note(row: readonly Cell[]) {
    row.forEach((cell, index) => {
      const counts = empty[index]
      if (counts && isMissing(cell)) counts[cell.missing] = (counts[cell.missing] ?? 0) + 1
    })
  }

  return {
    rows(cells: readonly (readonly Cell[])[], first: number): string {
      let out = ''
      let line = first
      for (const row of cells) {
        note(row)
        out += rowXml(row, line++, usual)
      }
      return out
    },
    totals: (row: readonly Cell[], line: number) => rowXml(row, line, bold),
    facts: () => ({ empty, cutTexts }),
  }
}

function rowXml(row: readonly Cell[], line: number, writers: readonly Write[]) {
  let out = `<row r="${line}">`
  for (let index = 0; index < writers.length; index++) {
    out += (writers[index] as Write)(row[index], line)
  }
  return `${out}</row>`
}

/** Texts and numbers as a row; empty texts give no cell. */
export function lineXml(cells: readonly (string | number)[], line: number, isBold = false): string {
  const written = cells.map((cell, index) => {
    const open = `<c r="${letters(index)}${line}" s="`
    if (typeof cell === 'number') return `${open}${styleOf('plain', isBold)}"><v>${cell}</v></c>`
    if (cell === '') return ''
    return `${open}${styleOf('note', isBold)}"${inline(fitting(cell))}`
  })
  return `<row r="${line}">${written.join('')}</row>`
}

interface Place {
  index: number
  language: Language
  isBold: boolean
  fit: (text: string) => string
}

function writerOf(column: Column, { index, language, isBold, fit }: Place): Write {
  const open = `<c r="${letters(index)}`
  const styled = (style: CellStyle) => `" s="${styleOf(style, isBold)}"`
  const number = numberWriter(column, styled)
  const text = styled('text')
  const code = isCoded(column.key)
    ? (cell: string) => cellText(column.key, cell, language)
    : (cell: string) => cell
  const day = styled('date')
  const serialOf = column.kind === 'date' ? makeDaySerial() : () => null
  return (cell, line) => {
    // `x - x` is 0 for every finite number; others are not written.
    if (typeof cell === 'number') return cell - cell === 0 ? open + line + number(cell) : ''
    if (typeof cell !== 'string' || cell === '') return ''
    const serial = serialOf(cell)
    if (serial !== null) return `${open}${line}${day}><v>${serial}</v></c>`
    return open + line + text + inline(fit(code(cell)))
  }
}

/** Writes a cell from its style on. */
function numberWriter({ kind, currency }: Column, styled: (style: CellStyle) => string) {
  const figure = spreadsheetNumber(kind)
  const plain = styled('plain')
  const valued = (style: string, value: string) => `${style}><v>${value}</v></c>`
  if (kind === 'instant') {
    const [instant, text] = [styled('instant'), styled('text')]
    return (value: number) => {
      const serial = instantSerial(value)
      return serial === null ? text + inline(figure(value)) : valued(instant, `${serial}`)
    }
  }
  if (kind === 'money') {
    const style = styled(currency ?? 'hundredths')
    // The format of an amount would hide all beyond whole cents.
    return (value: number) => valued(Number.isInteger(value) ? style : plain, figure(value))
  }
  if (kind === 'percent') {
    const style = styled('hundredths')
    return (value: number) => valued(style, figure(value))
  }
  const whole = kind === 'count' ? styled('whole') : plain
  return (value: number) => valued(Number.isInteger(value) ? whole : plain, figure(value))
}

const DAY_MS = 86_400_000
const EPOCH_SERIAL = 25_569

// Excel counts 1900 as a leap year, so serial days are unambiguous from 1900-03-01 on.
const isSerial = (serial: number) => serial >= 61 && serial < 2_958_466

function instantSerial(value: number): number | null {
  const serial = (Math.floor(value / 1000) * 1000) / DAY_MS + EPOCH_SERIAL
  return isSerial(serial) ? serial : null
}

/** Caches the last day, because days are sorted and often repeated. */
function makeDaySerial() {
  let last: { text: string; serial: number | null } = { text: '', serial: null }
  return (text: string) => {
    if (text !== last.text) last = { text, serial: daySerial(text) }
    return last.serial
  }
}

function daySerial(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return null
  const serial = at / DAY_MS + EPOCH_SERIAL
  return isSerial(serial) ? serial : null
}

const inline = (text: string) =>
  ` t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '\t',
  '\n': '\n',
}

// Most texts need no escaping; testing is far cheaper than replacing.
const NEEDS_NOTHING = /^[ !#-%'-;=?-^`-~\u00A0-\uFFFD]*$/

/**
 * Escapes a text for XML. ECMA-376 part 1, 22.9.2.19: characters that XML cannot contain are
 * written as `_x0001_`, and so is the underscore of a text that looks like that.
 */
export function escaped(text: string): string {
  if (NEEDS_NOTHING.test(text)) return text
  return text.replace(
    /[&<>"\p{Cc}\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/gu,
    (sign) => ENTITIES[sign] ?? coded(sign),
  )
}

const coded = (sign: string) =>
  `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

function fitting(text: string) {
  if (text.length <= LONGEST_TEXT) return text
  // The cut must not split a surrogate pair.
  return text.slice(0, LONGEST_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '') + '…'
}

/** The name of a column: A, B, … Z, AA. */
export function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letters(Math.floor(index / 26) - 1) + letter
}
