import type { Collection } from '../../../shared/api/settings/index.ts'
import type { Edit, OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { firstIds, isLocalId } from '../../../shared/features/publishing/edit.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import type { ItemOrder } from '../../../shared/features/settings/preferences.ts'
import { at } from '../../../shared/features/videos/check/values.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

export interface ItemRow {
  /** The same before and after a created item gets its id from the service. */
  key: string
  item: Item
  mark: 'added' | 'changed' | 'removed' | null
  edits: Edit[]
}

/** The rows of an item list. Items to be deleted are included, with a mark. */
export function itemRows(opened: OpenVideo, group: Collection): ItemRow[] {
  const { base, shown, edits, adopted } = opened
  const keyOf = firstIds(adopted)
  const own = new Map<string, Edit[]>()
  for (const edit of edits) {
    if (edit.group !== group || edit.item_id === null) continue
    own.set(edit.item_id, [...(own.get(edit.item_id) ?? []), edit])
  }
  const now = new Map(itemsOf(shown, group).map((item) => [item.id, item]))
  const before = itemsOf(base, group)
  const known = new Set(before.map(({ id }) => id))
  const all = [
    ...before.map((item) => now.get(item.id) ?? item),
    ...[...now.values()].filter(({ id }) => !known.has(id)),
  ]
  return all.map((item) => {
    const mine = own.get(item.id) ?? []
    return { key: keyOf(item.id), item, edits: mine, mark: markOf(item.id, mine) }
  })
}

/** The row of an item by its id, or by that before it was posted; the first one without it. */
export const chosenRow = (rows: readonly ItemRow[], item_id: string | null): ItemRow | undefined =>
  rows.find(({ key, item }) => item.id === item_id || key === item_id) ?? rows[0]

interface Ordering {
  order: ItemOrder
  language: string
  nameOf: (item: Item) => string
}

/** The rows in a display order; the service's order is never changed. */
export function orderedRows(
  rows: readonly ItemRow[],
  { order, language, nameOf }: Ordering,
): readonly ItemRow[] {
  if (order === 'service') return rows
  if (order === 'name') {
    const { compare } = new Intl.Collator(language, { numeric: true })
    return rows.toSorted((one, other) => compare(nameOf(one.item), nameOf(other.item)))
  }
  const rank = order === 'start' ? startOf : stateOf
  return rows.toSorted((one, other) => rank(one) - rank(other))
}

/** Items without a start in seconds come last, by the share of the video at which they fire. */
function startOf({ item }: ItemRow): number {
  const start = at(item, 'window.start')
  if (typeof start === 'number') return start
  const threshold = at(item, 'dispatch.threshold')
  if (typeof threshold !== 'number') return Number.MAX_VALUE
  return at(item, 'dispatch.mode') === 'percent' ? LATEST_SECOND + threshold : threshold
}

const LATEST_SECOND = 1e9

/** Edited items first, then active ones, then inactive ones. */
function stateOf({ item, mark }: ItemRow): number {
  if (mark !== null) return 0
  return (at(item, 'base.active') ?? at(item, 'dispatch.active')) === true ? 1 : 2
}

function markOf(id: string, edits: readonly Edit[]): ItemRow['mark'] {
  if (edits.some(({ kind }) => kind === 'delete')) return 'removed'
  if (isLocalId(id) || edits.some(({ kind }) => kind === 'create')) return 'added'
  return edits.length > 0 ? 'changed' : null
}
