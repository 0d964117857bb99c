import type { Failure } from '../../../shared/failure.ts'
import { type Edit, isInFlight } from '../../../shared/features/publishing/edit.ts'
import { getOrCreate, groupBy } from '../../../shared/maps.ts'
import type { Texts } from '../../text.ts'

/** Numbers of pending edits of a video or an account. */
export interface Counts {
  changes: number
  videos: number
  added: number
  changed: number
  removed: number
  conflicts: number
  rejected: number
  /** Not posted yet. */
  drafts: number
  /** Queued, being sent, or being confirmed. */
  underWay: number
}

const counted = new WeakMap<readonly Edit[], Counts>()

export const countsOf = (edits: readonly Edit[]): Counts =>
  getOrCreate(counted, edits, () => count(edits))

/** In one pass, because an account may have tens of thousands. */
function count(edits: readonly Edit[]): Counts {
  const videos = new Set<string>()
  const kinds = { set: 0, list: 0, create: 0, delete: 0 }
  const states = { draft: 0, queued: 0, sending: 0, confirming: 0, conflict: 0, rejected: 0 }
  for (const { video_id, kind, status } of edits) {
    videos.add(video_id)
    kinds[kind] += 1
    states[status] += 1
  }
  return {
    changes: edits.length,
    videos: videos.size,
    added: kinds.create,
    changed: kinds.set + kinds.list,
    removed: kinds.delete,
    conflicts: states.conflict,
    rejected: states.rejected,
    drafts: states.draft,
    underWay: states.queued + states.sending + states.confirming,
  }
}

/**
 * The edits that a post would send, also those that wait because they were refused; those in
 * conflict, or queued for another reason, stay as they are.
 */
export const postable = (edits: readonly Edit[]) =>
  edits.filter(
    ({ status, failure }) =>
      status === 'draft' || status === 'rejected' || (status === 'queued' && failure !== null),
  )

/** Edits that were sent already stay until their outcome is known. */
export const discardable = (edits: readonly Edit[]) => edits.filter((edit) => !isInFlight(edit))

/** Edits by video, in the order in which the videos were first edited. */
export const byVideo = (edits: readonly Edit[]): Map<string, Edit[]> =>
  groupBy(edits, ({ video_id }) => video_id)

type StatusWord = keyof Texts['edits']['status']

/** The text key for an edit's status; for a waiting one, what it waits for. */
export function statusWord(
  { status, failure, waitsUntil }: Pick<Edit, 'status' | 'failure' | 'waitsUntil'>,
  blocked: Failure | null,
  now: number,
): StatusWord {
  if (status !== 'queued') return status
  if (waitsUntil !== null && waitsUntil > now) return failure ? 'waitingAgain' : 'waitingUntil'
  const kind = (blocked ?? failure)?.kind
  if (kind === 'offline') return 'waitingOffline'
  return OF_KEY.has(kind) ? 'waitingKey' : 'waiting'
}

const OF_KEY = new Set<Failure['kind'] | undefined>(['key', 'unauthorized', 'forbidden'])
