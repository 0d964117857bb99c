import { type Group, isCollection } from '../../api/settings/index.ts'
import { groupBy } from '../../maps.ts'
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
  /** Equal for the same place, whatever is edited. */
  key: string
  video: SheetVideo
  item_id: string | null
  /** With the edits. */
  value: Fields
  /** As the service has it; null of an item created here. */
  base: Fields | null
  /** By register. */
  edits: ReadonlyMap<string, Edit>
  mark: 'added' | 'changed' | 'removed' | null
  /** Whether it is the first row of its video. */
  isFirst: boolean
}

const NO_EDITS: ReadonlyMap<string, Edit> = new Map()
const NONE: Fields = {}

/** Rows without edits are computed once, so that an edit costs only the videos that have edits. */
const unedited = new WeakMap<SheetVideo, SheetRow[]>()

/**
 * The rows of a tab with the edits laid over them: videos in the given order, items in the service's order and
 * created ones last. Items to be deleted keep their row.
 */
export function sheetRows(
  group: Group,
  videos: readonly SheetVideo[],
  edits: readonly Edit[],
): SheetRow[] {
  const byVideo = groupBy(
    edits.filter((edit) => edit.group === group),
    ({ video_id }) => video_id,
  )
  return videos.flatMap((video) => {
    const own = byVideo.get(video.id)
    if (own) return rowsOf(group, video, own)
    const known = unedited.get(video)
    if (known) return known
    const rows = rowsOf(group, video, [])
    unedited.set(video, rows)
    return rows
  })
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
      isFirst: index === 0,
    }
  })
}

const rowOf = (
  video: SheetVideo,
  item_id: string | null,
  content: Pick<SheetRow, 'value' | 'base' | 'edits' | 'mark'>,
): SheetRow => ({ key: `${video.id} ${item_id ?? ''}`, video, item_id, isFirst: true, ...content })

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

/** A register's value in a row, null when absent; with `base`, as the service has it. */
export const registerValue = ({ value, base }: SheetRow, register: string, of?: 'base'): unknown =>
  valueIn(of === 'base' ? (base ?? NONE) : value, register) ?? null

/** Whether a register differs from the service's value, or its item is new. */
export const isChanged = (row: SheetRow, register: string) =>
  row.mark === 'added' || row.edits.has(register)
