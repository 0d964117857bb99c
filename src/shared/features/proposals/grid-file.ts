import { type Group, isCollection } from '../../api/settings/index.ts'
import { escapeText, type Flavour } from '../../csv.ts'
import { appTexts, LANGUAGES, type Language } from '../../locales/languages.ts'
import { folded } from '../../tables/table.ts'
import { settingName } from '../publishing/value-text.ts'
import { type Cells, listText } from '../sheet/cell.ts'
import { SHEET_COLUMNS, SHEET_GROUPS, type SheetColumn } from '../sheet/columns.ts'
import { registerValue, type SheetRow } from '../sheet/rows.ts'
import { TEXT } from '../videos/codec.ts'

/** Maximum number of lines of a table that is read. */
export const MOST_LINES = 20_000

/** A table as read from a file, before it is interpreted. */
export interface ReadTable {
  kind: 'csv' | 'xlsx'
  /** `ascii` is compatible with all of them. */
  encoding: 'ascii' | 'utf-8' | 'utf-16' | 'windows-1252'
  header: string[]
  /** Each line with its number in the file, as spreadsheets show it. Empty lines are left out. */
  lines: { line: number; cells: string[] }[]
  /** The number of other worksheets. */
  otherSheets: number
}

/** Maximum length of a workbook's cell; longer texts end in an ellipsis. */
const LONGEST_CELL_TEXT = 32_767

/** The columns of the file that identify a line's row. */
const PLACES = { videoId: 'video_id', video: 'video', itemId: 'item_id', remove: 'remove' } as const
export type PlaceColumn = keyof typeof PLACES

export const isPixelHtml = (group: Group, register: string) =>
  group === 'pixels' && register === 'tag.html'

/** The columns of a tab that a file contains: those that set a register of their own. */
export const fileColumns = (columns: readonly SheetColumn[]): SheetColumn[] =>
  columns.filter(({ key, register }) => register === key)

interface GridTable {
  titles: string[]
  rows: string[][]
}

interface GridContext {
  group: Group
  flavour: Flavour
  language: Language
  cells: Cells
}

/** Rows of a tab as the texts of a file. The identifying columns come first. */
export function gridTable(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  { group, flavour, language, cells }: GridContext,
): GridTable {
  const isMachine = flavour === 'machine'
  const places: PlaceColumn[] = isCollection(group)
    ? ['videoId', 'video', 'itemId']
    : ['videoId', 'video']
  const own = fileColumns(columns)
  const titles = [
    ...places.map((place) => (isMachine ? PLACES[place] : placeTitle(place, language))),
    ...own.map(({ key }) => (isMachine ? key : settingName(group, key, language))),
  ]
  const textsOf = (row: SheetRow) =>
    own.map((column) => (isMachine ? machineText(row, column) : cells.write(row, column)))
  const placesOf = ({ video, item_id }: SheetRow) =>
    item_id === null ? [video.id, video.name] : [video.id, video.name, item_id]
  return { titles, rows: rows.map((row) => [...placesOf(row), ...textsOf(row)]) }
}

const placeTitle = (place: PlaceColumn, language: Language) => appTexts(language).files.grid[place]

/** A cell in the service's format: seconds, codes, true and false. */
export function machineText(row: SheetRow, column: SheetColumn): string {
  const value = registerValue(row, column.register ?? '')
  if (value === null) return ''
  if (typeof value !== 'object') return TEXT.write(value)
  return column.kind === 'list' && Array.isArray(value) ? listText(value) : JSON.stringify(value)
}

/** The meaning of a file's columns. */
export interface MatchedHeader {
  /** The indexes in the file of the columns that identify a line. */
  places: Partial<Record<PlaceColumn, number>>
  settings: { column: SheetColumn; index: number }[]
  /** Titles that are no columns of this tab. */
  unknown: string[]
  /** Titles of columns that occur more than once. */
  repeated: string[]
  /**
   * Whether a column has a register's own name that is no title, as in the machine flavour, in which
   * nothing is escaped.
   */
  isMachine: boolean
}

type Target = { place: PlaceColumn } | { column: SheetColumn; isName: boolean }

/**
 * Finds the columns of a tab by their titles in any of the app's languages, or by their own names.
 */
export function matchHeader(group: Group, header: readonly string[]): MatchedHeader {
  const targets = targetsOf(group)
  const found: MatchedHeader = {
    ...{ places: {}, settings: [], unknown: [], repeated: [], isMachine: false },
  }
  for (const [index, title] of header.entries()) {
    if (title.trim() === '') continue
    const target = targets.get(titleKey(title))
    if (!target) found.unknown.push(title)
    else if (isTaken(found, target)) found.repeated.push(title)
    else if ('place' in target) found.places[target.place] = index
    else {
      found.settings.push({ column: target.column, index })
      found.isMachine ||= target.isName
    }
  }
  return found
}

const isTaken = ({ places, settings }: MatchedHeader, target: Target) =>
  'place' in target
    ? places[target.place] !== undefined
    : settings.some(({ column }) => column === target.column)

function targetsOf(group: Group): Map<string, Target> {
  const targets = new Map<string, Target>()
  for (const [place, name] of Object.entries(PLACES) as [PlaceColumn, string][]) {
    targets.set(name, { place })
    for (const language of LANGUAGES) targets.set(titleKey(placeTitle(place, language)), { place })
  }
  for (const column of fileColumns(SHEET_COLUMNS[group])) {
    const { key } = column
    const titles = LANGUAGES.map((language) => titleKey(settingName(group, key, language)))
    for (const title of titles) {
      if (!targets.has(title)) targets.set(title, { column, isName: false })
    }
    // A title can equal the technical name (`countries`); then it does not tell which the file uses.
    targets.set(key, { column, isName: !titles.includes(key) })
    targets.set(`${group}.${key}`, { column, isName: true })
  }
  return targets
}

const titleKey = (title: string) =>
  folded(withoutEscapes(title).replace(/\s+/gu, ' ').trim()).replace(/ \(%\)$/u, '')

/**
 * The tabs to which a file may belong: those that have the most of its titles, because some titles
 * are the same in several tabs. The given one when no tab has any.
 */
export function groupsOfFile(header: readonly string[], given: Group): Group[] {
  const known = SHEET_GROUPS.map((group) => ({
    group,
    count: matchHeader(group, header).settings.length,
  }))
  const most = Math.max(...known.map(({ count }) => count))
  if (most === 0) return [given]
  return known.filter(({ count }) => count === most).map(({ group }) => group)
}

/** The number of titles of a line that are known in the best matching tab. */
export function knownTitles(header: readonly string[]): number {
  const counts = SHEET_GROUPS.map((group) => {
    const { places, settings } = matchHeader(group, header)
    return Object.keys(places).length + settings.length
  })
  return Math.max(...counts)
}

const ESCAPED = /(?<=^|[,;|\t\r\n])'/gu

/**
 * The text without the apostrophes that keep a spreadsheet from running or converting it. Other texts
 * stay unchanged.
 */
export function withoutEscapes(text: string): string {
  if (!text.includes("'")) return text
  const bare = [text.replace(ESCAPED, ''), text.replace(/^'/u, '')]
  return bare.find((one) => one !== text && escapeText(one) === text) ?? text
}

/**
 * Normalizes line ends and removes unpaired surrogates, as a file does that was saved in between.
 */
const storable = (text: string) =>
  text.replace(/\r\n?/gu, '\n').replace(/\p{Surrogate}/gu, '\uFFFD')

/**
 * Whether a cell of a file still has the text that was written, whichever program saved the file
 * since.
 */
export function isWritten(
  typed: string,
  text: string,
  { kind, encoding }: Pick<ReadTable, 'kind' | 'encoding'>,
): boolean {
  const cell = storable(typed)
  const known = storable(text)
  if (cell === known || cell === storable(escapeText(text))) return true
  if (kind === 'xlsx' && cell.endsWith('…') && text.length > LONGEST_CELL_TEXT) {
    return known.startsWith(cell.slice(0, -1))
  }
  const mayLack = encoding === 'windows-1252' || encoding === 'ascii'
  return mayLack && isLossy(cell, [known, storable(escapeText(text))])
}

/** Whether a cell ends where a long text is cut, so that the rest of the known text is missing. */
export const isCut = (typed: string, text: string): boolean =>
  text.length > LONGEST_CELL_TEXT &&
  (typed.length === LONGEST_CELL_TEXT || (typed.length < LONGEST_CELL_TEXT && typed.endsWith('…')))

/** Excel writes one or two question marks for a character that Windows-1252 lacks. */
function isLossy(cell: string, texts: readonly string[]) {
  return texts.some(
    (text) =>
      cell === text.replace(NOT_IN_WINDOWS_1252, '?') ||
      cell === text.replace(NOT_IN_WINDOWS_1252, (sign) => '?'.repeat(sign.length)),
  )
}

/** The characters of the bytes 0x80 to 0x9F; the five undefined ones stay unchanged. */
export const WINDOWS_1252_SIGNS =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178'

const NOT_IN_WINDOWS_1252 = new RegExp(
  `[^\\u0000-\\u007F\\u00A0-\\u00FF${WINDOWS_1252_SIGNS}]`,
  'gu',
)
