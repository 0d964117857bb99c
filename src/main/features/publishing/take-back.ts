import type { Group } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Change, HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import {
  applyEdits,
  itemAt,
  itemsOf,
  valueAt,
  valueIn,
} from '../../../shared/features/publishing/lay.ts'
import { modeOf, modesAround, partnerOf } from '../../../shared/features/publishing/modes.ts'
import type { LaterChange } from '../../../shared/features/publishing/publish.ts'
import {
  type EditPlace,
  placeKey,
  type RegisterAt,
  registerKey,
  registerKind,
} from '../../../shared/features/publishing/register.ts'
import { registersOf, sameValue } from '../../../shared/features/publishing/value.ts'
import { isImageButton } from '../../../shared/features/videos/check/call-actions.ts'
import { THRESHOLD } from '../../../shared/features/videos/codec.ts'
import { groupBy } from '../../../shared/maps.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import type { EditTables } from './edit-commit.ts'
import type { EditRow } from './edit-row.ts'
import { assertItem, assertStorable } from './edit-validation.ts'
import { changesBack, groupsBack, type Now, rewound, setsHandBuilt } from './restore.ts'

interface TakenBack {
  edits: { video_id: string; changes: Change[] }[]
  later: LaterChange[]
  /** The number of deleted items that were created again since. */
  present: number
  /** Names of videos that no longer exist, or in which a value or an item cannot be restored. */
  missing: string[]
}

interface Of {
  account_id: string
  publish: number
  keepsLater: boolean
}

/**
 * The changes that restore the state before a publish, and the later changes that conflict with
 * them.
 */
export function takenBack(tables: EditTables, { account_id, publish, keepsLater }: Of): TakenBack {
  const { history, publishes } = tables
  const posted = history.ofPublish(account_id, publish).filter(({ event }) => event === 'posted')
  const names = new Map(
    publishes.open(account_id, publish)?.videos.map(({ video_id, name }) => [video_id, name]),
  )
  const back: TakenBack = { edits: [], later: [], present: 0, missing: [] }
  for (const [video_id, own] of groupBy(posted, (entry) => entry.video_id)) {
    const name = names.get(video_id) ?? video_id
    const now = nowIn(tables, account_id, video_id)
    if (!now) {
      back.missing.push(name)
      continue
    }
    const all = history.list(account_id, video_id)
    const entries = withPartners(own, now.base, all)
    const later = laterThan(entries, now, all).map((one) => ({ ...one, video_id, name }))
    const kept = new Set(keepsLater ? later.flatMap(pairKeys) : [])
    const { changes, present, isGone } = undone(
      entries.filter(
        (entry) => entry.group && !kept.has(registerKey({ ...entry, group: entry.group })),
      ),
      now,
      all,
    )
    back.present += present
    const possible = changes.filter((change) => isPossible(change, now.shown))
    const isWhole = possible.length === changes.length && !possible.some(lacksPicture)
    if (isGone || !isWhole) back.missing.push(name)
    if (possible.length > 0) back.edits.push({ video_id, changes: possible })
    back.later.push(...later)
  }
  return back
}

/**
 * With an entry for the mode of each changed threshold, and for the threshold of each changed mode: taking
 * back one alone would give a value another unit when the other was changed since.
 */
function withPartners(
  entries: readonly HistoryEntry[],
  base: Video,
  history: readonly HistoryEntry[],
): HistoryEntry[] {
  const posted = new Set(entries.map((entry) => entry.group && registerKey(entry as EditPlace)))
  return entries.flatMap((entry) => {
    const partner = entry.group && partnerOf(entry as EditPlace)
    if (!partner || posted.has(registerKey(partner))) return [entry]
    const then = rewound(
      base,
      history.filter(({ at }) => at > entry.at),
    )
    const value = valueAt(then, partner) ?? null
    return [entry, { ...entry, ...partner, before: value, after: value }]
  })
}

/** The keys of a place and of its partner. */
function pairKeys(at: EditPlace): string[] {
  const partner = partnerOf(at)
  return [at, ...(partner ? [partner] : [])].map(registerKey)
}

const lacksPicture = (change: Change) => change.kind === 'create' && isImageButton(change.item)

/** Some values that the service once had cannot be set, and some items not created again. */
function isPossible(change: Change, shown: Video): boolean {
  if (setsHandBuilt(change, shown)) return false
  if (change.kind !== 'create') return true
  const { group, item } = change
  try {
    assertStorable({ group, item_id: null, register: null }, item)
    assertItem(group, item)
    return true
  } catch {
    return false
  }
}

/** The changes that bring a video, as now shown, back to before an entry of its history. */
export function changesBefore(
  tables: EditTables,
  of: { account_id: string; video_id: string },
  entry: number,
): Change[] | null {
  const { account_id, video_id } = of
  const now = nowIn(tables, account_id, video_id)
  if (!now) return null
  const since = tables.history.list(account_id, video_id).filter(({ id }) => id >= entry)
  return groupsBack({ ...rewound(now.base, since) }, now).filter(
    (change) => !setsHandBuilt(change, now.shown),
  )
}

interface Edited extends Now {
  rows: EditRow[]
}

function nowIn({ videos, edits }: EditTables, account_id: string, video_id: string): Edited | null {
  const base = videos.find(account_id, video_id)?.video
  if (!base) return null
  const rows = edits.list(account_id, video_id)
  return { base, rows, shown: applyEdits(base, rows) }
}

function undone(entries: readonly HistoryEntry[], now: Now, history: readonly HistoryEntry[]) {
  const first = entries.at(-1)?.id ?? Infinity
  const since = history.filter(({ id }) => id >= first)
  const changes = changesBack(entries, now, since)
  const target = rewound(now.shown, entries)
  const groups = [...new Set(entries.flatMap(({ group }) => group ?? []))]
  const gone = groups.flatMap((group) =>
    itemsOf(target, group).filter(({ id }) => !itemAt(now.shown, { group, item_id: id })),
  )
  const back = changes.filter(({ kind }) => kind === 'create' || kind === 'revert')
  const isGone = entries.some(
    ({ group, item_id, register }) =>
      group !== null &&
      item_id !== null &&
      register !== null &&
      !itemAt(target, { group, item_id }),
  )
  return { changes, present: gone.length - back.length, isGone }
}

type Later = Omit<LaterChange, 'video_id' | 'name'>

interface Compared {
  /** Keys of the places for which a newer entry of the publish exists. */
  seen: Set<string>
  video: Video
  /** The video with the publish taken back. */
  target: Video
  rows: readonly EditRow[]
  base: Video
  /** All of the video. */
  history: readonly HistoryEntry[]
}

/** The places that changed since the publish, and that taking it back would change. */
function laterThan(
  entries: readonly HistoryEntry[],
  { shown, base, rows }: Edited,
  history: readonly HistoryEntry[],
): Later[] {
  const target = rewound(shown, entries)
  const compared = { seen: new Set<string>(), video: shown, target, rows, base, history }
  return entries.flatMap((entry): Later[] => {
    const { group, item_id, register } = entry
    if (group === null) return []
    const key = registerKey({ group, item_id, register })
    if (compared.seen.has(key)) return []
    compared.seen.add(key)
    const of = { ...entry, group }
    return register === null ? laterItem(of, compared) : laterValue({ ...of, register }, compared)
  })
}

function laterItem(entry: HistoryEntry & { group: Group }, { seen, video, rows }: Compared) {
  const { group, item_id, after: published } = entry
  const at = { group, item_id, register: null }
  const now = itemAt(video, at)
  if (!now || published === null || isAsMade(entry, now, seen)) return []
  const isDraft = rows.some((row) => placeKey(row) === placeKey(at))
  return [{ ...at, published, now, restored: null, isDraft }]
}

function laterValue(
  entry: HistoryEntry & RegisterAt,
  { video, target, rows, base, history }: Compared,
): Later[] {
  const { group, item_id, register, after: published } = entry
  const at = { group, item_id, register }
  // In a list, only the publish's own additions and removals are taken back.
  if (registerKind(at) === 'list') return []
  const isGone = item_id !== null && !itemAt(video, at)
  const now = valueAt(video, at) ?? null
  if (isGone || sameValue(at, now, published)) return []
  const isDraft = rows.some(({ key }) => key === registerKey(at))
  const later = { ...at, published, now, restored: valueAt(target, at) ?? null, isDraft }
  if (register !== THRESHOLD) return [later]
  const modes = {
    published: modesAround(entry, history, base).after,
    now: modeOf(video, at),
    restored: modeOf(target, at),
  }
  return [{ ...later, modes }]
}

/**
 * Whether a created item is unchanged since the publish; `seen` are the places that the publish
 * itself changed later.
 */
function isAsMade({ group, item_id, after }: HistoryEntry, item: object, seen: Set<string>) {
  if (group === null) return true
  return registersOf(group).every((register) => {
    const at = { group, item_id, register }
    const was = valueIn(fieldsOf(after), register)
    return seen.has(registerKey(at)) || sameValue(at, valueIn(fieldsOf(item), register), was)
  })
}
