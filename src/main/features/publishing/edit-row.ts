import type { Group } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { EditStatus, HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import { type Item, itemsOf } from '../../../shared/features/publishing/lay.ts'
import { itemToSend } from '../../../shared/features/publishing/patch-body.ts'
import { hasWantedValues } from '../../../shared/features/publishing/value.ts'

/** An edit as it is kept: one per register of a video, or per item made or deleted. */
export interface EditRow {
  account_id: string
  video_id: string
  /** Its `registerKey`. */
  key: string
  /** The order in which they were made. */
  seq: number
  kind: 'set' | 'list' | 'create' | 'delete'
  group: Group
  /** Of an item made here its `local:` id. */
  item_id: string | null
  register: string | null
  /** What the service had when the edit was made; null when it had nothing. */
  base: unknown
  /** What it shall have: a value, or of a `create` the whole item without an id. */
  want: unknown
  /** Of a `list`. */
  added: string[] | null
  removed: string[] | null
  status: EditStatus
  /** Requests that were begun with it. */
  attempt: number
  /** Of these, those whose outcome could not be known at once. */
  rounds: number
  /** Epoch milliseconds: committed before the first byte leaves. */
  sentAt: number | null
  /** Until then a late request may still be applied: committed before the first byte leaves. */
  quarantineUntil: number | null
  /** Of a `create`: the ids of the collection's items just before it was sent. */
  knownIds: string[] | null
  /** When a read after sending first did not show it. */
  missedAt: number | null
  /** Of a `set` on an item: the item as it was, should someone delete it before this is posted. */
  item?: unknown
  /** In conflict: what the service has. */
  theirs: unknown
  failure: Failure | null
  /** Epoch milliseconds until which nothing is tried. */
  waitsUntil: number | null
  /**
   * Of which change by the person the row is: the store's alone. It goes back with the row, so
   * that a commit never undoes what the person changed since the row was read.
   */
  revision?: number
}

/** An item made here, what it became, and items beside it that may be its duplicates. */
export interface Adopted {
  row: EditRow
  item: Item
  duplicates: Item[]
}

export interface NewHistory {
  at: number
  event: HistoryEntry['event']
  group: Group | null
  item_id: string | null
  register: string | null
  before: unknown
  after: unknown
}

export interface StoredBase {
  video: Video
  /** Epoch milliseconds. */
  fetchedAt: number
}

/** A video as it is stored, and the edits of it that wait, as both are at one moment. */
export interface EditedVideo {
  base: StoredBase | null
  rows: EditRow[]
}

/** What becomes of a video's edits, in one transaction. */
export interface EditsCommit {
  put?: EditRow[]
  /** Edits that are done with, as they were read. */
  remove?: Pick<EditRow, 'key' | 'revision'>[]
  base?: StoredBase
  /** What items made here became. */
  adopted?: Adopted[]
  history?: NewHistory[]
}

/** What the outbox needs of the store. Each verb is one transaction, on the disk when it resolves. */
export interface EditStore {
  videoBase: (account_id: string, video_id: string) => Promise<StoredBase | null>
  /** Both in one read: what is posted between two reads would be in neither. */
  editedVideo: (account_id: string, video_id: string) => Promise<EditedVideo>
  /** By the order in which they were made; of one video, or with null of all. */
  editRows: (account_id: string, video_id: string | null) => Promise<EditRow[]>
  /**
   * Throws `refused`, and nothing is kept, when the person changed or took back one of these edits
   * since it was read: the rows are to be read again. Only what is no draft can be removed.
   * Gives the ids of items that may be duplicates, each once.
   */
  commitEdits: (account_id: string, video_id: string, commit: EditsCommit) => Promise<string[]>
}

/** The video management service, as the outbox needs it. Everything throws a DeskError. */
export interface VideoService {
  list: (account_id: string) => Promise<{ value: Video[]; asOf: number }>
  read: (account_id: string, video_id: string) => Promise<{ value: Video; asOf: number }>
  patch: (account_id: string, video_id: string, body: Record<string, unknown>) => Promise<void>
  upload: (
    account_id: string,
    file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> },
  ) => Promise<{ id: string }>
}

/**
 * Items that were not there before an item made here was first sent, and have all that it has. The
 * first is it. Others are its duplicates: someone's, or of a request that was applied after all.
 */
export function newEquals({ group, knownIds, want }: EditRow, video: Video): Item[] {
  const known = new Set(knownIds)
  const wanted = itemToSend(group, want)
  return itemsOf(video, group).filter(
    (item) => !known.has(item.id) && hasWantedValues(group, item, wanted),
  )
}
