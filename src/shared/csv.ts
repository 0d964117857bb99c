import { truncatedPercent } from './api/statistics.ts'
import { type DecimalMark, decimalMark, LANGUAGES, type Language } from './locales/languages.ts'
import { LEAST_CENTS } from './model/money.ts'
import { type Cell, type Column, isMissing, type Kind } from './tables/table.ts'
import { cellText, isCoded, isInPoints, missingWord, title } from './tables/titles.ts'

/**
 * `machine`: raw units under stable names, for programs; texts are written unchanged, formulas included.
 * `spreadsheet`: in the user's language, for an Excel with a given decimal mark; no cell can run as a
 * formula, whichever separator the file is split by.
 */
export type Flavour = 'machine' | 'spreadsheet'

export interface CsvWriter {
  /** The header line, preceded by a byte order mark when the flavour has one. */
  header: () => string
  rows: (cells: readonly Cell[][]) => string
  /** One line of texts and numbers, for the lines above and below a table. */
  line: (cells: readonly (string | number)[]) => string
}

type Write = (cell: Cell) => string
type WriteText = (text: string) => string

interface Dialect {
  separator: string
  decimal: DecimalMark
  text: WriteText
  /** Of a day, which is meant to be a date. */
  day: WriteText
  /** Written once at the start of the file. */
  mark: string
  /** Written at the start of every row whose first cell may be negative. */
  lead: string
}

// RFC 4180, 2: lines end in CRLF.
const LINE_END = '\r\n'
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What a spreadsheet takes for a formula: one of these signs, also full-width, after any spaces, byte order
 * marks and zero-width characters. Excel runs such a cell even when it is quoted.
 */
const FORMULA = /^(?:[\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\p{Cf}\p{Z}]*[\t\r\n])/u

/**
 * Digits that a spreadsheet shows as another text: from twelve on in powers of ten, of which it keeps
 * fifteen; without leading zeros, or those after the decimal mark; in groups of three as one number; and an `e`
 * among them as a power of ten, of which the largest is 308.
 */
const CONVERTED_NUMBER =
  /^(?:\d{12,}|0\d+|\d*[.,]\d*0|\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d+)?e(?:-\d{1,3}|\+?(?:[0-2]?\d{1,2}|30[0-8])))$/iu

/** Shown in capitals, in each of the app's languages. */
const TRUTH = /^(?:true|false|verdadeiro|verdadero|falso)$/iu

const DIGIT = /\d/u

/** A date in digits, or a month's name with a day or a year beside it. */
const DATE = /^(?:\d{1,4}[-/]\d{1,4}|\d{1,4}([-/.])\d{1,2}\1\d{1,4})(?:[ T][\d:.]+)?$/u
const NAMED_DATE = /^(?:\d{1,2}[-/. ]*)?(\p{L}+)\.?(?:[-/. ,]*\d{1,4})?(?:[-/. ,]+\d{1,4})?$/u
/** A time of day, also the shape of a picture, such as 9:16. */
const TIME = /^(?:\d{1,4}(?::\d{1,2}){1,2}(?:[.,]\d+)?(?: ?[ap]m?)?|\d{1,2} [ap]m?)$/iu

/** A number in brackets is a negative one. */
const BRACKETED = /^\(\d[\d.,]*%?\)$/u

let months: ReadonlySet<string> | undefined

/** The names of months by which spreadsheets in the app's languages recognize a date. */
function monthNames(): ReadonlySet<string> {
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2000, month, 15))
  const names = LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      return days.map((day) => format.format(day).replace('.', '').toLowerCase())
    }),
  )
  return new Set(names)
}

function isConverted(text: string): boolean {
  const trimmed = text.trim()
  if (!DIGIT.test(text)) return TRUTH.test(trimmed)
  const converted = [CONVERTED_NUMBER, BRACKETED, DATE, TIME]
  if (converted.some((form) => form.test(trimmed))) return true
  const [, name] = NAMED_DATE.exec(trimmed) ?? []
  months ??= monthNames()
  return name !== undefined && months.has(name.toLowerCase())
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/u

const SPLITS = /[,;|\t\r\n]/

/**
 * The same inside a text, at each place where a reader using another separator would start a cell: such a
 * reader ignores our quotes, and may take a quote inside the text as the start of a cell. At the end of the
 * text, the cell would be whatever follows in the file.
 */
const INNER_FORMULA =
  /(?<=[,;|\t\r\n])(?=(?:(?![\t\r\n])[\p{Cc}\p{Cf}\p{Z}"])*(?:[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t]|$))/gu

/** The kinds whose values may be negative. */
const SIGNED: readonly Kind[] = ['count', 'percent', 'money', 'duration']

// A lookup table, because `toFixed` costs more than the rest of a row.
const HUNDREDTHS = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'))

/**
 * Turns rows of typed cells into CSV text. Stateless: the calls do not depend on each other. The decimal
 * mark of the spreadsheet flavour, which its separator depends on, is usually that of the language.
 */
export function makeCsvWriter(
  columns: readonly Column[],
  flavour: Flavour,
  language: Language,
  decimal: DecimalMark = decimalMark(language),
): CsvWriter {
  const dialect = dialectOf(flavour, decimal)
  // Split by another separator, such a row would become one text that begins with a minus, that is, a
  // formula.
  const isSigned = columns[0] !== undefined && SIGNED.includes(columns[0].kind)
  const lead = flavour === 'spreadsheet' && isSigned ? dialect.separator : ''
  return writerIn(columns, flavour, { dialect: { ...dialect, lead }, language })
}

/** The spreadsheet flavour separated by tabs, as spreadsheets accept a pasted table. */
export function makeClipboardWriter(
  columns: readonly Column[],
  language: Language,
  decimal: DecimalMark,
): CsvWriter {
  const dialect = { separator: '\t', decimal, ...spreadsheetTexts(/["\t\r\n]/), mark: '', lead: '' }
  return writerIn(columns, 'spreadsheet', { dialect, language })
}

function writerIn(columns: readonly Column[], flavour: Flavour, manner: Manner): CsvWriter {
  const { dialect, language } = manner
  const { separator, lead } = dialect
  const writers = columns.map((column) => writerOf(column, flavour, manner))
  const last = writers.length - 1

  function rows(cells: readonly Cell[][]) {
    let out = ''
    for (const row of cells) {
      out += lead
      for (let index = 0; index < last; index++) {
        out += (writers[index] as Write)(row[index] as Cell) + separator
      }
      out += (writers[last] as Write)(row[last] as Cell) + LINE_END
    }
    return out
  }

  const titles = columns.map((column) =>
    flavour === 'machine' ? machineKey(column) : spreadsheetTitle(column, language),
  )
  return {
    header: () => dialect.mark + lead + titles.map(dialect.text).join(separator) + LINE_END,
    // A single empty cell would be read as an empty line.
    rows: last > 0 ? rows : (cells) => cells.map((row) => lead + singleCell(writers, row)).join(''),
    line: (cells) =>
      cells
        .map((cell) => {
          if (typeof cell !== 'string') return plain(cell).replace('.', dialect.decimal)
          return ISO_DAY.test(cell) ? dialect.day(cell) : dialect.text(cell)
        })
        .join(separator) + LINE_END,
  }
}

/** The header of a column in the machine flavour. Amounts get the suffix `_cents`. */
export function machineKey({ key, kind }: Column): string {
  return kind === 'money' ? `${key}_cents` : key
}

/** The unit of a column in the machine flavour, for the dictionary file beside the export. */
export function machineUnit({ key, kind, currency }: Column): string {
  if (isInPoints(key)) return 'percentage points'
  return kind === 'money' ? `cents of ${(currency ?? '').toUpperCase()}` : UNITS[kind]
}

const UNITS: Readonly<Record<Exclude<Kind, 'money'>, string>> = {
  text: 'text',
  count: 'count',
  percent: 'percent, truncated to two decimals',
  date: 'day, YYYY-MM-DD',
  second: 'second of the video',
  duration: 'seconds',
  instant: 'instant, ISO 8601, UTC',
}

/** The header of a column in the spreadsheet flavour, with the unit that the cells do not show. */
export function spreadsheetTitle({ key, kind }: Column, language: Language): string {
  const text = title(key, language)
  if (kind === 'instant') return `${text} (UTC)`
  if (kind === 'second' || kind === 'duration') return `${text} (s)`
  return kind === 'percent' && !isInPoints(key) && !text.includes('%') ? `${text} (%)` : text
}

function singleCell(writers: readonly Write[], row: readonly Cell[]) {
  const text = writers[0] && row[0] !== undefined ? writers[0](row[0]) : ''
  return (text === '' ? '""' : text) + LINE_END
}

function dialectOf(flavour: Flavour, decimal: DecimalMark): Omit<Dialect, 'lead'> {
  if (flavour === 'machine') {
    const text = textWriter(/[",\r\n]/, (one) => one)
    return { separator: ',', decimal: '.', text, day: text, mark: '' }
  }
  // Excel set to another mark splits on the other separator, so texts with any of them are quoted.
  const texts = spreadsheetTexts(/[",;|\t\r\n]/)
  return { separator: decimal === ',' ? ';' : ',', decimal, ...texts, mark: BYTE_ORDER_MARK }
}

const spreadsheetTexts = (quotes: RegExp) => ({
  text: textWriter(quotes, escapeText),
  day: textWriter(quotes, escapeFormulas),
})

function textWriter(quotes: RegExp, escaped: (text: string) => string): WriteText {
  return (text) => {
    const safe = escaped(text)
    return safe !== text || quotes.test(safe) ? quoted(safe) : safe
  }
}

const escapeInner = (text: string) => (SPLITS.test(text) ? text.replace(INNER_FORMULA, "'") : text)

/** The text with an apostrophe before every place that a spreadsheet could run as a formula. */
function escapeFormulas(text: string): string {
  const inner = escapeInner(text)
  return FORMULA.test(inner) ? `'${inner}` : inner
}

/** The text of a cell that a spreadsheet neither runs nor converts into another text. */
export const escapeText = (text: string): string =>
  isConverted(text) ? `'${escapeInner(text)}` : escapeFormulas(text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

interface Manner {
  dialect: Dialect
  language: Language
}

function writerOf(column: Column, flavour: Flavour, { dialect, language }: Manner): Write {
  const absent: Write = (cell) =>
    flavour === 'machine' || !isMissing(cell)
      ? ''
      : dialect.text(missingWord(cell.missing, language))
  const number = numberWriter(column.kind, flavour, dialect)
  const text = textOf(column, flavour, { dialect, language })
  return (cell) => {
    // `x - x` is 0 for finite numbers only: NaN and Infinity become empty cells.
    if (typeof cell === 'number') return cell - cell === 0 ? number(cell) : ''
    if (typeof cell === 'string') return text(cell)
    return cell === undefined ? '' : absent(cell)
  }
}

function textOf({ key, kind }: Column, flavour: Flavour, { dialect, language }: Manner): WriteText {
  if (kind === 'date') return dialect.day
  if (flavour === 'machine') return dialect.text
  if (key === 'speed') return (text) => speedText(text, dialect)
  if (!isCoded(key)) return dialect.text
  return (text) => dialect.text(cellText(key, text, language))
}

/** A speed is a text, because the service may send any; one with decimals is written as a number. */
const speedText = (speed: string, { decimal, text }: Dialect): string =>
  /^\d+\.\d+$/.test(speed) ? speed.replace('.', decimal) : text(speed)

/** Formats a number as the spreadsheet flavour does, with a decimal point. */
export const spreadsheetNumber = (kind: Kind): ((value: number) => string) =>
  numberWriter(kind, 'spreadsheet', { decimal: '.' })

function numberWriter(
  kind: Kind,
  flavour: Flavour,
  { decimal }: Pick<Dialect, 'decimal'>,
): (value: number) => string {
  const isMachine = flavour === 'machine'
  const amount = (value: number) => {
    if (Number.isInteger(value)) return hundredths(value, decimal)
    // With four decimals the least amounts would be written as 0.
    const decimals = Math.abs(value) < LEAST_CENTS ? 8 : 4
    return (value / 100).toFixed(decimals).replace('.', decimal)
  }
  const writers: Partial<Record<Kind, (value: number) => string>> = {
    percent: (value) => hundredths(Math.round(truncatedPercent(value) * 100), decimal),
    money: isMachine ? plain : amount,
    instant: isMachine ? isoInstant : spreadsheetInstant,
    duration: isMachine ? plain : (value) => plain(value).replace('.', decimal),
  }
  return writers[kind] ?? plain
}

const plain = (value: number) => `${value}`

/** Formats an integer number of hundredths as a decimal number. */
function hundredths(value: number, decimal: DecimalMark) {
  if (!Number.isSafeInteger(value)) return (value / 100).toFixed(2).replace('.', decimal)
  const size = value < 0 ? -value : value
  const rest = size % 100
  const whole = (size - rest) / 100
  return `${value < 0 ? '-' : ''}${whole}${decimal}${HUNDREDTHS[rest] as string}`
}

function isoInstant(value: number) {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

const spreadsheetInstant = (value: number) => isoInstant(value).slice(0, 19).replace('T', ' ')
