import { z } from 'zod'
import { COLLECTIONS, type Collection, GROUPS, type Group } from '../../api/settings/index.ts'
import type { VideoPatch } from '../../api/video.ts'
import { type Video, videoId } from '../../api/video.ts'
import type { Failure } from '../../failure.ts'
import { onAccount, onVideo, onVideos } from '../../model/ids.ts'
import { noOutput, type Operation, returns } from '../../operation.ts'

const group = z.enum(GROUPS)
const collection = z.enum(COLLECTIONS)
const itemId = z.string().min(1).max(200)
const register = z.string().min(1).max(60)
/**
 * Only checked as JSON, which it is already: a deeper check would take most of the time of an edit
 * of the whole sheet.
 */
const json = z.custom<z.core.util.JSONType>((value) => value !== undefined)
const texts = z.array(z.string().min(1).max(500)).max(2000)

/** Characters of a note on a change. */
export const LONGEST_NOTE = 4000
const note = z.string().max(LONGEST_NOTE)

const LOCAL = 'local:'

/** The temporary id of an item that is not posted yet; replaced by the service's. */
export const localId = (name: string) => `${LOCAL}${name}`

export const isLocalId = (item_id: string) => item_id.startsWith(LOCAL)

/** The service's ids of items that were posted since the start, by their `local:` ids. */
export type AdoptedIds = Readonly<Record<string, string>>

/** The id under which the window knows an item first: its `local:` id also after it was posted. */
export function firstIds(adopted: AdoptedIds = {}): (item_id: string) => string {
  const locals = new Map(Object.entries(adopted).map(([local, id]) => [id, local]))
  return (item_id) => locals.get(item_id) ?? item_id
}

/** One change made in a form. Several together form one undo step. */
const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), group, item_id: itemId.nullable(), register, value: json }),
  /**
   * A change of a list of plain values, as additions and removals, so that values added by others are
   * preserved.
   */
  z.object({ kind: z.literal('list'), group, register, add: texts, remove: texts }),
  z.object({
    kind: z.literal('create'),
    group: collection,
    item: z.record(z.string(), json),
    note: note.optional(),
  }),
  z.object({ kind: z.literal('delete'), group: collection, item_id: itemId }),
  /** Resets a register to the service's value; with `register` null, the whole item. */
  z.object({
    kind: z.literal('revert'),
    group,
    item_id: itemId.nullable(),
    register: register.nullable(),
  }),
  /** Why a pending change is made; an empty note removes it. */
  z.object({
    kind: z.literal('note'),
    group,
    item_id: itemId.nullable(),
    register: register.nullable(),
    note,
  }),
])
export type Change = z.output<typeof change>

export const MOST_VIDEOS = 2000

/** The changes of one undo step, for one or more videos. More than `MOST_VIDEOS` fail as `too-many`. */
const edits = z
  .array(z.object({ video_id: videoId, changes: z.array(change).min(1).max(20_000) }))
  .min(1)

/** Whether some edits are of more videos than can be saved at once. */
export const isTooMany = (edits: readonly { video_id: string }[]) =>
  new Set(edits.map(({ video_id }) => video_id)).size > MOST_VIDEOS

/** A place in a video; `item_id` is null for a group without items. */
const videoPlace = z.object({ video_id: videoId, group, item_id: itemId.nullable() })
export type VideoPlace = z.output<typeof videoPlace>

export const videoPlaces = z.array(videoPlace).max(20_000)

/**
 * The template that a step applies: these places, and the items that the step creates, are compared
 * with it from then on.
 */
const appliedTemplate = z.object({ template_id: z.string(), places: videoPlaces })
export type AppliedTemplate = z.output<typeof appliedTemplate>

export type EditStatus =
  /** Saved on this computer only. */
  | 'draft'
  /** Waiting to be posted: for its turn, the network, a key or a limit. */
  | 'queued'
  | 'sending'
  /** Sent without a response. The video is read until the outcome is known. */
  | 'confirming'
  /** Someone else changed the same value on the service; not sent until the user decides. */
  | 'conflict'
  /** The service refused it; its text is in `failure`. */
  | 'rejected'

/** Whether an edit was sent and its outcome is not known yet. */
export const isInFlight = ({ status }: { status: EditStatus }) =>
  status === 'sending' || status === 'confirming'

/** The pending change of one register; with `register` null, the creation or deletion of an item. */
export interface Edit {
  /** Identifies the edit within its video. */
  key: string
  video_id: string
  kind: 'set' | 'list' | 'create' | 'delete'
  group: Group
  item_id: string | null
  register: string | null
  /** The service's value when the edit was made. */
  base: unknown
  /** The wanted value; for a list, the complete list as it would be now. */
  want: unknown
  /** For a list. */
  added?: string[]
  removed?: string[]
  /** Why it is made, in the user's words. */
  note?: string
  status: EditStatus
  /** In a conflict: the service's current value. */
  theirs?: unknown
  /** For a pixel's mode or threshold: the other of the two on the service when this edit was made. */
  partner?: unknown
  /** Why it was rejected or is waiting. */
  failure: Failure | null
  /** Epoch milliseconds of the next attempt. */
  waitsUntil: number | null
}

/** A problem of a draft. An error prevents its item from being posted, a warning does not. */
export interface Problem {
  severity: 'error' | 'warning'
  video_id: string
  group: Group
  item_id: string | null
  /** Null when it concerns the whole item or group. */
  register: string | null
  /** Name of the rule, from which the window makes the sentence. */
  rule: string
  /** Values for the sentence, such as a limit. */
  details: Record<string, string | number>
}

export interface VideoRow {
  id: string
  name: string
  /** In seconds; null when the service did not return it. */
  duration: number | null
  /** Epoch milliseconds of the service's response. */
  asOf: number
  callActions: number
  pixels: number
  added: number
  changed: number
  removed: number
  conflicts: number
  rejected: number
}

export interface VideoList {
  rows: VideoRow[]
  /** Epoch ms at which the whole list was last read; null if never. */
  asOf: number | null
  trouble: Failure | null
}

export interface OpenVideo {
  /** As the service last returned it. */
  base: Video
  /** With the edits applied; new items have their `local:` id. */
  shown: Video
  edits: Edit[]
  asOf: number
  /** Absent in a report. */
  adopted?: AdoptedIds
}

/**
 * An item on the service that equals one posted from here, although that was created only once. Both stay
 * until the user decides.
 */
export interface Duplicate {
  video_id: string
  videoName: string
  group: Collection
  item_id: string
  /** Id of the item created here. */
  duplicate_of: string
  item: unknown
  /** Epoch milliseconds. */
  foundAt: number
}

/** All pending edits of an account. */
export interface EditsList {
  edits: Edit[]
  /** Names of the videos with edits, by id. */
  names: Record<string, string>
  duplicates: Duplicate[]
  /** Absent in a report. */
  adopted?: AdoptedIds
  canUndo: boolean
  canRedo: boolean
  isPosting: boolean
  /** Why nothing is sent although edits are queued: no network, no token, or a missing scope. */
  blocked: Failure | null
}

export interface HistoryEntry {
  id: number
  /** Epoch milliseconds. */
  at: number
  video_id: string
  event: 'downloaded' | 'posted' | 'overwritten' | 'duplicate' | 'discarded' | 'resolved'
  group: Group | null
  item_id: string | null
  register: string | null
  before: unknown
  after: unknown
  /** The publish that made it. */
  publish?: number | undefined
  /** Why it was made, in the user's words. */
  note?: string | undefined
  /** For an overwritten value: the value before our own. */
  base?: unknown
}

/**
 * Whether a problem concerns this edit, and as an error prevents it from being posted: it concerns the same
 * register or the whole item, or no other edit of the item (`beside`) concerns its register. An error in one
 * of a group's own settings prevents them all, because one may depend on another.
 */
export function isBlockedBy(
  { register, severity }: Problem,
  edit: Pick<Edit, 'register' | 'item_id'>,
  beside: readonly Pick<Edit, 'register'>[],
): boolean {
  if (edit.item_id === null && severity === 'error') return true
  if (edit.register === null || register === null || edit.register === register) return true
  return !beside.some((other) => other.register === register)
}

export type { Collection, Group }

// One edit may contain a million characters of HTML, and JSON takes up to six characters for one.
export const LARGEST_EDIT = 8 * 1024 * 1024

export interface SavedStep {
  created: string[]
  /** The changes left out, because the edits there are in flight. */
  leftOut: number
}

export const editsCalls = {
  list: { input: onAccount, output: returns<EditsList>(), isLarge: true },
  /**
   * Saves one undo step. Resolves when it is on disk, with the ids of created items in order. A change of an
   * edit in flight refuses the step; with `leavesInFlight` such changes alone are left out, and counted.
   */
  save: {
    input: onAccount.extend({
      edits,
      template: appliedTemplate.optional(),
      leavesInFlight: z.boolean().optional(),
    }),
    output: returns<SavedStep>(),
    largestInput: LARGEST_EDIT,
  },
  undo: { input: onAccount, output: noOutput },
  redo: { input: onAccount, output: noOutput },
  /**
   * Discards the pending edits of some videos, or of all with null. Edits already sent remain until
   * confirmed.
   */
  discard: { input: onVideos, output: noOutput },
  check: { input: onVideos, output: returns<Problem[]>() },
  /** The exact request bodies that would be sent for a video now, in order. */
  request: { input: onVideo, output: returns<VideoPatch[]>() },
  post: { input: onVideos, output: noOutput },
  /** Stops after the current video. Queued edits become drafts again. */
  stop: { input: onAccount, output: noOutput },
  resolve: {
    input: onVideo.extend({ keys: z.array(z.string()).min(1), choice: z.enum(['mine', 'theirs']) }),
    output: noOutput,
  },
  /** Marks a possible duplicate as intended, so that it is no longer reported. */
  keepBoth: { input: onVideo.extend({ item_id: z.string().min(1).max(200) }), output: noOutput },
  history: { input: onVideo, output: returns<HistoryEntry[]>() },
  /** Creates drafts with the value before a history entry, if it differs; returns how many. */
  restore: { input: onVideo.extend({ entry: z.int() }), output: returns<{ changes: number }>() },
  /** Creates drafts with all values of the video before a history entry, as one step. */
  restoreVideo: { input: onVideo.extend({ entry: z.int() }), output: noOutput },
  /** Creates drafts with the values before a publish, as one step; `keepsLater` leaves out what changed since. */
  takeBack: {
    input: onAccount.extend({ publish: z.int().nonnegative(), keepsLater: z.boolean() }),
    output: noOutput,
  },
} satisfies Record<string, Operation>
