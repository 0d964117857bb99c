import type { Collection, Group } from '../../api/settings/index.ts'
import { groupBy } from '../../maps.ts'
import type { Fields } from '../../plain.ts'
import { type Change, isInFlight } from '../publishing/edit.ts'
import { valueIn, withValue } from '../publishing/lay.ts'
import { fieldAt, type RegisterAt, registerKind } from '../publishing/register.ts'
import { isHandBuiltList, sameValue } from '../publishing/value.ts'
import { copyOf } from '../videos/new-item.ts'
import { isOtherOffset, isOtherTime, readOffset } from './cell.ts'
import type { SheetColumn } from './columns.ts'
import { atEnd } from './filter.ts'
import { registerValue, type SheetRow, type SheetVideo } from './rows.ts'

/** The changes of one user action, by video: saved as one undo step. */
export type SheetEdits = { video_id: string; changes: Change[] }[]

export interface CellValue {
  row: SheetRow
  register: string
  value: unknown
}

/**
 * The changes that set each cell to its value. Unchanged cells, rows to be deleted, and lists that
 * cannot be replaced are left out.
 */
export const valueEdits = (group: Group, cells: readonly CellValue[]): SheetEdits =>
  atEnd(valueEditSteps(group, cells))

/** Like `valueEdits`, in steps: yields after each cell. */
export function* valueEditSteps(
  group: Group,
  cells: readonly CellValue[],
): Generator<void, SheetEdits> {
  const placed: { video_id: string; change: Change }[] = []
  for (const cell of cells) {
    const change = cell.row.mark === 'removed' ? null : valueChange(group, cell)
    if (change) placed.push({ video_id: cell.row.video.id, change })
    yield
  }
  return inVideos(placed)
}

function valueChange(group: Group, { row, register, ...set }: CellValue): Change | null {
  const at = { group, item_id: row.item_id, register }
  const empty = emptyValue(at)
  const value = set.value ?? empty
  const known = registerValue(row, register) ?? empty
  if (isSameSetting(at, known, value) || isHandBuiltList(at, known, value)) return null
  if (registerKind(at) === 'list') return listChange(group, register, { known, value })
  return setChange(at, row, value)
}

function setChange(at: RegisterAt, row: SheetRow, value: unknown): Change {
  const base = registerValue(row, at.register, 'base')
  const isAsService = row.mark !== 'added' && isSameSetting(at, base, value)
  // A value may have keys that the document does not describe: setting it without them would be an edit.
  if (isAsService && registerKind(at) === 'whole') return { kind: 'revert', ...at }
  // The service's value is set rather than reverted to, because it may be another by now.
  const set = isAsService ? (base ?? emptyValue(at)) : value
  return { kind: 'set', ...at, value: set as never }
}

/** A list of objects cannot be set to null. */
const emptyValue = (at: RegisterAt) => (fieldAt(at)?.kind === 'list' ? [] : null)

/** Whether setting one value where the other is would change nothing. */
export function isSameSetting(at: RegisterAt, one: unknown, other: unknown): boolean {
  const empty = emptyValue(at)
  return sameValue(at, one ?? empty, other ?? empty)
}

/** Whether a cell keeps its value, because an overlay in it or in the new one was built by hand. */
export function isHandBuiltCell(group: Group, { row, register, value }: CellValue): boolean {
  const at = { group, item_id: row.item_id, register }
  const known = registerValue(row, register)
  return isHandBuiltList(at, known, value) && !sameValue(at, known, value)
}

function listChange(
  group: Group,
  register: string,
  { known, value }: { known: unknown; value: unknown },
): Change {
  const [before, after] = [textsOf(known), textsOf(value)]
  const add = after.filter((text) => !before.includes(text))
  const remove = before.filter((text) => !after.includes(text))
  return { kind: 'list', group, register, add, remove }
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** The changes that reset cells to the service's value; without registers, whole rows. */
export function revertEdits(
  group: Group,
  rows: readonly SheetRow[],
  registers: readonly string[] | null,
): SheetEdits {
  return inVideos(
    rows.flatMap(({ video, item_id, edits, mark }) => {
      const revert = (register: string | null) => ({
        video_id: video.id,
        change: { kind: 'revert', group, item_id, register } satisfies Change,
      })
      if (mark === null) return []
      // A created or deleted item has a single edit.
      if (item_id !== null && mark !== 'changed') return registers ? [] : [revert(null)]
      return [...edits.keys()]
        .filter((register) => registers?.includes(register) ?? true)
        .map((register) => revert(register))
    }),
  )
}

/** The changes that delete items; items created here are discarded. */
export const deleteEdits = (group: Collection, rows: readonly SheetRow[]): SheetEdits =>
  inVideos(
    rows.flatMap(({ video, item_id, mark }) =>
      item_id === null || mark === 'removed'
        ? []
        : [{ video_id: video.id, change: { kind: 'delete', group, item_id } satisfies Change }],
    ),
  )

type Measured = Pick<SheetVideo, 'duration' | 'pitch'>

/** How the times of a copied item are adapted to a video of another length. */
export type Fit =
  /** Unchanged. */
  | 'none'
  /** Moved by the distance between the pitches. */
  | 'pitch'
  /** In proportion to the lengths. */
  | 'length'

export interface CopiedItem {
  item: Fields
  /** The source video; null when it is unknown here. */
  from: Measured | null
}

/** The changes that create copies of items in each of the videos, with new ids. */
export function copyEdits(
  group: Collection,
  copied: readonly CopiedItem[],
  { videos, fit }: { videos: readonly SheetVideo[]; fit: Fit },
): SheetEdits {
  return inVideos(
    videos.flatMap((video) =>
      copied.map(({ item, from }) => ({
        video_id: video.id,
        change: {
          kind: 'create',
          group,
          item: copyOf(group, fitted(item, { from, to: video, fit }).item),
        } satisfies Change,
      })),
    ),
  )
}

/** When an item is shown. */
export const TIMES = ['window.start', 'window.end'] as const

const FIT_TROUBLES = ['unfitted', 'cut', 'beyond'] as const
/** What is wrong with a copy: its times stayed, it lost a part, or it ends after the video does. */
export type FitTrouble = (typeof FIT_TROUBLES)[number]

/** The videos in which copies of items would not be as in their own, by what is wrong there. */
export function fitTroubles(
  copied: readonly CopiedItem[],
  { videos, fit }: { videos: readonly SheetVideo[]; fit: Fit },
): { trouble: FitTrouble; videos: SheetVideo[] }[] {
  const found = videos.map((video) => ({
    video,
    troubles: copied.flatMap(({ item, from }) => fitted(item, { from, to: video, fit }).troubles),
  }))
  return FIT_TROUBLES.map((trouble) => ({
    trouble,
    videos: found.flatMap(({ video, troubles }) => (troubles.includes(trouble) ? [video] : [])),
  }))
}

function fitted(
  item: Fields,
  { from, to, fit }: { from: Measured | null; to: Measured; fit: Fit },
): { item: Fields; troubles: FitTrouble[] } {
  const beyond: FitTrouble[] = isBeyond(item, to) ? ['beyond'] : []
  const times = timesOf(item)
  if (fit === 'none' || times.length === 0) return { item, troubles: beyond }
  const move = from && timeMove(from, to, fit)
  if (!move) return { item, troubles: ['unfitted', ...beyond] }
  const end = to.duration ?? Number.MAX_SAFE_INTEGER
  const placed = times.map(({ register, second }) => {
    const wanted = Math.round(move(second))
    return { register, wanted, second: Math.min(Math.floor(end), Math.max(0, wanted)) }
  })
  // A length of a part of a second, to which a whole one is rounded up, cuts nothing.
  const isCut = placed.some(({ wanted }) => wanted < 0 || wanted - end >= 1)
  const moved = placed.reduce((all, { register, second }) => withValue(all, register, second), item)
  return { item: moved, troubles: isCut ? ['cut'] : [] }
}

const timesOf = (item: Fields) =>
  TIMES.flatMap((register) => {
    const second = valueIn(item, register)
    return typeof second === 'number' ? [{ register, second }] : []
  })

/** Null when the pitches or lengths are unknown. */
function timeMove(from: Measured, to: Measured, fit: 'pitch' | 'length') {
  if (fit === 'pitch') {
    if (from.pitch === null || to.pitch === null) return null
    const distance = to.pitch - from.pitch
    return (second: number) => second + distance
  }
  if (!from.duration || !to.duration) return null
  const scale = to.duration / from.duration
  return (second: number) => second * scale
}

/** Whether an item ends after the end of the video. */
export function isBeyond(item: Fields, { duration }: Measured): boolean {
  return duration !== null && timesOf(item).some(({ second }) => second > duration)
}

export type TimeBasis =
  /** The start of the video. */
  | 'set'
  /** The current time. */
  | 'move'
  | 'pitch'
  | 'end'
  /** A second that the user named. */
  | 'marker'

type TimeCell = Pick<CellValue, 'row' | 'register'>

/** The second that a basis counts from; null when it is unknown. */
function originOf(basis: TimeBasis, { row, register }: TimeCell, marker?: number): number | null {
  const origin = {
    set: 0,
    move: registerValue(row, register),
    pitch: row.video.pitch,
    // Times are whole seconds, the length may not be.
    end: row.video.duration === null ? null : Math.floor(row.video.duration),
    marker,
  }[basis]
  return typeof origin === 'number' ? origin : null
}

/**
 * The second at `offset` from a basis, at least 0; null when the basis is unknown. `marker` is the
 * second of the selected marker in the row's video.
 */
export function timeFrom(
  basis: TimeBasis,
  offset: number,
  cell: TimeCell,
  marker?: number,
): number | null {
  const origin = originOf(basis, cell, marker)
  return origin === null ? null : Math.max(0, Math.round(origin + offset))
}

/** The seconds of a text from a basis. Null when empty, undefined when it is invalid in a row. */
export function offsetFrom(
  basis: TimeBasis,
  text: string,
  { rows, column, markerIn }: OfTimes,
): number | null | undefined {
  const offset = readOffset(text)
  if (basis === 'set' && (offset ?? 0) < 0) return undefined
  const isOther = (row: SheetRow) => {
    const origin = originOf(basis, { row, register: column.register ?? '' }, markerIn?.(row))
    return isOtherTime(row, column, text, origin)
  }
  return rows.some(isOther) ? undefined : offset
}

interface OfTimes {
  rows: readonly SheetRow[]
  column: SheetColumn
  markerIn?: (row: SheetRow) => number | undefined
}

/** The seconds by which a text moves start and end of some rows; undefined when it is invalid. */
export function moveBy(text: string, rows: readonly SheetRow[]): number | undefined {
  const isOther = rows.some(({ video: { duration } }) =>
    isOtherOffset(text, { duration, known: null }),
  )
  return isOther ? undefined : (readOffset(text) ?? undefined)
}

/**
 * Start and end of a row, both moved by the same amount so that neither is negative and the
 * duration stays.
 */
export function movedWindow(row: SheetRow, offset: number): CellValue[] {
  const known = timesOf(row.value)
  const move = Math.max(offset, 0 - Math.min(...known.map(({ second }) => second)))
  return known.map(({ register, second }) => ({ row, register, value: Math.round(second + move) }))
}

/**
 * Flags of some rows, switched to the other state: off when the first of them is on in every row
 * that can be changed.
 */
export function toggled(rows: readonly SheetRow[], flags: readonly string[]): CellValue[] {
  const [first] = flags
  if (first === undefined) return []
  const isFixed = ({ mark, edits }: SheetRow) => {
    const edit = edits.get(first)
    return mark === 'removed' || (edit !== undefined && isInFlight(edit))
  }
  const isOn = rows.every((row) => isFixed(row) || registerValue(row, first) === true)
  return rows.flatMap((row) => flags.map((register) => ({ row, register, value: !isOn })))
}

/** What to do with a list. */
export type ListBasis = 'set' | 'add' | 'remove'

/** The list of a row with texts set, added or removed; null when it stays unchanged. */
export function listFrom(
  basis: ListBasis,
  texts: readonly string[],
  { row, register }: Pick<CellValue, 'row' | 'register'>,
): string[] | null {
  const known = textsOf(registerValue(row, register))
  if (basis === 'set') return [...texts]
  const isKept = (text: string) => (basis === 'add' ? !known.includes(text) : known.includes(text))
  const named = new Set(texts.filter(isKept))
  if (named.size === 0) return null
  return basis === 'add' ? [...known, ...named] : known.filter((text) => !named.has(text))
}

/**
 * Whether an enabled filter would have an empty list: the document does not say who then passes.
 */
export const isEmptyFilter = (row: SheetRow, list: unknown) =>
  Array.isArray(list) && list.length === 0 && registerValue(row, 'enabled') === true

/** The number of places that some edits change. */
export const editCount = (edits: SheetEdits) =>
  edits.reduce((sum, { changes }) => sum + changes.length, 0)

function inVideos(placed: readonly { video_id: string; change: Change }[]): SheetEdits {
  const byVideo = groupBy(placed, ({ video_id }) => video_id)
  return [...byVideo].map(([video_id, all]) => ({
    video_id,
    changes: all.map(({ change }) => change),
  }))
}
