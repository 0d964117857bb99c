import { GROUPS, type Group } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import {
  applyListEdit,
  type Item,
  itemAt,
  itemsOf,
  withValue,
} from '../../../shared/features/publishing/lay.ts'
import { type RegisterAt, registerKind } from '../../../shared/features/publishing/register.ts'
import { fieldsOf } from '../../../shared/plain.ts'

/** The video as the service had it before each of these entries, which are newest first. */
export const rewound = (video: Video, entries: readonly HistoryEntry[]): Video =>
  entries.reduce(beforeEntry, video)

/** The video before one entry. Entries that changed nothing on the service change nothing. */
function beforeEntry(video: Video, entry: HistoryEntry): Video {
  const { event, group, item_id, register } = entry
  if (event === 'downloaded') return withGroups(video, entry)
  const isOfService = event === 'posted' || event === 'overwritten'
  if (!isOfService || group === null) return video
  if (register !== null) return withRegister(video, { group, item_id, register }, entry)
  return item_id === null ? video : withItem(video, { group, item_id }, entry.before)
}

/** A group that is only in the entry's new state did not exist before it. */
function withGroups(video: Video, { before, after }: HistoryEntry): Video {
  const [were, are] = [fieldsOf(before), fieldsOf(after)]
  const changed = GROUPS.filter((group) => group in were || group in are)
  return { ...video, ...Object.fromEntries(changed.map((group) => [group, were[group]])) } as Video
}

function withRegister(video: Video, at: RegisterAt, entry: HistoryEntry): Video {
  const { group, item_id, register } = at
  // An overwritten value was ours for a while; what the service had before it is `base`.
  const was = entry.event === 'overwritten' ? entry.base : entry.before
  const isUnknown = entry.event === 'overwritten' && !('base' in entry)
  if (isUnknown) return video
  // Null rather than absent: an absent secret counts as unknown.
  const change = (fields: unknown) => {
    const value =
      registerKind(at) === 'list'
        ? listBefore(fieldsOf(fields)[register], { was, is: entry.after })
        : (was ?? null)
    return withValue(fieldsOf(fields), register, value)
  }
  if (item_id === null) return { ...video, [group]: change(video[group]) } as Video
  if (!itemAt(video, { group, item_id })) return video
  return withItems(
    video,
    group,
    itemsOf(video, group).map((item) => (item.id === item_id ? (change(item) as Item) : item)),
  )
}

/** Keeps what others added to or removed from the list. */
function listBefore(now: unknown, { was, is }: { was: unknown; is: unknown }): string[] {
  const [before, after] = [textsOf(was), textsOf(is)]
  const added = before.filter((text) => !after.includes(text))
  const removed = after.filter((text) => !before.includes(text))
  return applyListEdit(now, { added, removed })
}

const textsOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

function withItem(
  video: Video,
  { group, item_id }: { group: Group; item_id: string },
  before: unknown,
): Video {
  const others = itemsOf(video, group).filter(({ id }) => id !== item_id)
  const was = before === null || before === undefined ? [] : [{ ...fieldsOf(before), id: item_id }]
  return withItems(video, group, [...others, ...was])
}

const withItems = (video: Video, group: Group, items: readonly Item[]) =>
  ({ ...video, [group]: { ...fieldsOf(video[group]), items } }) as Video
