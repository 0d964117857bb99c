import { GROUPS, type Group } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { getOrCreate, groupBy } from '../../maps.ts'
import { type Fields, fieldsOf } from '../../plain.ts'
import type { EditPlace, ItemPlace } from './register.ts'

/** The properties of an edit needed to apply it. */
export interface AppliedEdit extends EditPlace {
  kind: 'set' | 'list' | 'create' | 'delete'
  want: unknown
  added?: readonly string[] | null | undefined
  removed?: readonly string[] | null | undefined
}

export type Item = Fields & { id: string }

/**
 * A video with edits applied, as it would be if all were posted. Edits of a missing item are ignored; keys
 * without an edit stay unchanged.
 */
export function applyEdits(base: Video, edits: readonly AppliedEdit[]): Video {
  const laid: Record<string, unknown> = { ...base }
  for (const group of GROUPS) {
    const own = edits.filter((edit) => edit.group === group)
    if (own.length > 0) laid[group] = layGroup(fieldsOf(base[group]), own)
  }
  return laid as Video
}

function layGroup(base: Fields, edits: readonly AppliedEdit[]): Fields {
  let laid = base
  for (const edit of edits) {
    if (edit.item_id !== null || edit.register === null) continue
    const value =
      edit.kind === 'list' ? applyListEdit(valueIn(base, edit.register), edit) : edit.want
    laid = withValue(laid, edit.register, value)
  }
  const ofItems = edits.filter(({ item_id }) => item_id !== null)
  if (ofItems.length === 0) return laid
  return { ...laid, items: layItems((base['items'] ?? []) as Item[], ofItems) }
}

function layItems(items: readonly Item[], edits: readonly AppliedEdit[]): Item[] {
  const byItem = groupBy(edits, ({ item_id }) => item_id)
  const made = edits.filter(({ kind }) => kind === 'create')
  return [
    ...items.flatMap((item) => layItem(item, byItem.get(item.id) ?? [])),
    ...made.map(({ item_id, want }) => ({ ...fieldsOf(want), id: item_id ?? '' })),
  ]
}

function layItem(item: Item, edits: readonly AppliedEdit[]): Item[] {
  if (edits.some(({ kind }) => kind === 'delete')) return []
  let laid: Fields = item
  for (const { register, want } of edits) {
    if (register !== null) laid = withValue(laid, register, want)
  }
  return [laid as Item]
}

/** Applies additions and removals to a list, preserving its other values. */
export function applyListEdit(
  list: unknown,
  { added, removed }: Pick<AppliedEdit, 'added' | 'removed'>,
) {
  const known = Array.isArray(list) ? (list as string[]) : []
  const gone = new Set(removed ?? [])
  return [...new Set([...known, ...(added ?? [])])].filter((text) => !gone.has(text))
}

/** The value of a register in a video; undefined when the service returned none. */
export function valueAt(video: Video, { group, item_id, register }: EditPlace): unknown {
  const holder = item_id === null ? video[group] : itemAt(video, { group, item_id })
  return valueIn(fieldsOf(holder), register ?? '')
}

/** The items of a group; empty for a group without items. */
export const itemsOf = (video: Video, group: Group): Item[] =>
  (fieldsOf(video[group])['items'] ?? []) as Item[]

export const itemAt = (video: Video, { group, item_id }: ItemPlace): Item | undefined =>
  item_id === null ? undefined : indexOf(itemsOf(video, group)).get(item_id)

// Cached, because it is looked up once per edit, and every item may have one.
const indexes = new WeakMap<readonly Item[], Map<string, Item>>()

function indexOf(items: readonly Item[]): Map<string, Item> {
  return getOrCreate(indexes, items, () => {
    const index = new Map<string, Item>()
    for (const item of items) if (!index.has(item.id)) index.set(item.id, item)
    return index
  })
}

/** The value at a dotted path; undefined when there is none. */
export function valueIn(fields: Fields, place: string): unknown {
  let value: unknown = fields
  for (const name of place.split('.')) {
    const inside = fieldsOf(value)
    value = Object.hasOwn(inside, name) ? inside[name] : undefined
  }
  return value
}

/** A copy with the value at a dotted path set; undefined removes the key. */
export function withValue(fields: Fields, place: string, value: unknown): Fields {
  const [name = '', ...rest] = place.split('.')
  const next = rest.length === 0 ? value : withValue(fieldsOf(fields[name]), rest.join('.'), value)
  if (next !== undefined) return { ...fields, [name]: next }
  const { [name]: _, ...others } = fields
  return others
}
