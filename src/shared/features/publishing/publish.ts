import { z } from 'zod'
import type { Field } from '../../api/settings/field.ts'
import { COLLECTIONS, type Collection, type Group } from '../../api/settings/index.ts'
import type { Failure } from '../../failure.ts'
import { onAccount } from '../../model/ids.ts'
import { type Operation, returns, storedChange } from '../../operation.ts'
import type { Edit } from './edit.ts'
import { fieldAt } from './register.ts'

/** The state of a video in a publish. */
export const PUBLISH_STATES = [
  'waiting',
  'sending',
  /** Sent without a response. The video is read until the outcome is known. */
  'unknown',
  'published',
  'conflict',
  'refused',
  /** Its changes are drafts again: the publish was stopped, or they were edited meanwhile. */
  'left',
  /** The service had every value already, or the changes were reverted meanwhile. */
  'unneeded',
] as const
export type PublishState = (typeof PUBLISH_STATES)[number]

/** The kinds of changes that are counted separately. */
export const CHANGE_KINDS = [
  'urls',
  'times',
  'texts',
  'settings',
  ...COLLECTIONS.map((group) => `${group}_added` as const),
  ...COLLECTIONS.map((group) => `${group}_removed` as const),
] as const
export type ChangeKind =
  | 'urls'
  | 'times'
  | 'texts'
  | 'settings'
  | `${Collection}_${'added' | 'removed'}`

export type KindCounts = Partial<Record<ChangeKind, number>>

type Changed = Pick<Edit, 'kind' | 'group' | 'item_id' | 'register'>

export function changeKind(edit: Changed): ChangeKind {
  const { kind, register } = edit
  if (kind === 'create') return `${edit.group as Collection}_added`
  if (kind === 'delete') return `${edit.group as Collection}_removed`
  const field = register === null ? undefined : fieldAt({ ...edit, register })
  return field ? kindOfField(field) : 'settings'
}

function kindOfField({ format, kind, choices }: Field): ChangeKind {
  if (format === 'url') return 'urls'
  if (format === 'second') return 'times'
  return kind === 'text' && !choices ? 'texts' : 'settings'
}

export function kindCountsOf(edits: readonly Changed[]): KindCounts {
  const counts: KindCounts = {}
  for (const edit of edits) {
    const kind = changeKind(edit)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

export const isRemoval = (kind: ChangeKind) => kind.endsWith('_removed')

export const sumOf = (counts: KindCounts) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export function addCounts(one: KindCounts, other: KindCounts): KindCounts {
  const sum = { ...one }
  for (const kind of CHANGE_KINDS) {
    const count = (one[kind] ?? 0) + (other[kind] ?? 0)
    if (count > 0) sum[kind] = count
  }
  return sum
}

export interface PublishedVideo {
  video_id: string
  /** Its name when it was published. */
  name: string
  state: PublishState
  /** All changes of the video that were added to this publish. */
  changes: KindCounts
  /** Those that a read found on the service. */
  published: KindCounts
  /** Published, and then changed by someone else. */
  overwritten: number
  unneeded: number
  /** Epoch milliseconds of its last step; null before the first. */
  at: number | null
  /** Why the last of its changes was refused or is waiting. */
  failure: Failure | null
  /** The largest number of requests that one change took. */
  requests: number
}

export interface Publish {
  /** Ascends with time. */
  id: number
  /** Epoch milliseconds. */
  startedAt: number
  /** Null while it is running. */
  endedAt: number | null
  isStopped: boolean
  /** In the order of sending. */
  videos: PublishedVideo[]
}

export interface PublishSummary extends Omit<Publish, 'videos'> {
  videos: number
  changes: number
  published: number
}

/** A place that changed after a publish, and that taking it back would change again. */
export interface LaterChange {
  video_id: string
  name: string
  group: Group
  item_id: string | null
  register: string | null
  /** The value that the publish set, the current value, and the value after taking back. */
  published: unknown
  now: unknown
  restored: unknown
  /** For a pixel's threshold, the mode of each value. */
  modes?: Record<'published' | 'now' | 'restored', unknown>
  /** Whether it is an unpublished local change. */
  isDraft: boolean
}

/** The effect of taking back a publish. */
export interface TakeBack {
  /** The number of videos in which drafts are made. */
  videos: number
  /** The number of drafts that are made, and of those that are removed. */
  made: number
  dropped: number
  later: LaterChange[]
  /** The number of deleted items that were created again since. */
  present: number
  /** Names of videos that no longer exist, or in which a value or an item cannot be restored. */
  missing: string[]
}

const onPublish = onAccount.extend({ publish: z.int().nonnegative() })

export const publishesCalls = {
  /** Newest first. */
  list: { input: onAccount, output: returns<PublishSummary[]>(), isStored: true },
  /** The last publish, until it is dismissed. */
  last: { input: onAccount, output: returns<Publish | null>(), isStored: true, isLarge: true },
  open: { input: onPublish, output: returns<Publish | null>(), isStored: true, isLarge: true },
  dismiss: { input: onPublish, ...storedChange },
  /** A preview of `edits.takeBack`. Changes nothing. */
  takingBack: {
    input: onPublish.extend({ keepsLater: z.boolean() }),
    output: returns<TakeBack>(),
    isStored: true,
    isLarge: true,
  },
} satisfies Record<string, Operation>
