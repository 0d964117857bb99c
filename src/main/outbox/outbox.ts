import type { VideoPatch } from '../../shared/api/videos.ts'
import { patchBody } from '../../shared/edit/patch-body.ts'
import { threeWay } from '../../shared/edit/three-way.ts'
import { type Failure, failureOf } from '../../shared/failure.ts'
import type { EditRow, EditStore, NewHistory } from './edit-row.ts'
import { isAsItWas, isInFlight, type Next, type OutboxParts, type Target } from './next.ts'
import { makePush } from './push.ts'
import { makeWaiting, type WaitingVideos } from './waiting.ts'

export type Outbox = ReturnType<typeof makeOutbox>

export interface Resolution {
  keys: readonly string[]
  choice: 'mine' | 'theirs'
}

/** Posts edits in the background: whatever fails on the way, each has its effect exactly once. */
export function makeOutbox(parts: OutboxParts) {
  const { store, onChange } = parts
  const push = makePush(parts)
  const accounts = new Map<string, WaitingVideos>()
  const closing = new AbortController()

  function waitingOf(account_id: string): WaitingVideos {
    const known = accounts.get(account_id)
    if (known) return known
    const step = (video_id: string) => push({ account_id, video_id }).catch(nextAfter)
    const onRest = () => onChange(account_id)
    const waiting = makeWaiting({ ...parts, step, onRest, signal: closing.signal })
    accounts.set(account_id, waiting)
    return waiting
  }

  /** Goes on with all that waits: after a start, and when the network, a key or a scope is back. */
  async function resume(account_id: string) {
    const rows = await store.editRows(account_id, null)
    const waiting = rows.filter((row) => row.status === 'queued' || isInFlight(row))
    waitingOf(account_id).wake(new Set(waiting.map(({ video_id }) => video_id)))
  }

  return {
    /** Drafts of some videos are queued, or with null those of all; what was refused when it is named. */
    async post(account_id: string, video_ids: readonly string[] | null) {
      await turn(store, { account_id, video_ids }, (row) => queued(row, video_ids !== null))
      onChange(account_id)
      await resume(account_id)
    },
    resume,
    /** Stops between videos: what is queued is a draft again, and what was sent is confirmed. */
    async stop(account_id: string) {
      await turn(store, { account_id, video_ids: null }, stopped)
      onChange(account_id)
    },
    async resolve(account_id: string, video_id: string, resolution: Resolution) {
      await settleConflict(parts, { account_id, video_id }, resolution)
      onChange(account_id)
      if (resolution.choice === 'mine') waitingOf(account_id).wake([video_id])
    },
    requestBody: (account_id: string, video_id: string) => bodyNow(store, { account_id, video_id }),
    isPosting: (account_id: string) => !waitingOf(account_id).isEmpty(),
    /** Why nothing goes: no network, a key, a missing scope, a limit. */
    blocked: (account_id: string): Failure | null => waitingOf(account_id).trouble(),
    /** After a start: what was being sent is looked for, and what is queued goes on. */
    async start(account_ids: readonly string[]) {
      await Promise.all(account_ids.map(resume))
    },
    close: () => closing.abort(),
  }
}

/** An edit that the person changed while it was being prepared is read again. */
function nextAfter(thrown: unknown): Next {
  const failure = failureOf(thrown)
  return failure.kind === 'refused' ? { kind: 'later', ms: 250 } : { kind: 'trouble', failure }
}

function queued(row: EditRow, isNamed: boolean): EditRow | null {
  const isToPost = row.status === 'draft' || (row.status === 'rejected' && isNamed)
  // That it was ever sent without an answer stays known: it may have been applied.
  return isToPost
    ? { ...row, ...isAsItWas, status: 'queued', rounds: Math.min(row.rounds, 1) }
    : null
}

const stopped = (row: EditRow): EditRow | null =>
  row.status === 'queued' ? { ...row, ...isAsItWas, status: 'draft' } : null

interface Chosen {
  account_id: string
  video_ids: readonly string[] | null
}

/** Changes rows of each video, though the person may be changing them in the same moment. */
async function turn(
  store: EditStore,
  { account_id, video_ids }: Chosen,
  change: (row: EditRow) => EditRow | null,
) {
  const rows = await store.editRows(account_id, null)
  const named = video_ids && new Set(video_ids)
  const changed = rows.filter((row) => (!named || named.has(row.video_id)) && change(row))
  for (const video_id of new Set(changed.map((row) => row.video_id))) {
    let put = changed.filter((row) => row.video_id === video_id).flatMap((row) => change(row) ?? [])
    while (put.length > 0 && !(await isKept(store, { account_id, video_id }, put))) {
      const again = await store.editRows(account_id, video_id)
      put = again.flatMap((row) => change(row) ?? [])
    }
  }
}

async function isKept(store: EditStore, { account_id, video_id }: Target, put: EditRow[]) {
  try {
    await store.commitEdits(account_id, video_id, { put })
    return true
  } catch (thrown) {
    if (failureOf(thrown).kind !== 'refused') throw thrown
    return false
  }
}

async function settleConflict(
  { store, clock }: OutboxParts,
  { account_id, video_id }: Target,
  { keys, choice }: Resolution,
) {
  const rows = (await store.editRows(account_id, video_id)).filter(
    ({ key, status }) => status === 'conflict' && keys.includes(key),
  )
  const at = clock.now()
  await store.commitEdits(
    account_id,
    video_id,
    choice === 'mine'
      ? { put: rows.map(insisted) }
      : { remove: rows, history: rows.map((row) => givenUp(row, at)) },
  )
}

/** Mine: what they have is known, and accepted as what is to be changed. */
function insisted(row: EditRow): EditRow {
  const base = row.kind === 'create' ? null : row.theirs
  return { ...row, ...isAsItWas, base, status: 'queued' }
}

const givenUp = (row: EditRow, at: number): NewHistory => ({
  at,
  event: 'resolved',
  group: row.group,
  item_id: row.item_id,
  register: row.register,
  before: row.want,
  after: row.theirs,
})

/** What would be sent for a video by what is known of it; items made here all at once. */
async function bodyNow(
  store: EditStore,
  { account_id, video_id }: Target,
): Promise<VideoPatch | null> {
  const base = await store.videoBase(account_id, video_id)
  if (!base) return null
  const rows = await store.editRows(account_id, video_id)
  const would = rows.filter((row) => row.status !== 'conflict' && row.status !== 'rejected')
  return patchBody(
    would.filter((row) => threeWay(row, base.video) === 'send'),
    base.video,
  )
}
