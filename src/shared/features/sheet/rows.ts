import { type Group, isCollection } from '../../api/settings/index.ts'
import { getOrCreate, groupBy } from '../../maps.ts'
import { type Fields, fieldsOf } from '../../plain.ts'
import type { Edit } from '../publishing/edit.ts'
import { applyEdits, itemsOf, valueIn } from '../publishing/lay.ts'

/** A video of the sheet, with one group of its settings. */
export interface SheetVideo {
  id: string
  name: string
  /** In seconds; null when the service did not return it. */
  duration: number | null
  /** The second of the pitch; null when none is set or the player is not known. */
  pitch: number | null
  /** The group as the service last returned it; null when it returned none. */
  settings: Fields | null
}

/** An item of a video, or the whole group of one without items. */
export interface SheetRow {
  /** Equal for the same place, whatever is edited, and whether or not its item was posted. */
  key: string
  video: SheetVideo
  item_id: string | null
  /** With the edits applied. */
  value: Fields
  /** As on the service; null for an item created here. */
  base: Fields | null
  /** By register. */
  edits: ReadonlyMap<string, Edit>
  mark: 'added' | 'changed' | 'removed' | null
  /** Whether it is an item whose group is off, with the edits applied. */
  isGroupOff: boolean
  /** Whether it is the first row of its video. */
  isFirst: boolean
}

const NO_VIDEO: SheetVideo = { id: '', name: '', duration: null, pitch: null, settings: null }

/** A row outside the sheet, to read and write the texts of a value. */
export const detachedRow = (value: Fields, video?: SheetVideo | null): SheetRow => ({
  ...{ key: '', video: video ?? NO_VIDEO, item_id: null, value, base: null },
  ...{ edits: NO_EDITS, mark: null, isGroupOff: false, isFirst: true },
})

const NO_EDITS: ReadonlyMap<string, Edit> = new Map()
const NONE_PENDING: readonly Edit[] = []
const NONE: Fields = {}

interface Computed {
  group: Group
  edits: readonly Edit[]
  rows: SheetRow[]
}

/** Cached rows of each video, so that an edit only recomputes the videos whose edits changed. */
const computed = new WeakMap<SheetVideo, Computed>()

/**
 * The rows of a tab with the edits applied: videos in the given order, items in the service's order
 * and created ones last. Items to be deleted keep their row.
 */
export function sheetRows(
  group: Group,
  videos: readonly SheetVideo[],
  edits: readonly Edit[],
): SheetRow[] {
  const editsOf = editsByVideo(group, edits)
  return videos.flatMap((video) => videoRows(group, video, editsOf(video)))
}

export function editsByVideo(group: Group, edits: readonly Edit[]) {
  const byVideo = groupBy(
    edits.filter((edit) => edit.group === group),
    ({ video_id }) => video_id,
  )
  return ({ id }: SheetVideo): readonly Edit[] => byVideo.get(id) ?? NONE_PENDING
}

/** The rows of one video, with its edits of the group. */
export function videoRows(group: Group, video: SheetVideo, edits: readonly Edit[]): SheetRow[] {
  if (hasRows(group, video, edits)) return computed.get(video)?.rows ?? []
  const rows = rowsOf(group, video, edits)
  computed.set(video, { group, edits, rows })
  return rows
}

/** Whether the rows of a video are cached. */
export function hasRows(group: Group, video: SheetVideo, edits: readonly Edit[]): boolean {
  const known = computed.get(video)
  return (
    known?.group === group &&
    known.edits.length === edits.length &&
    known.edits.every((edit, index) => edit === edits[index])
  )
}

function rowsOf(group: Group, video: SheetVideo, edits: readonly Edit[]): SheetRow[] {
  const base = { id: video.id, [group]: video.settings ?? {} }
  const shown = edits.length === 0 ? base : applyEdits(base, edits)
  const settings = fieldsOf(shown[group])
  if (!isCollection(group)) {
    const own = byRegister(edits)
    const mark = own.size > 0 ? 'changed' : null
    return [rowOf(video, null, { value: settings, base: video.settings, edits: own, mark })]
  }
  const byItem = groupBy(edits, ({ item_id }) => item_id)
  const now = new Map(itemsOf(shown, group).map((item) => [item.id, item]))
  const before = new Map(itemsOf(base, group).map((item) => [item.id, item]))
  const all = [...before.keys(), ...[...now.keys()].filter((id) => !before.has(id))]
  return all.map((item_id, index) => {
    const own = byItem.get(item_id) ?? []
    const known = before.get(item_id) ?? null
    const value = now.get(item_id) ?? known ?? NONE
    const mark = markOf(own)
    return {
      ...rowOf(video, item_id, { value, base: known, edits: byRegister(own), mark }),
      isGroupOff: settings['enabled'] === false,
      isFirst: index === 0,
    }
  })
}

const rowOf = (
  video: SheetVideo,
  item_id: string | null,
  content: Pick<SheetRow, 'value' | 'base' | 'edits' | 'mark'>,
): SheetRow => ({
  ...{ key: rowKey(video.id, item_id), video, item_id },
  ...{ isGroupOff: false, isFirst: true, ...content },
})

/** The key of a row; the whole group has no item. */
export const rowKey = (video_id: string, item_id: string | null) => `${video_id} ${item_id ?? ''}`

/** The row with the key that it had before its item was posted. */
export function underFirstKey(row: SheetRow, firstIdOf: (item_id: string) => string): SheetRow {
  if (row.item_id === null) return row
  const first = firstIdOf(row.item_id)
  return first === row.item_id ? row : { ...row, key: rowKey(row.video.id, first) }
}

function byRegister(edits: readonly Edit[]): ReadonlyMap<string, Edit> {
  const placed = edits.flatMap((edit): [string, Edit][] =>
    edit.register === null ? [] : [[edit.register, edit]],
  )
  return placed.length === 0 ? NO_EDITS : new Map(placed)
}

function markOf(edits: readonly Edit[]): SheetRow['mark'] {
  if (edits.some(({ kind }) => kind === 'delete')) return 'removed'
  if (edits.some(({ kind }) => kind === 'create')) return 'added'
  return edits.length > 0 ? 'changed' : null
}

const byKey = new WeakMap<readonly SheetRow[], ReadonlyMap<string, SheetRow>>()

/** Rows by their key, computed once for each list. */
export const rowsByKey = (rows: readonly SheetRow[]): ReadonlyMap<string, SheetRow> =>
  getOrCreate(byKey, rows, () => new Map(rows.map((row) => [row.key, row])))

/** A register's value in a row, null when absent; with `base`, the service's value. */
export const registerValue = ({ value, base }: SheetRow, register: string, of?: 'base'): unknown =>
  valueIn(of === 'base' ? (base ?? NONE) : value, register) ?? null

/** Whether a register differs from the service's value, or its item is new. */
export const isChanged = (row: SheetRow, register: string) =>
  row.mark === 'added' || row.edits.has(register)
