import type { Video } from '../../src/shared/api/video.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { aVideo } from './edits.ts'

type Of<K extends Change['kind']> = Extract<Change, { kind: K }>

interface SeenItem {
  id: string
  start: number | null
  end: number | null
}

/** The part of a video that the model covers. */
interface Seen {
  items: SeenItem[]
  countries: string[]
}

/** Ignores the order of items and countries, and treats absent values as null. */
export function seenOf(video: Video): Seen {
  const items = (video.call_actions?.items ?? []).map(({ id, window }) => {
    return { id, start: window?.start ?? null, end: window?.end ?? null }
  })
  const countries = video.traffic_filter?.countries?.toSorted() ?? []
  return { items: items.toSorted((a, b) => (a.id < b.id ? -1 : 1)), countries }
}

const ORIGINAL = seenOf(aVideo())
const originalOf = (id: string | null) => ORIGINAL.items.find((item) => item.id === id)

/**
 * The video that the user sees after changes, computed from what they saw before and never from
 * rows; null when one of the changes is impossible. `ids` are those of the created items, in order.
 */
export function seenAfter(seen: Seen, changes: readonly Change[], ids: readonly string[]) {
  const rest = [...ids]
  let next: Seen | null = seen
  for (const change of changes) {
    if (next) next = after(next, change, rest)
  }
  return next && sorted(next)
}

function after(seen: Seen, change: Change, ids: string[]): Seen | null {
  switch (change.kind) {
    case 'create':
      return { ...seen, items: [...seen.items, created(change, ids.shift() ?? '')] }
    case 'list':
      return { ...seen, countries: listed(seen.countries, change) }
    case 'delete':
      return deleted(seen, change)
    case 'revert':
      return { ...seen, items: reverted(seen.items, change) }
    case 'note':
      return seen
    case 'set': {
      const item = seen.items.find(({ id }) => id === change.item_id)
      return item ? { ...seen, items: withEdge(seen.items, change, change.value as number) } : null
    }
  }
}

function created({ item }: Of<'create'>, id: string): SeenItem {
  const { start = null } = item['window'] as { start?: number }
  return { id, start, end: null }
}

const listed = (codes: readonly string[], { add, remove }: Of<'list'>) =>
  [...new Set([...codes, ...add])].filter((code) => !remove.includes(code))

function deleted(seen: Seen, { item_id }: Of<'delete'>): Seen | null {
  const items = seen.items.filter(({ id }) => id !== item_id)
  const isThere = items.length < seen.items.length || originalOf(item_id) !== undefined
  return isThere ? { ...seen, items } : null
}

function reverted(items: SeenItem[], { item_id, register }: Of<'revert'>): SeenItem[] {
  const original = originalOf(item_id)
  const others = items.filter(({ id }) => id !== item_id)
  if (register === null) return original ? [...others, original] : others
  const value = original?.[edgeOf(register)] ?? null
  return withEdge(items, { item_id, register }, value)
}

const edgeOf = (register: string) => (register === 'window.start' ? 'start' : 'end')

const withEdge = (
  items: SeenItem[],
  { item_id, register }: { item_id: string | null; register: string },
  value: number | null,
) => items.map((item) => (item.id === item_id ? { ...item, [edgeOf(register)]: value } : item))

const sorted = ({ items, countries }: Seen): Seen => ({
  items: items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  countries: countries.toSorted(),
})
