import type { Group } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import {
  type AdoptedIds,
  type Edit,
  type EditStatus,
  type HistoryEntry,
  isInFlight,
} from '../../../shared/features/publishing/edit.ts'
import {
  applyListEdit,
  type Item,
  itemsOf,
  valueAt,
  valueIn,
} from '../../../shared/features/publishing/lay.ts'
import { partnerOf } from '../../../shared/features/publishing/modes.ts'
import { itemToSend } from '../../../shared/features/publishing/patch-body.ts'
import { placeKey, registerKey } from '../../../shared/features/publishing/register.ts'
import { hasWantedValues } from '../../../shared/features/publishing/value.ts'
import { fieldsOf } from '../../../shared/plain.ts'

/** A stored edit: one per register of a video, or per created or deleted item. */
export interface EditRow {
  account_id: string
  video_id: string
  /** Its `registerKey`. */
  key: string
  /** The order in which edits were made. */
  seq: number
  kind: 'set' | 'list' | 'create' | 'delete'
  group: Group
  /** A `local:` id while the item exists only here. */
  item_id: string | null
  register: string | null
  /** The service's value when the edit was made; null for none. */
  base: unknown
  /** The new value; for a `create`, the whole item without an id. */
  want: unknown
  /** For a `list`. */
  added: string[] | null
  removed: string[] | null
  status: EditStatus
  /** Number of requests that were started with it. */
  attempt: number
  /** Number of those requests whose outcome was unknown at first. */
  rounds: number
  /** Number of tries that were refused since the user last published it. */
  refusals?: number
  /** Epoch milliseconds; committed before the first byte leaves. */
  sentAt: number | null
  /** Epoch milliseconds until which a late request may be applied; committed as `sentAt`. */
  quarantineUntil: number | null
  /** For a `create`: the ids of the collection's items just before it was sent. */
  knownIds: string[] | null
  /** When a read after sending first failed to show it, epoch milliseconds. */
  missedAt: number | null
  /**
   * For a `set` on an item: the item as it was, in case someone deletes it meanwhile. Also for the
   * `create` that this becomes, in case it is there again.
   */
  item?: unknown
  /**
   * For a pixel's mode or threshold: the other of the two, on the service with `base`, and as shown when the
   * user last decided on this value, which means something else beside another. Absent in rows of earlier
   * versions.
   */
  partner?: { base: unknown; shown: unknown }
  /** For a conflict: the service's value. */
  theirs: unknown
  /**
   * Why it is refused, or, while it is queued, why it waits. In flight: the answer to it, if it is no
   * proof of what became of it. Queued without a wait: an answer of which a read showed that it was a
   * refusal.
   */
  failure: Failure | null
  /** Nothing is tried before this time, epoch milliseconds. Without a `failure`, for a limit. */
  waitsUntil: number | null
  /** The publish that it was last given to. */
  publish?: number
  /** In flight when the user stopped its publish: it is not sent again by itself. */
  isStopped?: true | undefined
  /** Why it is made, in the user's words. */
  note?: string
  /**
   * A random number, new at every change by the user, except when an edit in flight is stopped or
   * its note changes: commits keep both as stored. Set by the store alone, and absent until the row
   * is stored. Passed back with the row, so that a commit never undoes what the user changed since
   * the row was read.
   */
  revision?: number
}

/** A created item with the id that the service gave it, and items that may be its duplicates. */
export interface Adopted {
  row: EditRow
  item: Item
  duplicates: Item[]
}

export interface NewHistory {
  /** The publish that made it. */
  publish?: number | undefined
  note?: string | undefined
  /** For an overwritten value: the value before our own. */
  base?: unknown
  at: number
  event: HistoryEntry['event']
  group: Group | null
  item_id: string | null
  register: string | null
  before: unknown
  after: unknown
}

export interface OutcomeHistory extends NewHistory {
  /** The key of a removed edit, whose note is taken as it is stored. */
  edit?: string
}

/** When a read was requested. */
export interface ReadTime {
  /** Epoch milliseconds. */
  fetchedAt: number
  /** Monotonic milliseconds. Absent for a read from before the start. */
  begunAt?: number | undefined
}

export interface StoredBase extends ReadTime {
  video: Video
}

/** A stored video and its waiting edits, read together. */
export interface EditedVideo {
  base: StoredBase | null
  rows: EditRow[]
}

/** With the service's ids of items that were created here, see `AdoptedIds`. */
export interface OpenedVideo extends EditedVideo {
  adopted: AdoptedIds
}

/** The user's decision about edits in conflict. */
export interface Resolution {
  keys: readonly string[]
  choice: 'mine' | 'theirs'
}

/** Changes to a video's edits, committed in one transaction. */
export interface EditsCommit {
  put?: EditRow[]
  /** Finished edits at the revision that was read. */
  remove?: Pick<EditRow, 'key' | 'revision'>[]
  base?: StoredBase
  /** The items that `create` edits became; no other edit can become one of them. */
  adopted?: Adopted[]
  history?: OutcomeHistory[]
  /** Keys of removed edits that the service has, and of those that someone changed since. */
  published?: string[]
  overwritten?: string[]
}

/** A video of the list that could not be read, and the place of what is wrong in it. */
export interface UnreadVideo {
  id: string
  fault: string
}

/** The video management service, as the outbox needs it. Everything throws an AppError. */
export interface VideoService {
  list: (account_id: string) => Promise<{ value: Video[]; unread: UnreadVideo[]; asOf: number }>
  read: (account_id: string, video_id: string) => Promise<{ value: Video; asOf: number }>
  patch: (account_id: string, video_id: string, body: Record<string, unknown>) => Promise<void>
  upload: (
    account_id: string,
    file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> },
  ) => Promise<{ id: string }>
}

/** Items that did not exist before a `create` edit was first sent, and are not in `taken`. */
function newItems({ group, knownIds }: EditRow, video: Video, taken: readonly string[] = []) {
  const known = new Set([...(knownIds ?? []), ...taken])
  return itemsOf(video, group).filter(({ id }) => !known.has(id))
}

/**
 * The new items that are equal to a `create` edit. The first is the created item. Others are
 * possible duplicates: someone else's, or of a request that was applied late. Items in `taken` are
 * those of other edits.
 */
export function newEquals(row: EditRow, video: Video, taken?: readonly string[]): Item[] {
  const wanted = itemToSend(row.group, row.want)
  return newItems(row, video, taken).filter((item) => hasWantedValues(row.group, item, wanted))
}

/**
 * A `create` that may be one of the new items, changed since it was sent: only the user can tell.
 * Null without such items. Each of them is asked about once.
 */
export function unclear(row: EditRow, video: Video, taken?: readonly string[]): EditRow | null {
  const ids = row.kind === 'create' ? newItems(row, video, taken).map(({ id }) => id) : []
  if (ids.length === 0) return null
  const { attempt: requests, sentAt } = row
  return {
    ...row,
    ...isAsItWas,
    status: 'rejected',
    knownIds: [...(row.knownIds ?? []), ...ids],
    failure: { kind: 'unconfirmed', reason: 'other-item', requests, sentAt: sentAt ?? 0 },
  }
}

/**
 * The key of edits of which all are sent or none: those of one item, or a group's own settings. Of
 * these one may depend on another, as turning on a filter depends on its fallback video.
 */
export const unitOf = (row: EditRow) => placeKey(row)

/** An edit as the window sees it; with `video`, a list as it would be now. */
export function editOf(row: EditRow, video?: Video): Edit {
  const { key, video_id, kind, group, item_id, register, base, status } = row
  const partner = knownPartner(row)
  const isList = kind === 'list' && register !== null
  const want =
    isList && video ? applyListEdit(valueAt(video, { group, item_id, register }), row) : row.want
  return {
    ...{ key, video_id, kind, group, item_id, register, base, want, status },
    ...(isList && { added: row.added ?? [], removed: row.removed ?? [] }),
    ...(status === 'conflict' && { theirs: row.theirs }),
    ...(partner && { partner: partner.base }),
    ...(row.note !== undefined && { note: row.note }),
    failure: row.failure,
    waitsUntil: row.waitsUntil,
  }
}

/** Longer than reads after a write can be outdated. */
export const OUTDATED_READS_MS = 15_000

export const isAsItWas = {
  theirs: null,
  failure: null,
  waitsUntil: null,
  missedAt: null,
  isStopped: undefined,
} as const

/**
 * A draft as a queued edit; null for an edit that is not to be posted. Refused edits only when
 * named, also those that wait for another try.
 */
export function queued(row: EditRow, isNamed: boolean): EditRow | null {
  const isRefused = row.status === 'rejected' || isHeld(row)
  if (row.status !== 'draft' && !(isRefused && isNamed)) return null
  // Counted anew, but never from 0 once it was sent: it may have been applied.
  const rounds = Math.min(row.rounds, 1)
  return { ...row, ...isAsItWas, status: 'queued', rounds, refusals: 0 }
}

/** Whether it waits because it was refused: not for a limit, which a user cannot end. */
export const isHeld = ({ status, failure }: Pick<EditRow, 'status' | 'failure'>) =>
  status === 'queued' && failure !== null

/** An edit in conflict as a queued one: the service's value becomes its base. */
export function queuedAsMine(row: EditRow): EditRow {
  const base = row.kind === 'create' ? null : row.theirs
  return { ...row, ...isAsItWas, base, status: 'queued', refusals: 0 }
}

/**
 * With the other of a pixel's mode and threshold as it is shown now; others as they are. `was` is null for a
 * row whose base is the service's value now.
 */
export function withPartner(
  row: EditRow,
  { base, rows }: { base: Video | undefined; rows: ReadonlyMap<string, EditRow> },
  was: EditRow['partner'] | null = knownPartner(row),
): EditRow {
  const at = partnerOf(row)
  if (!at) return row
  const own = rows.get(registerKey(at))
  const theirs = (base && valueAt(base, at)) ?? null
  const shown = own ? (own.want ?? null) : theirs
  return { ...row, partner: { base: was ? was.base : theirs, shown } }
}

/** The other of a pixel's mode and threshold, as an edit knows it; undefined without one, or when it is unknown. */
export function knownPartner(row: EditRow): EditRow['partner'] {
  const at = partnerOf(row)
  if (!at || row.partner || row.item === undefined) return row.partner
  const value = valueIn(fieldsOf(row.item), at.register) ?? null
  return { base: value, shown: value }
}

/** A queued edit as a draft again, and one in flight as one to become a draft; null for others. */
export function stopped(row: EditRow): EditRow | null {
  if (isInFlight(row)) return { ...row, isStopped: true }
  return row.status === 'queued' ? { ...row, ...isAsItWas, status: 'draft' } : null
}

/** With what the user may have changed since the row was read, although it is in flight. */
export function withOwnOf(stored: EditRow | null, row: EditRow): EditRow {
  if (!stored || !isInFlight(stored)) return row
  const { note: _, isStopped: __, ...others } = row
  const noted = stored.note === undefined ? others : { ...others, note: stored.note }
  return (stored.isStopped && stopped(noted)) || noted
}
