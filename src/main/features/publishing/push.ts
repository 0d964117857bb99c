import type { Video } from '../../../shared/api/video.ts'
import type { Failure } from '../../../shared/failure.ts'
import { pictureReference, referredHash } from '../../../shared/features/pictures/picture.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import { patchBody } from '../../../shared/features/publishing/patch-body.ts'
import { fieldsOf, isFields } from '../../../shared/plain.ts'
import { failpoint } from '../../failpoint.ts'
import type { EditRow } from './edit-row.ts'
import {
  attempt,
  isAsItWas,
  isInFlight,
  keyOf,
  type Next,
  type OutboxParts,
  QUARANTINE_MS,
  type Target,
} from './next-post.ts'
import { type Plan, planOf, unitOf } from './plan.ts'
import { type Fresh, type Keep, makeKeep } from './posted.ts'
import { makeReconcile, type Reconcile } from './reconcile.ts'
import { resultClass } from './result-class.ts'

const MOST_NOT_FOUND = 5
const READ_AGAIN_MS = 2_000

interface Pushing extends OutboxParts {
  reconcile: Reconcile
  keep: Keep
  apart: Apart
}

/** One step with one video: looks at what was sent, or else sends what waits. */
export function makePush(parts: OutboxParts) {
  const keep = makeKeep(parts)
  const reconcile = makeReconcile({ ...parts, keep })
  const pushing = { ...parts, reconcile, keep, apart: makeApart() }

  return async (target: Target): Promise<Next> => {
    const rows = await parts.store.editRows(target.account_id, target.video_id)
    if (rows.some(isInFlight)) return reconcile.look(target, rows)
    const queued = rows.filter(({ status }) => status === 'queued')
    if (queued.length === 0) return { kind: 'idle' }
    const ms = Math.min(...queued.map((row) => (row.waitsUntil ?? 0) - parts.clock.now()))
    return ms > 0 ? { kind: 'later', ms } : post(pushing, target, { rows, queued })
  }
}

type Apart = ReturnType<typeof makeApart>

/** Edits that were refused together: they are sent one unit at a time, so that only one is parked. */
function makeApart() {
  const keys = new Map<string, Set<string>>()
  return {
    put: (target: Target, rows: readonly EditRow[]) =>
      void keys.set(keyOf(target), new Set(rows.map(({ key }) => key))),
    sent(target: Target, rows: readonly EditRow[]) {
      for (const { key } of rows) keys.get(keyOf(target))?.delete(key)
    },
    /** All that waits, or of what was refused together the first unit. */
    choose(target: Target, queued: EditRow[]): EditRow[] {
      const first = queued.find(({ key }) => keys.get(keyOf(target))?.has(key))
      if (first) return queued.filter((row) => unitOf(row) === unitOf(first))
      keys.delete(keyOf(target))
      return queued
    },
  }
}

interface Rows {
  /** All of the video. */
  rows: EditRow[]
  queued: EditRow[]
}

async function post(pushing: Pushing, target: Target, { rows, queued }: Rows): Promise<Next> {
  const { store, videos, check = () => [] } = pushing
  const { account_id, video_id } = target
  const before = (await store.videoBase(account_id, video_id))?.video ?? null
  const read = await attempt(videos.read(account_id, video_id))
  if (read.failure) return unread(pushing, target, { rows: queued, failure: read.failure })
  const fresh = read.value
  const due = pushing.apart.choose(target, queued)
  const plan = planOf({ rows, due, video: fresh.value, before, check })
  const picture = pictureIn(plan.send)
  const sending = picture
    ? []
    : plan.send.map((row) => asSending(pushing, row, [fresh.value, before]))
  failpoint('sending-before-commit')
  await commitPlan(pushing, target, { rows, fresh, plan, sending })
  if (picture) return upload(pushing, target, picture)
  failpoint('sending-after-commit')
  return sending.length > 0
    ? send(pushing, target, { rows: sending, video: fresh.value })
    : { kind: 'again' }
}

interface Ready {
  rows: EditRow[]
  fresh: Fresh
  plan: Plan
  sending: EditRow[]
}

/** Before the first byte leaves, it is on the disk that it is being sent. */
function commitPlan({ keep }: Pushing, target: Target, { rows, fresh, plan, sending }: Ready) {
  const { done, posted } = plan
  const settled = { put: [...plan.put, ...sending], posted, done, overwritten: [] }
  if (plan.put.length > 0) failpoint('conflict-before-commit')
  return keep(target, fresh, { rows, settled })
}

function asSending(
  { clock, quarantineMs = QUARANTINE_MS }: OutboxParts,
  row: EditRow,
  videos: (Video | null)[],
): EditRow {
  const now = clock.now()
  return {
    ...row,
    ...isAsItWas,
    status: 'sending',
    attempt: row.attempt + 1,
    sentAt: now,
    quarantineUntil: now + quarantineMs,
    knownIds: row.kind === 'create' ? idsBefore(row, videos) : null,
  }
}

/**
 * Items that are not what this makes: of what it may have made already, those before it was first
 * sent. Any of these reads may be an old one, so what one of them shows was there.
 */
function idsBefore(row: EditRow, videos: (Video | null)[]): string[] {
  if (row.rounds > 0 && row.knownIds) return row.knownIds
  const shown = videos.flatMap((video) =>
    video ? itemsOf(video, row.group).map(({ id }) => id) : [],
  )
  return [...new Set([...(row.knownIds ?? []), ...shown])]
}

async function send(
  pushing: Pushing,
  target: Target,
  { rows, video }: { rows: EditRow[]; video: Video },
): Promise<Next> {
  pushing.apart.sent(target, rows)
  const body = patchBody(rows, video) ?? {}
  const sentAt = pushing.clock.monotonic()
  const { failure } = await attempt(pushing.videos.patch(target.account_id, target.video_id, body))
  const became = failure ? resultClass(failure) : 'applied'
  if (failure && (became === 'not-sent' || became === 'refused')) {
    return refused(pushing, target, { rows, failure })
  }
  pushing.reconcile.sent(target, { isApplied: became === 'applied', sentAt })
  return { kind: 'again' }
}

interface Failed {
  rows: EditRow[]
  failure: Failure
}

/** Nothing was applied: the edits are as they were, or parked when they are what is wrong. */
async function refused(pushing: Pushing, target: Target, failed: Failed): Promise<Next> {
  const { rows, failure } = failed
  const isOne = new Set(rows.map(unitOf)).size === 1
  if (isOne && isToPark(failed)) {
    const parked = await disowned(pushing, target, failed)
    const isEntry = failure.kind === 'not-found'
    const why: Failure = isEntry ? { ...failure, what: 'entry' } : failure
    return park(pushing, target, { rows: parked, failure: why })
  }
  const waitsUntil = failure.kind === 'quota' ? failure.resetsAt : null
  const queued = rows.map((row): EditRow => ({ ...row, ...unsent, status: 'queued', waitsUntil }))
  await put(pushing, target, queued)
  const isTheirFault = failure.kind === 'invalid' || failure.kind === 'not-found'
  if (!isTheirFault) return { kind: 'trouble', failure }
  // The video was just read: what is not found is in it, and another read tells what.
  if (isOne) return { kind: 'later', ms: READ_AGAIN_MS }
  pushing.apart.put(target, rows)
  return { kind: 'again' }
}

/** What it is about may be gone, which a read will show; but when none ever does, it is refused. */
const isToPark = ({ rows, failure }: Failed) =>
  failure.kind === 'invalid' ||
  (failure.kind === 'not-found' && rows.some(({ attempt }) => attempt >= MOST_NOT_FOUND))

const unsent = { sentAt: null, quarantineUntil: null } as const

async function park(pushing: Pushing, target: Target, { rows, failure }: Failed): Promise<Next> {
  const parked = rows.map(
    (row): EditRow => ({ ...row, ...unsent, ...isAsItWas, status: 'rejected', failure }),
  )
  await put(pushing, target, parked)
  return { kind: 'again' }
}

async function put({ store, onChange }: Pushing, target: Target, rows: EditRow[]) {
  await store.commitEdits(target.account_id, target.video_id, { put: rows })
  onChange(target.account_id)
}

/** A file that was uploaded before may be gone there: posted again, its picture is uploaded anew. */
async function disowned({ disown }: Pushing, { account_id }: Target, failed: Failed) {
  const { rows, failure } = failed
  if (!disown || failure.kind !== 'invalid' || !/file/i.test(failure.text)) return rows
  const hashes = await disown(
    account_id,
    rows.flatMap(({ want }) => fileIdsIn(want)),
  )
  return rows.map((row) => {
    let { want } = row
    for (const [file_id, hash] of hashes) want = withFile(want, file_id, pictureReference(hash))
    return { ...row, want }
  })
}

/** Without the video nothing of it can be posted. */
async function unread(pushing: Pushing, target: Target, failed: Failed): Promise<Next> {
  const { failure } = failed
  return failure.kind === 'not-found'
    ? park(pushing, target, { ...failed, failure: { ...failure, what: 'video' } })
    : { kind: 'trouble', failure }
}

// Video, PATCH, 5. An upload that is lost on its way leaves a file that nothing uses.
async function upload(pushing: Pushing, target: Target, { row, hash }: Picture): Promise<Next> {
  if (!pushing.upload) throw new Error('There is no way to upload a picture.')
  const { failure, value } = await attempt(pushing.upload(target.account_id, hash))
  if (failure && !OF_PICTURE.has(failure.kind)) return { kind: 'trouble', failure }
  // It may have been stopped or changed while a large picture was on its way.
  const rows = await pushing.store.editRows(target.account_id, target.video_id)
  const still = rows.find(({ key, status }) => key === row.key && status === 'queued')
  if (!still) return { kind: 'again' }
  if (failure) return park(pushing, target, { rows: [still], failure })
  const want = withFile(still.want, pictureReference(hash), value)
  await put(pushing, target, [{ ...still, want }])
  return { kind: 'again' }
}

/**
 * What sending this picture again would only repeat. A token without the scope for files, and an
 * answer without an id, are among them: the other edits can go, and each try may leave a file.
 */
const OF_PICTURE = new Set<Failure['kind']>([
  ...(['invalid', 'picture', 'forbidden', 'not-found', 'malformed', 'unexpected'] as const),
])

interface Picture {
  row: EditRow
  hash: string
}

function fileIdsIn(want: unknown): string[] {
  const variants: unknown[] = Array.isArray(want) ? want : []
  return variants.flatMap((variant) => {
    const { file_id } = fieldsOf(variant)
    return typeof file_id === 'string' ? [file_id] : []
  })
}

/** A picture that is still only here. */
function pictureIn(rows: readonly EditRow[]): Picture | null {
  for (const row of rows) {
    const [hash] = fileIdsIn(row.want).flatMap((file_id) => referredHash(file_id) ?? [])
    if (hash) return { row, hash }
  }
  return null
}

const withFile = (want: unknown, from: string, to: string): unknown =>
  Array.isArray(want)
    ? want.map((each: unknown) =>
        isFields(each) && each['file_id'] === from ? { ...each, file_id: to } : each,
      )
    : want
