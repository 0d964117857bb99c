import { MOST_LINES, type ReadTable } from '../../../shared/features/proposals/grid-file.ts'
import { unpack } from '../reports/entries.ts'
import type { PlainFile, Refuse } from '../reports/plain-file.ts'
import { LONGEST_CELL, MOST_COLUMNS, tableOf, tooManyLines } from './csv-text.ts'

const MB = 1024 * 1024
const WORKBOOK = 'xl/workbook.xml'
const LINKS = 'xl/_rels/workbook.xml.rels'
const TEXTS = 'xl/sharedStrings.xml'
const STYLES = 'xl/styles.xml'
const PARTS = { [WORKBOOK]: MB, [LINKS]: MB, [TEXTS]: 32 * MB, [STYLES]: 8 * MB }
const LARGEST_SHEET = 48 * MB

/** Reads the first worksheet of a workbook. Formulas count as the values saved with them. */
export async function readWorkbook(file: PlainFile, refuse: Refuse): Promise<ReadTable> {
  const { bytes, others } = await unpack(file, PARTS, refuse)
  const part = (name: string) => xmlOf(bytes.get(name)?.toString('utf8') ?? '', refuse)
  const place = firstSheet(part(WORKBOOK), part(LINKS))
  if (place === null || !others.includes(place.path)) throw refuse('not-a-report', 'xlsx')
  const known = { texts: sharedTexts(part(TEXTS)), formats: formatsOf(part(STYLES)) }
  const sheet = await unpack(file, { [place.path]: LARGEST_SHEET }, refuse)
  const xml = xmlOf(sheet.bytes.get(place.path)?.toString('utf8') ?? '', refuse)
  const table = tableOf(rowsOf(xml, known, refuse), { first: 1 }, refuse)
  return { kind: 'xlsx', encoding: 'utf-8', otherSheets: place.otherSheets, ...table }
}

interface Element {
  /** The element's attributes as text. */
  fields: string
  inner: string
  /** Where it is in the text, from its `<` to behind its last `>`. */
  from: number
  to: number
}

interface Xml {
  /** The elements of a name, none of which contains another one of that name. */
  all: (name: string, inside?: string) => Generator<Element>
}

/**
 * Finds elements by plain searches, so that the time grows only with the length of an untrusted
 * text.
 */
function xmlOf(xml: string, refuse: Refuse): Xml {
  // The names may have the prefix of the root element.
  const prefix = /<(\w+:)?(?:worksheet|sst|styleSheet|workbook)[\s>]/u.exec(xml.slice(0, 4096))?.[1]
  const named = prefix ?? ''
  return {
    *all(name, inside = xml) {
      const [opening, closing] = [`<${named}${name}`, `</${named}${name}>`]
      let at = inside.indexOf(opening)
      while (at >= 0) {
        const start = at + opening.length
        // Otherwise it is a longer name with the same beginning.
        const isIt = /[\s/>]/u.test(inside.charAt(start))
        const end = isIt ? inside.indexOf('>', start) : start
        const isEmpty = inside.charAt(end - 1) === '/'
        const close = isIt && !isEmpty ? inside.indexOf(closing, end) : end
        if (end < 0 || close < 0) throw refuse('damaged', name)
        if (isIt) {
          const [fields, inner] = [inside.slice(start, end), inside.slice(end + 1, close)]
          yield { fields, inner, from: at, to: isEmpty ? end + 1 : close + closing.length }
        }
        at = inside.indexOf(opening, Math.max(start, close))
      }
    },
  }
}

const attribute = ({ fields }: Pick<Element, 'fields'>, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, 'u').exec(fields)?.[1] ?? ''

function firstSheet(workbook: Xml, links: Xml): { path: string; otherSheets: number } | null {
  const [first, ...others] = workbook.all('sheet')
  if (!first) return null
  for (const link of links.all('Relationship')) {
    if (attribute(link, 'Id') !== attribute(first, 'r:id')) continue
    const target = attribute(link, 'Target')
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return { path, otherSheets: others.length }
  }
  return null
}

interface Known {
  texts: readonly string[]
  /** By the number of a style. */
  formats: readonly NumberFormat[]
}

type NumberFormat = 'date' | 'time' | 'percent' | 'plain'

const sharedTexts = (xml: Xml) => [...xml.all('si')].map(({ inner }) => textIn(xml, inner))

/** The text of its runs, without the phonetic ones, which only tell the pronunciation. */
function textIn(xml: Xml, inner: string): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of xml.all('rPh', inner)) {
    parts.push(inner.slice(at, from))
    at = to
  }
  parts.push(inner.slice(at))
  return [...xml.all('t', parts.join(''))].map((one) => decodedXml(one.inner)).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
}

/** ECMA-376 part 1, 22.9.2.19: `_x0001_` is a character that XML cannot contain. */
const decodedXml = (text: string) =>
  text
    .replace(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/giu,
      (whole: string, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
      },
    )
    .replace(/_x([\da-f]{4})_/giu, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )

const DATE_FORMATS = ['14', '15', '16', '17', '22']
const TIME_FORMATS = ['18', '19', '20', '21', '45', '46', '47']
const PERCENT_FORMATS = ['9', '10']
/** What a format's code shows as it is, and its colours and conditions. */
const LITERALS = /"[^"]*"|\\.|\[[^\]]*\]/gu

function formatsOf(xml: Xml): NumberFormat[] {
  const own = new Map(
    [...xml.all('numFmt')].map((one) => [
      attribute(one, 'numFmtId'),
      decodedXml(attribute(one, 'formatCode')),
    ]),
  )
  const formatOf = (id: string): NumberFormat => {
    const code = own.get(id) ?? ''
    const isDate = DATE_FORMATS.includes(id) || /[yd]/iu.test(code.replace(LITERALS, ''))
    if (isDate) return 'date'
    if (TIME_FORMATS.includes(id) || /[hm]\]?:/iu.test(code)) return 'time'
    return PERCENT_FORMATS.includes(id) || code.includes('%') ? 'percent' : 'plain'
  }
  const [styles] = xml.all('cellXfs')
  return [...xml.all('xf', styles?.inner ?? '')].map((one) => formatOf(attribute(one, 'numFmtId')))
}

function rowsOf(xml: Xml, known: Known, refuse: Refuse): string[][] {
  const rows: string[][] = []
  for (const row of xml.all('row')) {
    const line = Number(attribute(row, 'r') || rows.length + 1)
    if (!Number.isSafeInteger(line)) throw refuse('damaged', `row ${attribute(row, 'r')}`)
    const cells = cellsOf(xml, row.inner, { known, refuse })
    // Formatted but empty rows may continue to the end of a sheet.
    if (cells.length === 0) continue
    if (line <= rows.length) throw refuse('damaged', `row ${line}`)
    if (line > MOST_LINES + 1) throw tooManyLines(refuse)
    while (rows.length < line - 1) rows.push([])
    rows.push(cells)
  }
  return rows
}

/** Without empty cells at the end of the row. */
function cellsOf(xml: Xml, row: string, { known, refuse }: { known: Known; refuse: Refuse }) {
  const cells: string[] = []
  let next = 0
  for (const cell of xml.all('c', row)) {
    const letters = /^[A-Z]{1,3}/u.exec(attribute(cell, 'r'))?.[0]
    const index = letters ? indexOf(letters) : next
    next = index + 1
    const text = cellText(xml, cell, known)
    if (text === '') continue
    if (index < cells.length) throw refuse('damaged', `cell ${attribute(cell, 'r')}`)
    if (index >= MOST_COLUMNS) throw refuse('too-complex', `> ${MOST_COLUMNS} columns`)
    if (text.length > LONGEST_CELL) throw refuse('too-complex', `> ${LONGEST_CELL} characters`)
    while (cells.length < index) cells.push('')
    cells.push(text)
  }
  return cells
}

const indexOf = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function cellText(xml: Xml, cell: Element, { texts, formats }: Known): string {
  const type = attribute(cell, 't')
  if (type === 'inlineStr') return textIn(xml, cell.inner)
  const [found] = xml.all('v', cell.inner)
  if (!found) return ''
  const value = decodedXml(found.inner)
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const isNumber = type === '' || type === 'n'
  return isNumber ? shownNumber(value, cell, formats) : value
}

function shownNumber(value: string, cell: Element, formats: Known['formats']): string {
  return numberText(value, formats[Number(attribute(cell, 's') || 0)] ?? 'plain')
}

const DAY_SECONDS = 86_400
/** ECMA-376 part 1, 18.17.4.1: dates count days from here, up to the year 9999. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const LAST_DAY = 2_958_465

/** A number as a spreadsheet would show it in a CSV. */
function numberText(text: string, format: NumberFormat): string {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (format === 'percent') return `${Number((number * 100).toFixed(6))}%`
  if (format === 'date' && number >= 1 && number <= LAST_DAY) {
    return new Date(DAY_ZERO + number * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  }
  if (format === 'plain' || number < 0 || number > 1000) return plainText(number)
  const seconds = Math.round(number * DAY_SECONDS)
  const two = (part: number) => String(part).padStart(2, '0')
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => Math.floor(part))
  return parts.map(two).join(':')
}

/** Of a number with more than 15 digits spreadsheets lose the last ones. */
function plainText(number: number): string {
  const text = String(number)
  const isKept = Number.isSafeInteger(number) && !text.endsWith('0')
  return isKept || !/^\d{16,}$/u.test(text) ? text : number.toExponential(14)
}
