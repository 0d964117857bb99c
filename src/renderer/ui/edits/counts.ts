import type { Failure } from '../../../shared/failure.ts'
import type { Edit, EditStatus } from '../../../shared/features/publishing/edit.ts'
import { changeKind, type KindCounts } from '../../../shared/features/publishing/publish.ts'
import type { Texts } from '../../../shared/locales/en/texts.ts'
import { getOrCreate, groupBy } from '../../../shared/maps.ts'

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

const UNDER_WAY: readonly EditStatus[] = ['queued', 'sending', 'confirming']

const counted = new WeakMap<readonly Edit[], Counts>()

export const countsOf = (edits: readonly Edit[]): Counts =>
  getOrCreate(counted, edits, () => count(edits))

function count(edits: readonly Edit[]): Counts {
  const having = (test: (edit: Edit) => boolean) => edits.filter(test).length
  const added = having(({ kind }) => kind === 'create')
  const removed = having(({ kind }) => kind === 'delete')
  return {
    changes: edits.length,
    videos: new Set(edits.map(({ video_id }) => video_id)).size,
    added,
    changed: edits.length - added - removed,
    removed,
    conflicts: having(({ status }) => status === 'conflict'),
    rejected: having(({ status }) => status === 'rejected'),
    drafts: having(({ status }) => status === 'draft'),
    underWay: having(({ status }) => UNDER_WAY.includes(status)),
  }
}

export function kindCountsOf(edits: readonly Edit[]): KindCounts {
  const counts: KindCounts = {}
  for (const edit of edits) {
    const kind = changeKind(edit)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** The edits that a post would send; those in conflict or already queued stay as they are. */
export const postable = (edits: readonly Edit[]) =>
  edits.filter(({ status }) => status === 'draft' || status === 'rejected')

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
  if (waitsUntil !== null && waitsUntil > now) return 'waitingUntil'
  const kind = (blocked ?? failure)?.kind
  if (kind === 'offline') return 'waitingOffline'
  return kind === 'key' || kind === 'unauthorized' || kind === 'forbidden'
    ? 'waitingKey'
    : 'waiting'
}
