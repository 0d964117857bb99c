import type { Video } from '../../../shared/api/video.ts'
import { answerText, type Failure } from '../../../shared/failure.ts'
import { pictureReference, referredHash } from '../../../shared/features/pictures/picture.ts'
import { isInFlight } from '../../../shared/features/publishing/edit.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import { patchBody } from '../../../shared/features/publishing/patch-body.ts'
import { currentValueOf } from '../../../shared/features/publishing/three-way.ts'
import { sameValue } from '../../../shared/features/publishing/value.ts'
import { fieldsOf, isFields } from '../../../shared/plain.ts'
import { failpoint } from '../../failpoint.ts'
import { WRITE_DEADLINE_MS } from '../../http/video-service.ts'
import { type EditRow, isAsItWas, unitOf } from './edit-row.ts'
import {
  type Fresh,
  type Next,
  type OutboxParts,
  outcomeOf,
  QUARANTINE_MS,
  readVideo,
  type Seen,
  type Target,
} from './next-post.ts'
import { type Plan, planOf } from './plan.ts'
import { type Keep, makeKeep, makeReconcile, type Reconcile } from './reconcile.ts'
import {
  type Apart,
  asOfEdit,
  type Barrier,
  dueOf,
  type Failed,
  isAboutEdits,
  isFinal,
  MOST_TRIES,
  makeApart,
  makeBarrier,
  pauseAfter,
  unappliedIn,
} from './refusals.ts'
import { gotThrough, resultClass } from './result-class.ts'

const READ_AGAIN_MS = 2_000

interface Pushing extends OutboxParts {
  reconcile: Reconcile
  keep: Keep
  apart: Apart
  barrier: Barrier
  /** Aborted when the account is removed or the app ends: nothing more is sent or stored. */
  signal: AbortSignal
}

/** One step with one video: reconciles edits in flight, or else posts queued ones. */
export function makePush(parts: OutboxParts) {
  const keep = makeKeep(parts)
  const reconcile = makeReconcile({ ...parts, keep })
  const apart = makeApart()
  const barrier = makeBarrier()

  return async (target: Target, signal: AbortSignal): Promise<Next> => {
    const rows = await parts.store.editRows(target.account_id, target.video_id)
    if (rows.some(isInFlight)) {
      const next = await reconcile.readBack(target, rows, signal)
      return { ...next, isReading: next.kind === 'later' || next.kind === 'trouble' }
    }
    const queued = rows.filter(({ status }) => status === 'queued')
    if (queued.length === 0) return { kind: 'idle', isReading: false }
    const pushing = { ...parts, reconcile, keep, apart, barrier, signal }
    const unapplied = unappliedIn(queued)
    if (unapplied) return { isReading: false, ...(await refused(pushing, target, unapplied)) }
    const { due, ms } = dueOf(queued, parts.clock.now())
    if (due.length === 0) return { kind: 'later', ms, isReading: false }
    return { isReading: false, ...(await post(pushing, target, { rows, queued, due })) }
  }
}

interface Rows {
  /** All edits of the video. */
  rows: EditRow[]
  queued: EditRow[]
  /** The queued ones that wait for nothing. */
  due: EditRow[]
}

async function post(
  pushing: Pushing,
  target: Target,
  { rows, queued, ...of }: Rows,
): Promise<Next> {
  const { signal, check = () => [] } = pushing
  const { failure, value: seen } = await readVideo(pushing, target)
  signal.throwIfAborted()
  if (failure) return { kind: 'trouble', failure }
  const { fresh, stored: before, notFound } = seen
  const wait = Math.max(seen.waitMs, pushing.reconcile.untilBelieved(target, before, fresh?.value))
  if (wait > 0) return { kind: 'later', ms: wait }
  if (!fresh) return park(pushing, target, { rows: queued, failure: notFound })
  const due = pushing.apart.choose(target, of.due)
  const plan = planOf({ rows, due, video: fresh.value, before, check })
  if (isDoubtful(plan, seen)) return { kind: 'later', ms: seen.newerMs }
  const picture = pictureIn(plan.send)
  const sending = picture
    ? []
    : plan.send.map((row) => asSending(pushing, row, { video: fresh.value, before }))
  failpoint('sending-before-commit')
  await commitPlan(pushing, target, { fresh, plan, sending })
  signal.throwIfAborted()
  if (picture) return upload(pushing, target, picture)
  failpoint('sending-after-commit')
  return sending.length > 0
    ? send(pushing, target, { rows: sending, video: fresh.value })
    : { kind: 'again' }
}

/** Whether an edit would be sent or dropped by a value that may be from before the stored one. */
function isDoubtful({ send, done }: Plan, { newerMs, fresh, stored }: Seen): boolean {
  if (newerMs <= 0 || !fresh || !stored) return false
  return [...send, ...done].some((row) => {
    const [read, before] = [fresh.value, stored].map((video) => currentValueOf(row, video))
    return row.kind !== 'create' && !sameValue(row, read, before)
  })
}

interface Ready {
  fresh: Fresh
  plan: Plan
  sending: EditRow[]
}

/** `sending` is committed before the first byte leaves. */
function commitPlan({ keep }: Pushing, target: Target, { fresh, plan, sending }: Ready) {
  const { done, posted } = plan
  const settled = { put: [...plan.put, ...sending], posted, done, overwritten: [] }
  if (plan.put.length > 0) failpoint('conflict-before-commit')
  return keep(target, fresh, settled)
}

function asSending(
  { clock, quarantineMs = QUARANTINE_MS }: OutboxParts,
  row: EditRow,
  { video, before }: { video: Video; before: Video | null },
): EditRow {
  const now = clock.now()
  return {
    ...row,
    ...isAsItWas,
    // What others added or removed since the edit was made is not its own change.
    base: row.kind === 'list' ? currentValueOf(row, video) : row.base,
    status: 'sending',
    attempt: row.attempt + 1,
    sentAt: now,
    // Of a request that the app did not see end.
    quarantineUntil: now + WRITE_DEADLINE_MS + quarantineMs,
    knownIds: row.kind === 'create' ? idsBefore(row, [video, before]) : null,
  }
}

/**
 * Ids of items that this edit did not create: those before it was first sent. Any of these reads
 * may be outdated, so an item in any of them counts.
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
  const { failure } = await outcomeOf(
    pushing.videos.patch(target.account_id, target.video_id, body),
  )
  // Not the start: the computer may have slept before the first byte left.
  const sentAt = pushing.clock.monotonic()
  // Its outcome is read later, as after a restart.
  pushing.signal.throwIfAborted()
  const result = failure ? resultClass(failure) : 'applied'
  const isThrough = gotThrough(failure)
  if (isThrough) pushing.barrier.open(target)
  if (failure && (result === 'not-sent' || result === 'refused')) {
    return { ...(await refused(pushing, target, { rows, failure })), isThrough }
  }
  pushing.reconcile.sent(target, { isApplied: result === 'applied', sentAt })
  if (failure) await keepAnswer(pushing, target, { rows, failure })
  return { kind: 'again', isReading: true, isThrough }
}

/** Whatever a read shows, the user can then be told what the answer was. */
async function keepAnswer(pushing: Pushing, target: Target, { rows, failure }: Failed) {
  if (answerText(failure) === null) return
  const answered = rows.map((row) => ({ ...row, failure }))
  await commit(pushing, target, answered)
}

/** Nothing was applied: queues the edits again, or parks them when they are the cause. */
async function refused(pushing: Pushing, target: Target, failed: Failed): Promise<Next> {
  const { rows, failure } = failed
  if (!isAboutEdits(failure)) {
    const waitsUntil = failure.kind === 'quota' ? failure.resetsAt : null
    await commit(pushing, target, queuedAgain(rows, { waitsUntil }))
    return { kind: 'trouble', failure }
  }
  const isOne = new Set(rows.map(unitOf)).size === 1
  // Each try after a refusal of unknown meaning waits for a late effect: too long unit by unit.
  if (!isOne && failure.kind !== 'declined') {
    await commit(pushing, target, queuedAgain(rows))
    pushing.apart.put(target, rows)
    return { kind: 'again' }
  }
  if (failure.kind === 'edge' && pushing.barrier.isClosedTo(target, rows)) {
    await commit(pushing, target, queuedAgain(rows))
    return { kind: 'trouble', failure: { ...failure, what: 'every-change' } }
  }
  return counted(pushing, target, failed)
}

/** Tries edits that were refused by themselves again later, or parks them. */
async function counted(pushing: Pushing, target: Target, failed: Failed): Promise<Next> {
  const { rows, failure } = failed
  const refusals = 1 + Math.max(...rows.map((row) => row.refusals ?? 0))
  if (isFinal(failure) || refusals >= MOST_TRIES) {
    const parked = await withoutUploads(pushing, target, failed)
    return park(pushing, target, { rows: parked, failure: asOfEdit(failure) })
  }
  if (failure.kind === 'edge') {
    const waitsUntil = pushing.clock.now() + pauseAfter(refusals)
    const held = queuedAgain(rows, { refusals, waitsUntil, failure: asOfEdit(failure) })
    await commit(pushing, target, held)
    return { kind: 'again' }
  }
  await commit(pushing, target, queuedAgain(rows, { refusals }))
  // The video was just read, so one of its items was not found; the next read shows which.
  return { kind: 'later', ms: READ_AGAIN_MS }
}

const AGAIN = {
  status: 'queued',
  quarantineUntil: null,
  failure: null,
  waitsUntil: null,
} as const

const queuedAgain = (rows: readonly EditRow[], changed: Partial<EditRow> = {}): EditRow[] =>
  rows.map((row) => ({ ...row, ...AGAIN, ...changed }))

const unsent = { sentAt: null, quarantineUntil: null } as const

interface Parked extends Pick<Failed, 'rows'> {
  failure: Failure | null
}

async function park(pushing: Pushing, target: Target, { rows, failure }: Parked): Promise<Next> {
  const parked = rows.map(
    (row): EditRow => ({ ...row, ...unsent, ...isAsItWas, status: 'rejected', failure }),
  )
  await commit(pushing, target, parked)
  return { kind: 'again' }
}

async function commit({ store, onChange }: Pushing, target: Target, rows: EditRow[]) {
  await store.commitEdits(target.account_id, target.video_id, { put: rows })
  onChange(target.account_id)
}

/** Replaces lost uploaded files by their pictures, which the next post uploads again. */
async function withoutUploads({ deleteUploads }: Pushing, { account_id }: Target, failed: Failed) {
  const { rows, failure } = failed
  if (!deleteUploads || failure.kind !== 'invalid') return rows
  const hashes = await deleteUploads(
    account_id,
    rows.flatMap(({ want }) => fileIdsIn(want)),
  )
  return rows.map((row) => {
    let { want } = row
    for (const [file_id, hash] of hashes) want = withFile(want, file_id, pictureReference(hash))
    return { ...row, want }
  })
}

// Video, PATCH, 5. An upload whose answer is lost leaves an unused file at the service.
async function upload(pushing: Pushing, target: Target, { row, hash }: Picture): Promise<Next> {
  if (!pushing.upload) throw new Error('No picture upload was configured.')
  const { failure, value } = await outcomeOf(pushing.upload(target.account_id, hash))
  pushing.signal.throwIfAborted()
  if (failure && failure.kind !== 'edge' && !OF_PICTURE.has(failure.kind)) {
    return { kind: 'trouble', failure }
  }
  // The edit may have been stopped or changed during the upload.
  const rows = await pushing.store.editRows(target.account_id, target.video_id)
  const queued = rows.filter(({ status }) => status === 'queued')
  const still = queued.find(({ key }) => key === row.key)
  if (!still) return { kind: 'again' }
  if (failure) {
    const failed = { rows: queued.filter((other) => unitOf(other) === unitOf(still)), failure }
    const act = failure.kind === 'edge' ? refused : park
    return act(pushing, target, failed)
  }
  const want = withFile(still.want, pictureReference(hash), value)
  await commit(pushing, target, [{ ...still, want }])
  return { kind: 'again' }
}

/**
 * Failures that another upload of this picture would only repeat. A missing scope for files and an
 * answer without an id are among them: the other edits can go on, and each try may leave a file.
 */
const OF_PICTURE = new Set<Failure['kind']>([
  ...(['invalid', 'picture', 'forbidden', 'not-found', 'declined', 'malformed'] as const),
  'unexpected',
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

/** The first picture that is not uploaded yet. */
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
