import type { VideoPatch } from '../../../shared/api/video.ts'
import { type Failure, failureOf } from '../../../shared/failure.ts'
import { isInFlight } from '../../../shared/features/publishing/edit.ts'
import { patchBody } from '../../../shared/features/publishing/patch-body.ts'
import { queued, type Resolution } from './edit-row.ts'
import type { Next, OutboxParts, Target } from './next-post.ts'
import { requestsOf } from './plan.ts'
import { makePush } from './push.ts'
import { makeWaiting, type WaitingVideos } from './waiting.ts'

export type Outbox = ReturnType<typeof makeOutbox>

/** Posts edits in the background. Each takes effect exactly once, whatever fails on the way. */
export function makeOutbox(parts: OutboxParts) {
  const { store, clock, onChange } = parts
  const { waitingOf, isForgotten, remember, forget, close } = makeAccounts(parts)

  /** Continues with waiting edits: at a start, or with network, key or scope back. */
  async function resume(account_id: string) {
    const rows = await store.editRows(account_id, null)
    if (isForgotten(account_id)) return
    const waiting = rows.filter((row) => row.status === 'queued' || isInFlight(row))
    const videosOf = (some: typeof rows) => new Set(some.map(({ video_id }) => video_id))
    waitingOf(account_id).wake(videosOf(waiting), videosOf(rows.filter(isInFlight)))
  }

  return {
    /** Queues drafts, of all videos with null. Refused edits only when their video is named. */
    async post(account_id: string, video_ids: readonly string[] | null) {
      remember(account_id)
      await store.queueEdits(account_id, video_ids)
      onChange(account_id)
      await resume(account_id)
    },
    resume,
    /** Turns queued edits back into drafts; those in flight are still confirmed, whatever they waited for. */
    async stop(account_id: string) {
      await store.stopEdits(account_id)
      onChange(account_id)
      await resume(account_id)
    },
    async resolve(account_id: string, video_id: string, resolution: Resolution) {
      await store.resolveEdits(account_id, video_id, resolution, clock.now())
      onChange(account_id)
      if (resolution.choice === 'mine') waitingOf(account_id).wake([video_id])
    },
    /** The request bodies for a video's edits, in order, by what is known of the video. */
    requests: (account_id: string, video_id: string) =>
      requestsNow(parts, { account_id, video_id }),
    isPosting: (account_id: string) => !waitingOf(account_id).isEmpty(),
    /** Why nothing is sent: no network, a key, a missing scope, a limit. */
    blocked: (account_id: string): Failure | null => waitingOf(account_id).trouble(),
    /** The number of edits that are being sent or read back, without those for which something prevents that. */
    async inFlight(account_id: string): Promise<number> {
      const rows = (await store.editRows(account_id, null)).filter(isInFlight)
      const waiting = waitingOf(account_id)
      return rows.filter(({ video_id }) => !waiting.troubleOf(video_id)).length
    },
    /** After a start: reconciles the edits in flight, and continues with queued ones. */
    async start(account_ids: readonly string[]) {
      await Promise.all(account_ids.map(resume))
    },
    remember,
    forget,
    close,
  }
}

/** The waiting videos of each account. */
function makeAccounts(parts: OutboxParts) {
  const push = makePush(parts)
  const accounts = new Map<string, { waiting: WaitingVideos; end: AbortController }>()
  const forgotten = new Set<string>()
  let isClosed = false

  return {
    waitingOf(account_id: string): WaitingVideos {
      const known = accounts.get(account_id)
      if (known) return known.waiting
      const end = new AbortController()
      if (isClosed) end.abort()
      const step = (video_id: string) => push({ account_id, video_id }, end.signal).catch(nextAfter)
      const onRest = () => parts.onChange(account_id)
      const waiting = makeWaiting({ ...parts, step, onRest, signal: end.signal })
      accounts.set(account_id, { waiting, end })
      return waiting
    },
    isForgotten: (account_id: string) => forgotten.has(account_id),
    /** The account is used again, after removing it failed. */
    remember: (account_id: string) => void forgotten.delete(account_id),
    /** Sends nothing more of an account, and ignores the outcome of requests in flight. */
    forget(account_id: string) {
      forgotten.add(account_id)
      accounts.get(account_id)?.end.abort()
      accounts.delete(account_id)
    },
    close() {
      isClosed = true
      for (const { end } of accounts.values()) end.abort()
    },
  }
}

/** An edit that the user changed while it was being prepared is read again. */
function nextAfter(thrown: unknown): Next {
  const failure = failureOf(thrown)
  return failure.kind === 'refused' ? { kind: 'later', ms: 250 } : { kind: 'trouble', failure }
}

async function requestsNow(
  { store, check = () => [] }: OutboxParts,
  { account_id, video_id }: Target,
): Promise<VideoPatch[]> {
  const { base, rows } = await store.editedVideo(account_id, video_id)
  if (!base) return []
  const { video } = base
  const due = rows.flatMap((row) => (row.status === 'queued' ? row : (queued(row, true) ?? [])))
  const requests = requestsOf({ rows, due, video, before: video, check })
  return requests.flatMap((sent): VideoPatch[] => {
    const body = patchBody(sent, video)
    return body ? [body] : []
  })
}
