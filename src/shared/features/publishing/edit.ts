import { z } from 'zod'
import { COLLECTIONS, type Collection, GROUPS, type Group } from '../../api/settings/index.ts'
import type { VideoPatch } from '../../api/video.ts'
import { type Video, videoId } from '../../api/video.ts'
import type { Failure } from '../../failure.ts'
import { onAccount, onVideo, onVideos } from '../../model/ids.ts'
import { done, type Operation, returns } from '../../operation.ts'

const group = z.enum(GROUPS as [Group, ...Group[]])
const collection = z.enum(COLLECTIONS)
const itemId = z.string().min(1).max(200)
const register = z.string().min(1).max(60)
const texts = z.array(z.string().min(1).max(500)).max(2000)

const LOCAL = 'local:'

/** Of an item made here and not posted yet: its id is ours until the service gives one. */
export const localId = (name: string) => `${LOCAL}${name}`

export const isLocalId = (item_id: string) => item_id.startsWith(LOCAL)

/** What a form changes. Several together are one step of undo. */
export const change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('set'),
    group,
    item_id: itemId.nullable(),
    register,
    value: z.json(),
  }),
  /** Of a list of plain values: what is added and removed, so that a colleague's values stay. */
  z.object({
    kind: z.literal('list'),
    group: z.literal('traffic_filter'),
    register,
    add: texts,
    remove: texts,
  }),
  z.object({ kind: z.literal('create'), group: collection, item: z.record(z.string(), z.json()) }),
  z.object({ kind: z.literal('delete'), group: collection, item_id: itemId }),
  /** Back to what the service has: one register, or with `register` null the whole item. */
  z.object({
    kind: z.literal('revert'),
    group,
    item_id: itemId.nullable(),
    register: register.nullable(),
  }),
])
export type Change = z.output<typeof change>

/** The changes of one step: of one video, or of several at once. */
export const edits = z
  .array(z.object({ video_id: videoId, changes: z.array(change).min(1).max(20_000) }))
  .min(1)
  .max(2000)

export type EditStatus =
  /** Saved on this computer; nothing of it has left. */
  | 'draft'
  /** To be posted, and waiting for its turn, the network, a key or a limit. */
  | 'queued'
  | 'sending'
  /** Sent without an answer: the video is read until it is known what became of it. */
  | 'confirming'
  /** Someone changed the same on the service: nothing is sent until the person decides. */
  | 'conflict'
  /** The service refused it, with its words. */
  | 'rejected'

/** What is changed on one register, or with `register` null an item made or deleted. */
export interface Edit {
  /** Names the edit among those of its video. */
  key: string
  video_id: string
  kind: 'set' | 'list' | 'create' | 'delete'
  group: Group
  item_id: string | null
  register: string | null
  /** What the service had when the edit was made. */
  base: unknown
  /** What it shall have; of a list the whole list as it would be now. */
  want: unknown
  /** Of a list. */
  added?: string[]
  removed?: string[]
  status: EditStatus
  /** In conflict: what the service has now. */
  theirs?: unknown
  /** Why it is rejected, or waits. */
  failure: Failure | null
  /** Epoch milliseconds until which nothing is tried. */
  waitsUntil: number | null
}

/** What is wrong with a draft. An error holds its item back, a warning nothing. */
export interface Problem {
  severity: 'error' | 'warning'
  video_id: string
  group: Group
  item_id: string | null
  /** Null when it is about the item or group as a whole. */
  register: string | null
  /** Names the rule; its sentence is the window's. */
  rule: string
  /** What the sentence needs: the value, a limit. */
  details: Record<string, string | number>
}

/** One video in the list. */
export interface VideoRow {
  id: string
  name: string
  /** Seconds; null when the service did not say. */
  duration: number | null
  /** Epoch milliseconds at which the service last said it. */
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
  /** When the whole list was last read; null when it never was. */
  asOf: number | null
  trouble: Failure | null
}

/** A video as its editors need it. */
export interface VideoDesk {
  /** As the service last gave it. */
  base: Video
  /** With the edits laid over it; items made here have their `local:` id. */
  shown: Video
  edits: Edit[]
  asOf: number
}

/** An item that is like one made here, though it was made once: both stay until the person decides. */
export interface Duplicate {
  video_id: string
  videoName: string
  group: Collection
  item_id: string
  /** The item made here. */
  twin_of: string
  item: unknown
  /** Epoch milliseconds. */
  foundAt: number
}

/** All that waits on an account's desk. */
export interface EditsList {
  edits: Edit[]
  /** Names of the videos that have edits, by id. */
  names: Record<string, string>
  duplicates: Duplicate[]
  canUndo: boolean
  canRedo: boolean
  isPosting: boolean
  /** Why nothing is sent although something is queued: no network, no token, a missing scope. */
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
}

/**
 * Of a problem at an edit's place, whether it holds that edit back: the setting itself, or with no
 * change of it all that is changed beside it.
 */
export function isHeldBy(
  { register }: Problem,
  edit: Pick<Edit, 'register'>,
  beside: readonly Pick<Edit, 'register'>[],
): boolean {
  if (edit.register === null || register === null || edit.register === register) return true
  return !beside.some((other) => other.register === register)
}

export type { Collection, Group }

// A million characters of HTML are one edit, and JSON writes a character with up to six.
export const LARGEST_EDIT = 8 * 1024 * 1024

/** What the window may ask of edits. */
export const editsCalls = {
  list: { input: onAccount, output: returns<EditsList>() },
  /** One step of undo. Answers when it is on the disk: with the ids of the items it made, in order. */
  save: {
    input: onAccount.extend({ edits }),
    output: returns<{ created: string[] }>(),
    largestInput: LARGEST_EDIT,
  },
  undo: { input: onAccount, output: done },
  redo: { input: onAccount, output: done },
  /** Gives up what waits of some videos, or with null of all; what was sent stays to be confirmed. */
  discard: { input: onVideos, output: done },
  check: { input: onVideos, output: returns<Problem[]>() },
  /** The exact bodies that would be sent for a video now, in their order. */
  request: { input: onVideo, output: returns<VideoPatch[]>() },
  post: { input: onVideos, output: done },
  /** Stops between videos; what is queued is a draft again. */
  stop: { input: onAccount, output: done },
  resolve: {
    input: onVideo.extend({
      keys: z.array(z.string()).min(1),
      choice: z.enum(['mine', 'theirs']),
    }),
    output: done,
  },
  /** A possible duplicate is wanted: it is told of no more. */
  keepBoth: { input: onVideo.extend({ item_id: z.string().min(1).max(200) }), output: done },
  history: { input: onVideo, output: returns<HistoryEntry[]>() },
  /** Makes a draft of what a history entry had before. */
  restore: { input: onVideo.extend({ entry: z.int() }), output: done },
} satisfies Record<string, Operation>
