import {
  type Collection,
  GROUPS,
  type Group,
  isCollection,
} from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import { isRestorable } from '../../../shared/features/publishing/change-history.ts'
import {
  type Change,
  type HistoryEntry,
  isLocalId,
} from '../../../shared/features/publishing/edit.ts'
import {
  applyListEdit,
  type Item,
  itemAt,
  itemsOf,
  valueAt,
  valueIn,
  withValue,
} from '../../../shared/features/publishing/lay.ts'
import { modeOf, partnerOf } from '../../../shared/features/publishing/modes.ts'
import { itemToSend } from '../../../shared/features/publishing/patch-body.ts'
import { differingIn } from '../../../shared/features/publishing/reading.ts'
import {
  fieldAt,
  GROUP_REGISTERS,
  isSecret,
  type RegisterAt,
  registerKind,
} from '../../../shared/features/publishing/register.ts'
import {
  isHandBuiltList,
  registersOf,
  sameItem,
} from '../../../shared/features/publishing/value.ts'
import { withoutPicture } from '../../../shared/features/videos/new-item.ts'
import { type Fields, fieldsOf, isFields } from '../../../shared/plain.ts'
import type { NewHistory } from './edit-row.ts'
import { isSame } from './save.ts'

type Made = Extract<Change, { kind: 'create' }>['item']
type ItemAt = { group: Collection; item_id: string }

/** A video with its drafts, and as last read from the service. */
export interface Now {
  shown: Video
  base: Video
}

/**
 * The changes that undo an entry of a history on a video as it is now: what was changed at other times
 * stays.
 */
export function restoringChanges(
  entry: HistoryEntry,
  now: Now,
  history: readonly HistoryEntry[] = [],
): Change[] {
  const { group, item_id, register, before } = entry
  const { shown } = now
  const since = history.filter(({ id }) => id >= entry.id)
  if (!isRestorable(entry)) return []
  if (group === null) {
    const changes = changesBack(changesRead(entry), now, since)
    return changes.filter((change) => !setsHandBuilt(change, shown))
  }
  if (register !== null) {
    const at = { group, item_id, register }
    return [...entryBack(entry, at, shown), ...pairBack(entry, at, now, history)]
  }
  if (item_id === null || !isCollection(group)) return []
  const item = isFields(before) ? { ...before, id: item_id } : null
  if (item && itemsAgain(group, [item], { shown, then: rewound(shown, since) }).has(item)) return []
  return itemBack({ group, item_id }, before, now)
}

/** The changes that undo what these entries changed; `since` are the oldest of them and all newer ones. */
export function changesBack(
  entries: readonly NewHistory[],
  now: Now,
  since: readonly NewHistory[],
): Change[] {
  const target = rewound(now.shown, entries)
  const groups = new Set(entries.flatMap(({ group }) => group ?? []))
  const before = Object.fromEntries([...groups].map((group) => [group, target[group]]))
  return groupsBack(before, { ...now, then: rewound(now.shown, since) })
}

/** What others changed before a reading, as an entry for each. */
const changesRead = (reading: HistoryEntry) =>
  differingIn(reading)
    .filter(({ group }) => group in fieldsOf(reading.before))
    .map(({ group, item_id, register }): HistoryEntry => {
      const at = { group, item_id, register }
      const [before, after] = [reading.before, reading.after].map((read) => {
        const video = fieldsOf(read) as Partial<Video> as Video
        return register === null ? itemAt(video, at) : valueAt(video, { ...at, register })
      })
      return { ...reading, ...at, event: 'posted', before: before ?? null, after: after ?? null }
    })

/** Whether a change would set a list with an overlay that was built by hand. */
export const setsHandBuilt = (change: Change, shown: Video) =>
  change.kind === 'set' && isHandBuiltList(change, change.value, valueAt(shown, change))

interface Restored extends Now {
  /** The video at the time that is restored; by default what is brought back. */
  then?: Video
}

/** The changes that bring the named groups of a video back. */
export function groupsBack(before: Fields, { then, ...now }: Restored): Change[] {
  const { shown } = now
  return GROUPS.filter((group) => group in before).flatMap((group) => {
    const target = { [group]: before[group] } as Partial<Video> as Video
    const were = fieldsOf(before[group])
    // A backup may lack the secret; unknown is not empty.
    const known = Object.keys(GROUP_REGISTERS[group]).filter((register) => {
      return !isSecret(register) || register in were
    })
    const own = known.flatMap((register) => {
      const at = { group, item_id: null, register }
      return registerBack(at, valueAt(target, at), shown)
    })
    if (!isCollection(group)) return own
    return [...own, ...itemsBack(group, target, { ...now, then: then ?? target })]
  })
}

function itemsBack(group: Collection, target: Video, of: Required<Restored>): Change[] {
  const were = itemsOf(target, group)
  const known = new Set(were.map(({ id }) => id))
  const again = itemsAgain(group, were, of)
  const kept = new Set(again.values())
  const made = itemsOf(of.shown, group).filter((item) => !known.has(item.id) && !kept.has(item))
  return [
    ...were
      .filter((item) => !again.has(item))
      .flatMap((item) => itemBack({ group, item_id: item.id }, item, of)),
    ...made.map(({ id }): Change => ({ kind: 'delete', group, item_id: id })),
  ]
}

/** The deleted items of which an equal one was made since, as when they were restored before. */
function itemsAgain(
  group: Collection,
  were: readonly Item[],
  { shown, then }: Pick<Required<Restored>, 'shown' | 'then'>,
): Map<Item, Item> {
  const isThere = (video: Video, { id }: Item) => !!itemAt(video, { group, item_id: id })
  const made = new Set(
    itemsOf(shown, group).filter((item) => isLocalId(item.id) || !isThere(then, item)),
  )
  const again = new Map<Item, Item>()
  for (const item of were.filter((each) => !isThere(shown, each))) {
    const [whole, plain] = [item, withoutPicture(item) as Item]
    const equal = [...made].find(
      (each) => sameItem(group, each, whole) || sameItem(group, each, plain),
    )
    if (!equal) continue
    again.set(item, equal)
    made.delete(equal)
  }
  return again
}

function itemBack({ group, item_id }: ItemAt, before: unknown, { shown, base }: Now): Change[] {
  const item = itemAt(shown, { group, item_id })
  if (before === null || before === undefined) {
    return item ? [{ kind: 'delete', group, item_id }] : []
  }
  // Only a draft deletes it.
  const isDropped = !item && itemAt(base, { group, item_id }) !== undefined
  if (!item && !isDropped) {
    return [{ kind: 'create', group, item: withoutPicture(itemToSend(group, before)) as Made }]
  }
  const registers = registersOf(group).flatMap((register) => {
    const value = valueIn(fieldsOf(before), register)
    return registerBack({ group, item_id, register }, value, isDropped ? base : shown)
  })
  return isDropped ? [{ kind: 'revert', group, item_id, register: null }, ...registers] : registers
}

function registerBack(at: RegisterAt, before: unknown, shown: Video): Change[] {
  const now = valueAt(shown, at) ?? null
  const was = before ?? null
  if (registerKind(at) === 'list') return listBack(at, textsOf(was), textsOf(now))
  if (isSame(now, was)) return []
  const value = was as Extract<Change, { kind: 'set' }>['value']
  return [{ kind: 'set', ...at, value: fieldAt(at)?.kind === 'list' ? (value ?? []) : value }]
}

function listBack({ group, register }: RegisterAt, was: string[], now: string[]): Change[] {
  const add = applyListEdit(was, { removed: now })
  const remove = applyListEdit(now, { removed: was })
  if (add.length + remove.length === 0) return []
  return [{ kind: 'list', group, register, add, remove }]
}

/** Of a list, what the entry added and removed. Nothing when its item is gone. */
function entryBack({ before, after }: HistoryEntry, at: RegisterAt, shown: Video): Change[] {
  if (at.item_id !== null && !itemAt(shown, at)) return []
  if (registerKind(at) !== 'list') return registerBack(at, before, shown)
  const now = textsOf(valueAt(shown, at))
  return listBack(at, listBefore(now, { was: before, is: after }), now)
}

/** With a pixel's mode its threshold, and the other way round, unless the mode is still the same. */
function pairBack(
  entry: HistoryEntry,
  at: RegisterAt,
  { shown, base }: Now,
  history: readonly HistoryEntry[],
): Change[] {
  const other = partnerOf(at)
  if (!other) return []
  // Both have the same time when they were posted together, in any order.
  const then = rewound(
    base,
    history.filter((one) => one.at >= entry.at),
  )
  const [was, is] = [modeOf(then, at), modeOf(shown, at)]
  if (was === undefined || is === undefined || was === is) return []
  // A value that the service did not have had no other beside it there.
  if (!isSame(entry.before, valueAt(then, at) ?? null)) return []
  return registerBack(other, valueAt(then, other), shown)
}

const textsOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

/** The video as the service had it before each of these entries, which are newest first. */
export const rewound = (video: Video, entries: readonly NewHistory[]): Video =>
  entries.reduce(beforeEntry, video)

/** The video before one entry. Entries that changed nothing on the service change nothing. */
function beforeEntry(video: Video, entry: NewHistory): Video {
  const { event, group, item_id, register } = entry
  if (event === 'downloaded') return withGroups(video, entry)
  const isOfService = event === 'posted' || event === 'overwritten'
  if (!isOfService || group === null) return video
  if (register !== null) return withRegister(video, { group, item_id, register }, entry)
  return item_id === null ? video : withItem(video, { group, item_id }, entry.before)
}

/** A group that is only in the entry's new state did not exist before it. */
function withGroups(video: Video, { before, after }: NewHistory): Video {
  const [were, are] = [fieldsOf(before), fieldsOf(after)]
  const changed = GROUPS.filter((group) => group in were || group in are)
  return { ...video, ...Object.fromEntries(changed.map((group) => [group, were[group]])) } as Video
}

function withRegister(video: Video, at: RegisterAt, entry: NewHistory): Video {
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
