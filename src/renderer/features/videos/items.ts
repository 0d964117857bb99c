import type { Collection } from '../../../shared/api/settings/index.ts'
import type { Edit, VideoDesk } from '../../../shared/features/publishing/edit.ts'
import { isLocalId } from '../../../shared/features/publishing/edit.ts'
import { ITEM_REGISTERS } from '../../../shared/features/publishing/register.ts'
import type { ItemOrder } from '../../../shared/features/settings/preferences.ts'
import { isTextButton } from '../../../shared/features/videos/check/call-actions.ts'
import { at } from '../../../shared/features/videos/check/values.ts'
import { itemsOf, withPath } from '../../ui/edits/values.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string }

export interface ItemRow {
  item: Item
  mark: 'added' | 'changed' | 'removed' | null
  edits: Edit[]
}

/** The rows of an item list. Items to be deleted are included, with a mark. */
export function itemRows({ base, shown, edits }: VideoDesk, group: Collection): ItemRow[] {
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
    return { item, edits: mine, mark: markOf(item.id, mine) }
  })
}

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

/**
 * A new item with all settings of another that can be sent. The label is omitted where the service allows
 * none.
 */
export function copyOf(group: Collection, item: Item): Record<string, never> {
  const isHtml = at(item, 'action.as_html') === true
  const takesName = group !== 'call_actions' || !isTextButton(item)
  let copy: unknown = {}
  for (const register of Object.keys(ITEM_REGISTERS[group])) {
    const value = at(item, register)
    if (value === undefined || value === null) continue
    if (register === 'base.name' && !takesName) continue
    if (register === 'action.html' && !isHtml) continue
    copy = withPath(copy, register.split('.'), structuredClone(value))
  }
  return copy as Record<string, never>
}

export type NewItem = 'button' | 'html' | 'facebook' | 'google' | 'custom'

/** A new item with defaults. It is inactive, so that posting it unfinished shows nothing to viewers. */
export function newItem(kind: NewItem, content: string): Record<string, never> {
  const item = NEW[kind]
  if (kind !== 'button') return item as unknown as Record<string, never>
  return { ...item, action: { ...NEW.button.action, content } } as unknown as Record<string, never>
}

const call_action = { type: 'inside_video', active: false }
const dispatch = { active: false, mode: 'percent', threshold: 50 }
const NEW = {
  button: {
    base: call_action,
    window: { start: 0, end: 30, persist_on_video_end: false },
    action: { open_in_new_tab: true, as_html: false },
    design: {
      typography: { family: 'Arial', letter_spacing: 0, line_height: 1.2, size: 18, weight: 700 },
      styles: {
        background_color: '#1a7f37',
        text_color: '#ffffff',
        border_radius: 6,
        padding: 14,
        shadow: 'none',
      },
    },
  },
  html: {
    base: call_action,
    window: { start: 0, end: 30, persist_on_video_end: false },
    action: { as_html: true },
  },
  facebook: { base: { type: 'facebook' }, dispatch },
  google: { base: { type: 'google' }, dispatch },
  custom: { base: { type: 'custom' }, dispatch },
}
