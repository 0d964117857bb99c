import { z } from 'zod'
import type { Field } from '../../api/settings/field.ts'
import { COLLECTIONS, type Collection, type Group } from '../../api/settings/index.ts'
import type { Failure } from '../../failure.ts'
import { onAccount } from '../../model/ids.ts'
import { noOutput, type Operation, returns } from '../../operation.ts'
import type { Edit } from './edit.ts'
import { fieldAt } from './register.ts'

/** What a publish did to a video, or has still to do. */
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

/** The kinds by which changes are counted. */
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

export function changeKind(
  edit: Pick<Edit, 'kind' | 'group' | 'item_id' | 'register'>,
): ChangeKind {
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
  /** As it was when it was published. */
  name: string
  state: PublishState
  /** All changes that were given to this publish. */
  changes: KindCounts
  /** Those that the service has and that were read back. */
  published: KindCounts
  /** Published, and then changed by someone else. */
  overwritten: number
  unneeded: number
  /** Epoch milliseconds of its last step; null before the first. */
  at: number | null
  /** Why the last of its changes was refused or waits. */
  failure: Failure | null
  /** Most requests that any one change took. */
  requests: number
}

export interface Publish {
  /** Ascends with time. */
  id: number
  /** Epoch milliseconds. */
  startedAt: number
  /** Null while anything of it goes on. */
  endedAt: number | null
  isStopped: boolean
  /** In the order in which they are sent. */
  videos: PublishedVideo[]
}

export interface PublishSummary extends Omit<Publish, 'videos'> {
  videos: number
  changes: number
  published: number
}

/** A place that was changed after a publish, which taking it back would change again. */
export interface LaterChange {
  video_id: string
  name: string
  group: Group
  item_id: string | null
  register: string | null
  /** What the publish made of it, what it is now, and what it would be again. */
  published: unknown
  now: unknown
  restored: unknown
  /** Of the pixel whose threshold it may be, as it is now. */
  mode?: unknown
  /** It is an unpublished change of this computer. */
  isDraft: boolean
}

/** What taking back a publish would do. */
export interface TakeBack {
  videos: number
  changes: number
  later: LaterChange[]
  /** Names of videos that are no longer there, or of which an item cannot be made again. */
  missing: string[]
}

const onPublish = onAccount.extend({ publish: z.int().nonnegative() })

export const publishesCalls = {
  /** Newest first. */
  list: { input: onAccount, output: returns<PublishSummary[]>(), isStored: true },
  /** The last one, until it is dismissed. */
  last: { input: onAccount, output: returns<Publish | null>(), isStored: true, isLarge: true },
  open: { input: onPublish, output: returns<Publish | null>(), isStored: true, isLarge: true },
  dismiss: { input: onPublish, output: noOutput, isStored: true, changes: true },
  /** What `edits.takeBack` would do. Nothing is changed. */
  takingBack: {
    input: onPublish.extend({ keepsLater: z.boolean() }),
    output: returns<TakeBack>(),
    isStored: true,
    isLarge: true,
  },
} satisfies Record<string, Operation>
