import { type Group, isCollection } from '../../api/settings/index.ts'
import { appTexts, LANGUAGES, type Language } from '../../locales/languages.ts'
import { fieldsOf, isFields, readInput } from '../../plain.ts'
import { folded } from '../../tables/table.ts'
import { readTime, videoTime } from '../../time/time.ts'
import { isTimeOfDay, type KnownTime, readTimeOfDay } from '../../time/time-of-day.ts'
import { MODE } from '../publishing/modes.ts'
import { fieldAt } from '../publishing/register.ts'
import { fits } from '../publishing/value.ts'
import { isListOfTexts, valueText } from '../publishing/value-text.ts'
import {
  namedVideos,
  OPTIONAL_TEXT,
  PERCENT,
  SECONDS,
  TEXT,
  TIME,
  withoutDecimals,
} from '../videos/codec.ts'
import {
  codeName,
  codeOf,
  countryChoices,
  isCoded,
  languageChoices,
  valueOf,
} from '../videos/regions.ts'
import type { SheetColumn, SheetKind } from './columns.ts'
import { registerValue, type SheetRow, type SheetVideo } from './rows.ts'

/** What the texts of cells depend on. */
interface CellContext {
  group: Group
  language: Language
  /** Every video of the sheet, because names are shown instead of ids. */
  videos: readonly Pick<SheetVideo, 'id' | 'name'>[]
  /** The name of an overlay's picture. */
  picture?: (file_id: string) => string
}

export interface Cells {
  /** The cell as text: what is copied, searched and written to files. Empty when there is no value. */
  write: (row: SheetRow, column: SheetColumn) => string
  /** The display names of the codes in the cell; empty when there are none. */
  names: (row: SheetRow, column: SheetColumn) => string
  /** The cell as displayed: as its text, or in words that people would not type. */
  show: (row: SheetRow, column: SheetColumn) => string
  /** The register's value for a text; null when the text is invalid. */
  read: (row: SheetRow, column: SheetColumn, text: string) => { value: unknown } | null
  /** The same for a pasted text, which a spreadsheet may have changed. */
  readPasted: (row: SheetRow, column: SheetColumn, text: string) => PastedValue | null
  /** The current language's word for a value that was named in any language. */
  word: (column: SheetColumn, text: string) => string
  /** The names to choose from in a column of videos. */
  videoNames: readonly string[]
}

interface PastedValue {
  value: unknown
  /** The text that was read instead: minutes and seconds that a spreadsheet took for a time of day. */
  readAs?: string
}

/**
 * Converts the settings of a row to texts and back, as people type them in any of the app's
 * languages.
 */
export function makeCells({ group, language, videos, picture }: CellContext): Cells {
  const named = namedVideos(videos)
  const writers: Partial<Record<SheetKind, Writer>> = {
    flag: (value) => (typeof value === 'boolean' ? flagText(value, language) : TEXT.write(value)),
    choice: (value, _row, column) => choiceText({ group, language }, column, value),
    video: named.codec.write,
    'from-pitch': (value, row) => fromPitchText(row, value),
    threshold: (value, row) => thresholdCodec(row).write(value),
    list: (value) => (Array.isArray(value) ? listText(value) : TEXT.write(value)),
    loop: loopText,
    time: TIME.write,
  }
  const readWhole: Reader = (text, _row, column) => wholeOf(group, column, text)
  const readers: Partial<Record<SheetKind, Reader>> = {
    flag: readFlag,
    choice: (text, _row, column) => readChoice(group, column, text),
    video: named.codec.read,
    'from-pitch': (text, row) => readFromPitch(row, text),
    threshold: (text, row) => thresholdCodec(row).read(text),
    list: (text, row, column) => readList(row, column.register ?? '', { text, language }),
    loop: readWhole,
    object: readWhole,
    time: TIME.read,
    text: TEXT.read,
    url: OPTIONAL_TEXT.read,
    name: OPTIONAL_TEXT.read,
  }

  function write(row: SheetRow, column: SheetColumn): string {
    if (column.kind === 'title') return row.video.name
    const value = column.register === null ? null : registerValue(row, column.register)
    return value === null ? '' : (writers[column.kind] ?? TEXT.write)(value, row, column)
  }

  function names(row: SheetRow, { register }: SheetColumn): string {
    const codes = registerValue(row, register ?? '')
    if (!isCoded(register) || !Array.isArray(codes)) return ''
    const nameOf = (code: string) => codeName(codeOf(code, register) ?? code, register, language)
    return codes.map((code) => nameOf(String(code))).join(', ')
  }

  function show(row: SheetRow, column: SheetColumn): string {
    const { kind, register } = column
    const isWorded = kind === 'object' || kind === 'loop'
    const value = isWorded ? registerValue(row, register ?? '') : null
    return value === null ? write(row, column) : valueText(value, register, language, { picture })
  }

  function read(row: SheetRow, column: SheetColumn, text: string) {
    if (column.register === null || isOtherTime(row, column, text)) return null
    return readers[column.kind]?.(text, row, column) ?? null
  }

  function readPasted(row: SheetRow, column: SheetColumn, pasted: string) {
    const text = NUMBERS.has(column.kind) ? withoutDecimals(pasted) : pasted
    // As when the cell is deleted: without a value some would count it as on.
    if (column.kind === 'flag' && text.trim() === '') return { value: false }
    const typed = typedTime(row, column, text)
    if (typed === null) return null
    const found = read(row, column, typed)
    return found && typed !== text ? { ...found, readAs: typed } : found
  }

  function word(column: SheetColumn, text: string) {
    if (column.kind === 'choice') {
      const { value } = readChoice(group, column, text)
      return value === null ? text : choiceText({ group, language }, column, value)
    }
    const value = column.kind === 'flag' ? readFlag(text)?.value : null
    return typeof value === 'boolean' ? flagText(value, language) : text
  }

  return { write, show, names, read, readPasted, word, videoNames: named.names }
}

const NUMBERS: ReadonlySet<SheetKind> = new Set<SheetKind>(['time', 'threshold', 'loop'])

/**
 * The order in which the cells of a row must be read: the unit of a pixel's threshold depends on
 * its mode, and a view of a register on its value.
 */
export const readingOrder = (one: SheetColumn, other: SheetColumn) =>
  Number(other.key === MODE) - Number(one.key === MODE) ||
  Number(one.key !== one.register) - Number(other.key !== other.register)

type Writer = (value: unknown, row: SheetRow, column: SheetColumn) => string
type Reader = (text: string, row: SheetRow, column: SheetColumn) => { value: unknown } | null

/** Whether a pixel's threshold is a percentage; otherwise it is a second. */
export const isPercent = (row: SheetRow) => registerValue(row, MODE) === 'percent'

const thresholdCodec = (row: SheetRow) => (isPercent(row) ? PERCENT : SECONDS)

const flagText = (value: boolean, language: Language) =>
  appTexts(language).tables.filters[value ? 'yes' : 'no']

// The last are what spreadsheets write in Portuguese and Spanish.
const ALSO_YES = ['true', '1', 'on', 'x', 'y', 's', 'verdadeiro', 'verdadero']
const ALSO_NO = ['false', '0', 'off', 'n', 'falso']

/** Accepts yes and no of every language, because files travel between people. */
function readFlag(text: string) {
  const typed = folded(text.trim())
  if (typed === '') return { value: null }
  const says = (value: boolean) => LANGUAGES.map((one) => folded(flagText(value, one)))
  if ([...says(true), ...ALSO_YES].includes(typed)) return { value: true }
  return [...says(false), ...ALSO_NO].includes(typed) ? { value: false } : null
}

function choiceText(
  of: Pick<CellContext, 'group' | 'language'>,
  column: SheetColumn,
  value: unknown,
) {
  const names: Record<string, string> = appTexts(of.language).videoSettings[of.group]
  return names[`${column.key}.${String(value)}`] ?? String(value)
}

/** An undocumented value is kept as typed: the check reports it. */
function readChoice(group: Group, column: SheetColumn, text: string) {
  const typed = text.trim()
  if (typed === '') return { value: null }
  const isTyped = (name: string) => folded(name) === folded(typed)
  const found = column.choices.find(
    (value) =>
      isTyped(value) ||
      LANGUAGES.some((language) => isTyped(choiceText({ group, language }, column, value))),
  )
  return { value: found ?? typed }
}

function fromPitchText({ video }: SheetRow, value: unknown): string {
  if (video.pitch === null || typeof value !== 'number') return ''
  const offset = value - video.pitch
  return `${offset < 0 ? '−' : '+'}${videoTime(Math.abs(offset))}`
}

/**
 * What is known about a cell's time, or about its distance from `origin`; null in a column of other
 * values.
 */
function knownTime(
  row: SheetRow,
  { kind, register }: SheetColumn,
  origin: number | null = kind === 'from-pitch' ? row.video.pitch : 0,
): KnownTime | null {
  const { duration } = row.video
  const known = registerValue(row, register ?? '')
  if (kind === 'threshold') return isPercent(row) ? null : { duration, known }
  if (kind === 'loop') return { duration, known: fieldsOf(known)['start'] }
  if (kind !== 'time' && kind !== 'from-pitch') return null
  return { duration, known: distance(known, origin) }
}

const distance = (known: unknown, origin: number | null) =>
  typeof known === 'number' && origin !== null ? Math.abs(known - origin) : null

/**
 * The text that was typed in a spreadsheet for a pasted one, where that is a time of day; null where
 * it could be minutes and seconds as well as hours and minutes.
 */
function typedTime(row: SheetRow, column: SheetColumn, text: string): string | null {
  const known = knownTime(row, column)
  const [, sign = '', time = ''] = OFFSET.exec(text) ?? []
  const seconds = known && readTimeOfDay(time, known)
  if (seconds === 'time-of-day') return null
  if (typeof seconds !== 'number' || seconds === readTime(time)) return text
  return `${sign}${videoTime(seconds)}`
}

/** Whether a text, which may be a distance from `origin`, is `isTimeOfDay`. */
export function isOtherTime(
  row: SheetRow,
  column: SheetColumn,
  text: string,
  origin?: number | null,
): boolean {
  const known = knownTime(row, column, origin)
  return known !== null && isOtherOffset(text, known)
}

/** Whether a text is `isTimeOfDay` after its sign. */
export const isOtherOffset = (text: string, known: KnownTime) =>
  isTimeOfDay(OFFSET.exec(text)?.[2] ?? '', known)

/** Parses `-0:30` or `+5` as seconds from the pitch; null without a pitch. */
function readFromPitch({ video }: SheetRow, text: string) {
  const offset = readOffset(text)
  if (video.pitch === null || offset === undefined) return null
  return { value: offset === null ? null : Math.max(0, video.pitch + offset) }
}

const OFFSET = /^\s*([+\-−]?)\s*(.*)$/u

/** The seconds of `-0:30`, `+5` or `1:00`. Null when empty, undefined when invalid. */
export function readOffset(text: string): number | null | undefined {
  const [, sign = '', time = ''] = OFFSET.exec(text) ?? []
  const seconds = readTime(time)
  if (seconds === null) return sign === '' ? null : undefined
  return seconds === undefined || sign === '' || sign === '+' ? seconds : 0 - seconds
}

function loopText(value: unknown): string {
  const { type, start } = isFields(value) ? value : {}
  return type === 'loop' && typeof start === 'number' ? videoTime(start) : JSON.stringify(value)
}

/** JSON may be of any type: what does not fit the setting would be refused with all that is saved. */
function wholeOf(group: Group, { kind, register }: SheetColumn, text: string) {
  const read = kind === 'loop' ? readLoop(text) : readObject(text)
  const item_id = isCollection(group) ? 'any' : null
  const field = fieldAt({ group, item_id, register: register ?? '' })
  return read && field && fits(field, read.value) ? read : null
}

/** Video, PATCH, 6: a loop needs a start. */
function readLoop(text: string) {
  const start = readTime(text)
  if (start === undefined) return readObject(text)
  return { value: start === null ? null : { type: 'loop', start } }
}

function readObject(text: string) {
  if (text.trim() === '') return { value: null }
  const read = readInput(text, Infinity)
  return 'kind' in read ? null : read
}

/** A list as text: as JSON if reading it otherwise would split or change its texts. */
export function listText(list: readonly unknown[]): string {
  const isAwkward = list.some((text) => /^\s|\s$|[,;\n\r]|^$|^\[/u.test(String(text)))
  return isAwkward ? JSON.stringify(list) : list.join(', ')
}

/** Splits at commas, semicolons and line breaks, or reads a JSON list; null when that is invalid. */
export function listTexts(text: string): string[] | null {
  if (/^\s*\[\s*(?:"|\]\s*$)/u.test(text)) {
    const list = readObject(text)?.value
    return isListOfTexts(list) && !list.includes('') ? list : null
  }
  return text
    .split(/[,;\n]/u)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/**
 * A list of texts. Countries and languages are accepted by name or code, and as the row has them:
 * the service can have other values than codes.
 */
function readList(
  row: SheetRow,
  register: string,
  { text, language }: { text: string; language: Language },
) {
  const typed = listTexts(text)
  if (!typed) return null
  if (!isCoded(register)) return { value: typed }
  const known = registerValue(row, register)
  const choices = register === 'countries' ? countryChoices(language) : languageChoices(language)
  const read = typed.map((one) =>
    Array.isArray(known) && known.includes(one) ? one : codeOf(valueOf(one, choices), register),
  )
  return read.includes(null) ? null : { value: read }
}
