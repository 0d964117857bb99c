import { spreadsheetNumber } from '../../../shared/csv.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { type Cell, type Column, isMissing, type Missing } from '../../../shared/tables/table.ts'
import { cellText, isCoded } from '../../../shared/tables/titles.ts'
import { type Look, styleOf } from './xlsx-styles.ts'

/** What a cell holds at most, in UTF-16 units: with one more Excel calls the file damaged. */
export const LONGEST_TEXT = 32_767

/** Why cells of a column are empty, and how many of each. */
export type Empty = Partial<Record<Missing, number>>

type Write = (cell: Cell | undefined, line: number) => string

/** Rows as the XML of a sheet, and what the cells could not say. */
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

/** Loose texts and figures as a row; an empty text is no cell. */
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
  const styled = (look: Look) => `" s="${styleOf(look, isBold)}"`
  const number = numberWriter(column, styled)
  const text = styled('text')
  const code = isCoded(column.key)
    ? (cell: string) => cellText(column.key, cell, language)
    : (cell: string) => cell
  const day = styled('date')
  const serialOf = column.kind === 'date' ? makeDaySerial() : () => null
  return (cell, line) => {
    // `x - x` is 0 for every finite number: nothing else may be written as a figure.
    if (typeof cell === 'number') return cell - cell === 0 ? open + line + number(cell) : ''
    if (typeof cell !== 'string' || cell === '') return ''
    const serial = serialOf(cell)
    if (serial !== null) return `${open}${line}${day}><v>${serial}</v></c>`
    return open + line + text + inline(fit(code(cell)))
  }
}

/** The rest of a cell after its place. */
function numberWriter({ kind, currency }: Column, styled: (look: Look) => string) {
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
  if (kind === 'money' || kind === 'percent') {
    const style = styled((kind === 'money' ? currency : undefined) ?? 'hundredths')
    return (value: number) => valued(style, figure(value))
  }
  const whole = kind === 'count' ? styled('whole') : plain
  return (value: number) => valued(Number.isInteger(value) ? whole : plain, figure(value))
}

const DAY_MS = 86_400_000
const EPOCH_SERIAL = 25_569

// Excel takes 1900 for a leap year: only from its 1 March on do serial days mean one thing.
const isSerial = (serial: number) => serial >= 61 && serial < 2_958_466

function instantSerial(value: number): number | null {
  const serial = (Math.floor(value / 1000) * 1000) / DAY_MS + EPOCH_SERIAL
  return isSerial(serial) ? serial : null
}

/** Remembers the last day, because days come in order and often many times. */
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

// Most texts need nothing, and looking for one that does costs far less than replacing.
const NEEDS_NOTHING = /^[ !#-%'-;=?-^`-~\u00A0-\uFFFD]*$/

/**
 * A text in XML. ECMA-376 part 1, 22.9.2.19: what XML cannot hold is written as `_x0001_`, and
 * therefore so is the line of a text that looks like that.
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
  // Half of a character outside the first plane would be no character.
  return text.slice(0, LONGEST_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '') + '…'
}

/** The name of a column: A, B, … Z, AA. */
export function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : letters(Math.floor(index / 26) - 1) + letter
}
