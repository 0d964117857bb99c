import { type Group, isCollection } from '../../api/settings/index.ts'
import type { Language } from '../../locales/languages.ts'
import { groupBy } from '../../maps.ts'
import type { Fields } from '../../plain.ts'
import { folded } from '../../tables/table.ts'
import { withValue } from '../publishing/lay.ts'
import { MODE } from '../publishing/modes.ts'
import { hasWantedValues } from '../publishing/value.ts'
import { type Cells, makeCells, readingOrder } from '../sheet/cell.ts'
import type { SheetColumn } from '../sheet/columns.ts'
import { deleteEdits, isSameSetting, type SheetEdits, valueEdits } from '../sheet/gestures.ts'
import { detachedRow, registerValue, type SheetRow, type SheetVideo } from '../sheet/rows.ts'
import { TEXT } from '../videos/codec.ts'
import { withoutPicture } from '../videos/new-item.ts'
import {
  type MatchedHeader,
  matchHeader,
  type PlaceColumn,
  type ReadTable,
  withoutEscapes,
} from './grid-file.ts'
import { type CellReading, typedValue, type ValueDoubt } from './typed-value.ts'

export const LINE_RESULTS = ['changed', 'added', 'removed', 'doubt', 'same'] as const
export type LineResult = (typeof LINE_RESULTS)[number]

type PlaceDoubt =
  | 'no-place'
  | 'unknown-video'
  | 'several-videos-named'
  | 'unknown-item'
  | 'item-elsewhere'
  | 'several-items-named'
  /** Another line is about the same row. */
  | 'twice'
  | 'to-be-deleted'
  /** Only items can be removed. */
  | 'not-removable'
  | 'remove-flag'
  | 'nothing-to-add'

/** Why a line, or one of its cells, is in doubt. */
export interface Doubt {
  why: PlaceDoubt | ValueDoubt
  /** The column of the cell; null when the reason concerns the whole line. */
  column: SheetColumn | null
  /** The file's text. */
  text: string
  /** Possible values, to show what is meant. */
  valid: readonly string[]
}

export interface FieldChange {
  column: SheetColumn
  before: unknown
  after: unknown
}

export interface ImportLine {
  line: number
  result: LineResult
  /** The video of the line; null when it is unknown. */
  video: SheetVideo | null
  /** The existing row; null for one that is added or unknown. */
  row: SheetRow | null
  /** The item with the line's values, for display. */
  value: Fields
  changes: FieldChange[]
  doubts: Doubt[]
}

export interface Import {
  header: MatchedHeader
  lines: ImportLine[]
}

interface ImportContext {
  group: Group
  language: Language
  /** Every video of the account. */
  videos: readonly SheetVideo[]
  /** Every row of the tab. */
  rows: readonly SheetRow[]
}

/** What each line of a file would change in the rows of a tab. */
export function matchFile(table: ReadTable, context: ImportContext): Import {
  const header = matchHeader(context.group, table.header)
  const finder = makeFinder(table, header, context)
  const lines = onePerRow(table.lines.map((line) => readLine(line, finder)))
  return { header, lines: withoutMade(lines, finder) }
}

/** Of several lines about one row, the first counts; a doubtful one only when all of them are. */
function onePerRow(lines: readonly ImportLine[]): ImportLine[] {
  const isSound = ({ result }: ImportLine) => result !== 'doubt'
  const usable = lines.filter((line) => line.row !== null && (isSound(line) || isTakeable(line)))
  const counted = new Set(
    [...groupBy(usable, ({ row }) => row?.key).values()].map((all) => all.find(isSound) ?? all[0]),
  )
  const others = new Set(usable.filter((line) => !counted.has(line)))
  return lines.map((line) => (others.has(line) ? inDoubt(line, 'twice') : line))
}

/**
 * A new item that is there already, as after an earlier import of the same file, changes nothing.
 * Each row answers for one line, so that equal lines still make equal items.
 */
function withoutMade(lines: readonly ImportLine[], { group, rowsByVideo }: Finder): ImportLine[] {
  const taken = new Set(lines.map(({ row }) => row))
  return lines.map((line) => {
    const { video, value, result } = line
    if (!video || result !== 'added') return line
    const isMade = (item: Fields) =>
      [value, withoutPicture(value)].some((wanted) => hasWantedValues(group, item, wanted))
    const row = rowsByVideo
      .get(video.id)
      ?.find((one) => one.mark !== 'removed' && !taken.has(one) && isMade(one.value))
    if (!row) return line
    taken.add(row)
    return { ...line, row, result: 'same', changes: [] }
  })
}

interface Finder extends ImportContext {
  header: MatchedHeader
  reading: CellReading
  /** The settings in the order in which they must be read. */
  settings: MatchedHeader['settings']
  videoById: ReadonlyMap<string, SheetVideo>
  videosByName: ReadonlyMap<string, SheetVideo[]>
  rowByKey: ReadonlyMap<string, SheetRow>
  rowsByVideo: ReadonlyMap<string, SheetRow[]>
  /** The rows with this item id, of any video. */
  videosByItem: ReadonlyMap<string, SheetRow[]>
}

function makeFinder(table: ReadTable, header: MatchedHeader, context: ImportContext): Finder {
  const { videos, rows } = context
  const cells: Cells = makeCells(context)
  const videosByName = groupBy(videos, ({ name }) => nameKey(name))
  const exactNames = groupBy(videos, ({ name }) => name)
  return {
    ...context,
    header,
    reading: {
      ...{ group: context.group, cells, file: table, isMachine: header.isMachine },
      videoIds: new Set(videos.map(({ id }) => id)),
      nameCounts: new Map([...exactNames].map(([name, all]) => [name, all.length])),
    },
    settings: header.settings.toSorted((a, b) => readingOrder(a.column, b.column)),
    videoById: new Map(videos.map((video) => [video.id, video])),
    videosByName,
    rowByKey: new Map(rows.map((row) => [row.key, row])),
    rowsByVideo: groupBy(rows, ({ video }) => video.id),
    videosByItem: groupBy(rows, ({ item_id }) => item_id ?? ''),
  }
}

const nameKey = (name: string) => folded(name.replace(/\s+/gu, ' ').trim())

type Line = ReadTable['lines'][number]

const NOTHING: Fields = {}

const blankLine = (line: number): ImportLine => ({
  ...{ line, result: 'same', video: null, row: null, value: NOTHING, changes: [], doubts: [] },
})

function inDoubt(line: ImportLine, why: PlaceDoubt, text = ''): ImportLine {
  const doubts = [...line.doubts, { why, column: null, text, valid: [] }]
  return { ...line, result: 'doubt', changes: [], doubts }
}

function readLine({ line, cells }: Line, finder: Finder): ImportLine {
  const textAt = (place: PlaceColumn) => cells[finder.header.places[place] ?? -1]?.trim() ?? ''
  const blank = blankLine(line)
  const video = findVideo(textAt('videoId'), textAt('video'), finder)
  if (typeof video === 'string') return inDoubt(blank, video, textAt('videoId') || textAt('video'))
  const of = { ...blank, video }
  const removal = readRemoval(textAt('remove'), finder)
  if (removal === null) return inDoubt(of, 'remove-flag', textAt('remove'))
  const row = findRow({ video, item_id: textAt('itemId'), cells }, finder)
  if (typeof row === 'string') return inDoubt(of, row, textAt('itemId'))
  if (removal) return removed(of, row, finder)
  return row ? changed(of, row, { cells, finder }) : added(of, cells, finder)
}

/** What is known by the text of a cell, or by the text without what keeps a spreadsheet from converting it. */
function knownAs<T>(
  text: string,
  { header }: Finder,
  find: (text: string) => T | undefined,
): T | undefined {
  return find(text) ?? (header.isMachine ? undefined : find(withoutEscapes(text)))
}

function findVideo(video_id: string, name: string, finder: Finder): SheetVideo | PlaceDoubt {
  const { videoById, videosByName } = finder
  if (video_id !== '') {
    return knownAs(video_id, finder, (id) => videoById.get(id)) ?? 'unknown-video'
  }
  if (name === '') return 'no-place'
  const found = knownAs(name, finder, (text) => videosByName.get(nameKey(text))) ?? []
  const texts = [name, withoutEscapes(name)]
  const exact = found.filter((video) => texts.includes(video.name))
  const [only, ...others] = exact.length > 0 ? exact : found
  if (!only) return 'unknown-video'
  return others.length > 0 ? 'several-videos-named' : only
}

/** Null when the text is neither yes nor no. */
function readRemoval(typed: string, { reading }: Finder): boolean | null {
  if (typed === '') return false
  const read = reading.cells.read(detachedRow(NOTHING), REMOVE, typed)
  return read ? read.value === true : null
}

const REMOVE: SheetColumn = {
  ...{ key: 'remove', kind: 'flag', register: 'remove', choices: [], width: 0, isDefault: true },
}

interface Place {
  video: SheetVideo
  item_id: string
  cells: readonly string[]
}

/** Null for an item that does not exist yet. */
function findRow({ video, item_id, cells }: Place, finder: Finder): SheetRow | null | PlaceDoubt {
  const { group, rowByKey, videosByItem, header } = finder
  if (!isCollection(group)) return rowByKey.get(`${video.id} `) ?? 'unknown-video'
  if (item_id === '')
    return header.places.itemId === undefined ? rowNamed(video, cells, finder) : null
  const row = knownAs(item_id, finder, (id) => rowByKey.get(`${video.id} ${id}`))
  if (row) return row
  const elsewhere = knownAs(item_id, finder, (id) => videosByItem.get(id))
  return elsewhere ? 'item-elsewhere' : 'unknown-item'
}

/** The name of an item in a file without ids: its text or its label. */
const NAMES = ['action.content', 'base.name']

function rowNamed(
  video: SheetVideo,
  cells: readonly string[],
  finder: Finder,
): SheetRow | null | PlaceDoubt {
  const { settings, rowsByVideo } = finder
  const names = settings.filter(({ column }) => NAMES.includes(column.key))
  const rows = rowsByVideo.get(video.id) ?? []
  for (const { column, index } of names) {
    const typed = cells[index] ?? ''
    if (nameKey(typed) === '') continue
    const named = (text: string) => {
      const key = nameKey(text)
      const found = rows.filter(
        (row) => nameKey(TEXT.write(registerValue(row, column.key))) === key,
      )
      return found.length > 0 ? found : undefined
    }
    const [only, ...others] = knownAs(typed, finder, named) ?? []
    if (others.length > 0) return 'several-items-named'
    if (only) return only
  }
  return null
}

function removed(of: ImportLine, row: SheetRow | null, { group }: Finder): ImportLine {
  if (!isCollection(group)) return inDoubt({ ...of, row }, 'not-removable')
  if (!row) return inDoubt(of, 'unknown-item')
  const result = row.mark === 'removed' ? 'same' : 'removed'
  return { ...of, row, value: row.value, result }
}

interface LineCells {
  cells: readonly string[]
  finder: Finder
}

function changed(of: ImportLine, row: SheetRow, line: LineCells): ImportLine {
  const { value, changes, doubts } = readCells(row, line)
  const found = { ...of, row, value, changes, doubts }
  if (doubts.length > 0) return { ...found, result: 'doubt' }
  if (changes.length === 0) return { ...found, result: 'same' }
  return row.mark === 'removed' ? inDoubt(found, 'to-be-deleted') : { ...found, result: 'changed' }
}

function added(of: ImportLine, cells: readonly string[], finder: Finder): ImportLine {
  const row = detachedRow(NOTHING, of.video)
  const { value, changes: typed, doubts } = readCells(row, { cells, finder })
  const made = detachedRow(newItemOf(finder.group, value))
  const changes = typed.map((one) => ({ ...one, after: registerValue(made, one.column.key) }))
  const found = { ...of, value, changes, doubts }
  if (doubts.length > 0) return { ...found, result: 'doubt' }
  return changes.length > 0 ? { ...found, result: 'added' } : inDoubt(found, 'nothing-to-add')
}

/** Video, pixels: `threshold` is a percentage or a second, by the mode, which could not be read. */
const NO_UNIT = { is: 'doubt', doubt: 'no-unit', valid: [] } as const

/** Reads the settings of a line; each may depend on earlier ones. */
function readCells(row: SheetRow, { cells, finder }: LineCells) {
  const changes: FieldChange[] = []
  const doubts: Doubt[] = []
  let next = row
  for (const { column, index } of finder.settings) {
    const typed = cells[index] ?? ''
    const isUnitless =
      column.kind === 'threshold' && doubts.some((doubt) => doubt.column?.key === MODE)
    const read = typedValue(next, column, { typed, reading: finder.reading })
    const found = isUnitless && read.is === 'value' ? NO_UNIT : read
    if (found.is === 'doubt') {
      doubts.push({ why: found.doubt, column, text: typed, valid: found.valid })
    }
    if (found.is !== 'value') continue
    const before = registerValue(row, column.key)
    const at = { group: finder.group, item_id: row.item_id, register: column.key }
    if (isSameSetting(at, before, found.value)) continue
    changes.push({ column, before, after: found.value })
    next = { ...next, value: withValue(next.value, column.key, found.value ?? undefined) }
  }
  return { value: next.value, changes: wholePairs(changes, doubts), doubts }
}

/** Without a threshold that is in doubt, a new mode would give the known number another unit. */
const wholePairs = (changes: FieldChange[], doubts: readonly Doubt[]) =>
  doubts.some(({ column }) => column?.kind === 'threshold')
    ? changes.filter(({ column }) => column.key !== MODE)
    : changes

export function resultCounts(lines: readonly ImportLine[]): Record<LineResult, number> {
  const counts = { changed: 0, added: 0, removed: 0, doubt: 0, same: 0 }
  for (const { result } of lines) counts[result]++
  return counts
}

/**
 * Whether a line can be applied; a doubtful one only for an existing row, with the values that
 * could be read.
 */
export const isTakeable = ({ result, row, changes }: ImportLine) =>
  result === 'doubt'
    ? row !== null && row.mark !== 'removed' && changes.length > 0
    : result !== 'same'

/** The number of changes: registers of rows, and whole items. */
export const changeCount = (lines: readonly ImportLine[]) =>
  lines.reduce(
    (sum, { result, changes }) =>
      sum + (result === 'added' || result === 'removed' ? 1 : changes.length),
    0,
  )

/** The changes of some lines, to be saved as one undo step. */
export function importEdits(group: Group, lines: readonly ImportLine[]): SheetEdits {
  const cells = lines.flatMap(({ row, result, changes }) =>
    row && result !== 'removed'
      ? changes.map(({ column, after }) => ({ row, register: column.key, value: after }))
      : [],
  )
  const all = [...valueEdits(group, cells)]
  if (isCollection(group)) {
    const gone = lines.flatMap(({ row, result }) => (row && result === 'removed' ? [row] : []))
    all.push(...deleteEdits(group, gone))
    for (const { video, value, result } of lines) {
      if (!video || result !== 'added') continue
      const item = newItemOf(group, value) as Record<string, never>
      all.push({ video_id: video.id, changes: [{ kind: 'create', group, item }] })
    }
  }
  const byVideo = groupBy(all, ({ video_id }) => video_id)
  return [...byVideo].map(([video_id, parts]) => ({
    ...{ video_id, changes: parts.flatMap(({ changes }) => changes) },
  }))
}

/**
 * The item that a line adds. Inactive unless the file says otherwise, so that posting an unfinished
 * item shows nothing to viewers.
 */
function newItemOf(group: Group, value: Fields): Fields {
  const active = group === 'pixels' ? 'dispatch.active' : 'base.active'
  const isOpen = registerValue(detachedRow(value), active) === null
  return withoutPicture(isOpen ? withValue(value, active, false) : value)
}
