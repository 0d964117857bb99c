import type { Video } from '../../../shared/api/video.ts'
import type { Change, HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import { applyEdits, itemAt, valueAt, valueIn } from '../../../shared/features/publishing/lay.ts'
import type { LaterChange } from '../../../shared/features/publishing/publish.ts'
import {
  placeKey,
  registerKey,
  registerKind,
} from '../../../shared/features/publishing/register.ts'
import { registersOf, sameValue } from '../../../shared/features/publishing/value.ts'
import { groupBy } from '../../../shared/maps.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import type { EditTables } from './edit-commit.ts'
import type { EditRow } from './edit-row.ts'
import { assertItem, assertStorable } from './edit-validation.ts'
import { groupsBack } from './restore.ts'
import { rewound } from './rewind.ts'

interface TakenBack {
  edits: { video_id: string; changes: Change[] }[]
  later: LaterChange[]
  /** Names of videos that are no longer there, or of which an item cannot be made again. */
  missing: string[]
}

interface Of {
  account_id: string
  publish: number
  keepsLater: boolean
}

/** The changes that restore what was there before a publish, and the later ones that stand in their way. */
export function takenBack(tables: EditTables, { account_id, publish, keepsLater }: Of): TakenBack {
  const { history, publishes } = tables
  const posted = history.ofPublish(account_id, publish).filter(({ event }) => event === 'posted')
  const names = new Map(
    publishes.open(account_id, publish)?.videos.map(({ video_id, name }) => [video_id, name]),
  )
  const back: TakenBack = { edits: [], later: [], missing: [] }
  for (const [video_id, entries] of groupBy(posted, (entry) => entry.video_id)) {
    const name = names.get(video_id) ?? video_id
    const shown = shownIn(tables, account_id, video_id)
    if (!shown) {
      back.missing.push(name)
      continue
    }
    const later = laterThan(entries, shown).map((one) => ({ ...one, video_id, name }))
    const kept = new Set(keepsLater ? later.map(registerKey) : [])
    const changes = changesBack(
      entries.filter(
        (entry) => entry.group && !kept.has(registerKey({ ...entry, group: entry.group })),
      ),
      shown.video,
    )
    const possible = changes.filter(isPossible)
    if (possible.length < changes.length) back.missing.push(name)
    if (possible.length > 0) back.edits.push({ video_id, changes: possible })
    back.later.push(...later)
  }
  return back
}

/** An item that the service once had may be one that cannot be made again. */
function isPossible(change: Change): boolean {
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
  const shown = shownIn(tables, account_id, video_id)
  if (!shown) return null
  const since = tables.history.list(account_id, video_id).filter(({ id }) => id >= entry)
  return groupsBack({ ...rewound(shown.base, since) }, shown.video)
}

interface Shown {
  base: Video
  video: Video
  rows: EditRow[]
}

function shownIn(
  { videos, edits }: EditTables,
  account_id: string,
  video_id: string,
): Shown | null {
  const base = videos.find(account_id, video_id)?.video
  if (!base) return null
  const rows = edits.list(account_id, video_id)
  return { base, rows, video: applyEdits(base, rows) }
}

function changesBack(entries: readonly HistoryEntry[], shown: Video): Change[] {
  const target = rewound(shown, entries)
  const groups = [...new Set(entries.flatMap(({ group }) => group ?? []))]
  return groupsBack(Object.fromEntries(groups.map((group) => [group, target[group]])), shown)
}

type Later = Omit<LaterChange, 'video_id' | 'name'>

/** The places that are not as the publish left them, and that taking it back would change. */
function laterThan(entries: readonly HistoryEntry[], { video, rows }: Shown): Later[] {
  const seen = new Set<string>()
  const target = rewound(video, entries)
  const drafts = new Set(rows.map(({ key }) => key))
  const draftItems = new Set(rows.map(placeKey))
  return entries.flatMap((entry): Later[] => {
    if (entry.group === null) return []
    const at = { group: entry.group, item_id: entry.item_id, register: entry.register }
    const key = registerKey(at)
    if (seen.has(key)) return []
    seen.add(key)
    if (at.register === null) {
      const item = itemAt(video, at)
      if (!item || entry.after === null || isAsMade(entry, item, seen)) return []
      const isDraft = draftItems.has(placeKey(at))
      return [{ ...at, published: entry.after, now: item, restored: null, isDraft }]
    }
    // Of a list only what the publish added or removed is taken back.
    if (registerKind({ ...at, register: at.register }) === 'list') return []
    const isGone = at.item_id !== null && !itemAt(video, at)
    const now = valueAt(video, at)
    if (isGone || sameValue(at, now, entry.after)) return []
    const restored = valueAt(target, at) ?? null
    return [{ ...at, published: entry.after, now: now ?? null, restored, isDraft: drafts.has(key) }]
  })
}

/** Whether a created item is as the publish left it; `seen` are the places that it changed afterwards. */
function isAsMade({ group, item_id, after }: HistoryEntry, item: object, seen: Set<string>) {
  if (group === null) return true
  return registersOf(group).every((register) => {
    const at = { group, item_id, register }
    const was = valueIn(fieldsOf(after), register)
    return seen.has(registerKey(at)) || sameValue(at, valueIn(fieldsOf(item), register), was)
  })
}
