import type { Video } from '../../../shared/api/video.ts'
import { answerText, type Failure, type UnconfirmedReason } from '../../../shared/failure.ts'
import { isInFlight } from '../../../shared/features/publishing/edit.ts'
import { applyListEdit } from '../../../shared/features/publishing/lay.ts'
import { currentValueOf, isApplied } from '../../../shared/features/publishing/three-way.ts'
import { sameSettings, sameValue } from '../../../shared/features/publishing/value.ts'
import { failpoint } from '../../failpoint.ts'
import { WRITE_DEADLINE_MS } from '../../http/video-service.ts'
import {
  type EditRow,
  isAsItWas,
  newEquals,
  OUTDATED_READS_MS,
  type OutcomeHistory,
  unclear,
} from './edit-row.ts'
import {
  type Fresh,
  keyOf,
  type Next,
  type OutboxParts,
  QUARANTINE_MS,
  readVideo,
  type Seen,
  type Target,
} from './next-post.ts'
import { adoptedIn, inConflict, type Plan } from './plan.ts'
import { resultClass } from './result-class.ts'

/** Milliseconds after a request at which the video is read; then once it is quiet, and every 15 seconds. */
const READS_AT = [0, 5_000, OUTDATED_READS_MS, 45_000]
const READ_EVERY_MS = 15_000
const MOST_ROUNDS = 5
const LONGEST_MS = 24 * 3_600_000

/** A request whose effect is unknown so far. */
interface Flight {
  /** It was answered with success. */
  isApplied: boolean
  /** Monotonic milliseconds. */
  sentAt: number
  /** From when on it can no longer be applied, in monotonic milliseconds. */
  quietAt: number
  /** Milliseconds after `sentAt` of the last read. */
  readAt: number | null
}

interface ReadState {
  now: number
  isApplied: boolean
  /** The quarantine is over: the request can no longer be applied. */
  isQuiet: boolean
  /** The read cannot be from before the request. */
  isAfter: boolean
}

interface Settling {
  seen: Seen
  state: ReadState
}

export type Reconcile = ReturnType<typeof makeReconcile>

/** Finds out by reading what became of sent edits; never sends again by itself. */
export function makeReconcile(parts: OutboxParts & { keep: Keep }) {
  const { clock, keep, quarantineMs = QUARANTINE_MS } = parts
  const flights = new Map<string, Flight>()
  /** When the last request of each video ended, in monotonic milliseconds. */
  const ended = new Map<string, number>()

  /** The flight of a request, also of one sent before the app was restarted. */
  function flightOf(target: Target, rows: readonly EditRow[]): Flight {
    const known = flights.get(keyOf(target))
    if (known) return known
    const flight = resumed(parts, rows)
    flights.set(keyOf(target), flight)
    return flight
  }

  async function readBack(
    target: Target,
    rows: readonly EditRow[],
    signal: AbortSignal,
  ): Promise<Next> {
    const inFlight = rows.filter(isInFlight)
    const flight = flightOf(target, inFlight)
    const sinceSent = () => clock.monotonic() - flight.sentAt
    const untilRead = () => nextReadAt(flight) - sinceSent()
    if (untilRead() > 0) return { kind: 'later', ms: untilRead() }
    // A read shows the state at its start or later.
    const readAt = sinceSent()
    const isQuiet = readAt >= flight.quietAt - flight.sentAt
    const isAfter = readAt >= OUTDATED_READS_MS
    failpoint('verify-before-read')
    const state = { now: clock.now(), isApplied: flight.isApplied, isQuiet, isAfter }
    const { failure, value: seen } = await readVideo(parts, target)
    signal.throwIfAborted()
    if (failure) return { kind: 'trouble', failure }
    flight.readAt = readAt
    const isDone = await settle(target, inFlight, { seen, state })
    if (!isDone) return { kind: 'later', ms: Math.max(0, untilRead()) }
    flights.delete(keyOf(target))
    return { kind: 'again' }
  }

  /** Commits what a read tells; false when it does not tell the outcome of all edits. */
  async function settle(target: Target, inFlight: EditRow[], { seen, state }: Settling) {
    const { fresh, waitMs, notFound } = seen
    const isBelieved = waitMs <= 0
    if (!fresh) {
      // A late request may still be applied once the video is found again.
      const isOver = isBelieved && state.isQuiet
      await missing(target, inFlight, isOver ? notFound : null)
      return isOver
    }
    if (!isBelieved) return false
    const settled = settledBy(inFlight, fresh.value, state)
    failpoint('verify-before-commit')
    // A read that tells nothing of what was sent may be from before it, and is not stored.
    const isTold = settled.put.length < inFlight.length || !settled.put.every(isInFlight)
    await (isTold ? keep(target, fresh, settled) : commit(target, settled.put))
    failpoint('verify-after-commit')
    return !settled.put.some(isInFlight)
  }

  /** One read is not enough: it may be outdated, and the edits are on the service. */
  async function missing(target: Target, rows: EditRow[], failure: Failure | null) {
    const put = rows.map((row): EditRow => {
      const next = waiting(row, row.missedAt)
      return failure ? { ...next, ...isAsItWas, status: 'rejected', failure } : next
    })
    await commit(target, put)
  }

  async function commit(target: Target, put: EditRow[]) {
    await parts.store.commitEdits(target.account_id, target.video_id, { put })
    parts.onChange(target.account_id)
  }

  return {
    readBack,
    /** Records a request; `readBack` finds out what became of it. */
    sent(target: Target, sent: Pick<Flight, 'isApplied' | 'sentAt'>) {
      const quietAt = sent.sentAt + quarantineMs
      flights.set(keyOf(target), { ...sent, quietAt, readAt: null })
      ended.set(keyOf(target), sent.sentAt)
    },
    /**
     * How long to wait before a read is believed that shows other settings than the read by which
     * the video's last request was confirmed: shortly after it, it may be from before it.
     */
    untilBelieved(target: Target, known: Video | null, read: Video | undefined): number {
      const ms = (ended.get(keyOf(target)) ?? -Infinity) + OUTDATED_READS_MS - clock.monotonic()
      return ms > 0 && known && read && !sameSettings(known, read) ? ms : 0
    },
  }
}

/** The flight of a request from before a restart; whether it was answered is unknown. */
function resumed(
  { clock, quarantineMs = QUARANTINE_MS }: OutboxParts,
  rows: readonly EditRow[],
): Flight {
  const now = clock.now()
  const begun = clock.monotonic()
  // Both bounded, in case the clock was set.
  const within = (ms: number, most: number) => Math.min(Math.max(ms, 0), most)
  const passed = now - Math.max(...rows.map((row) => row.sentAt ?? now))
  const left = Math.max(...rows.map((row) => row.quarantineUntil ?? now)) - now
  return {
    isApplied: false,
    sentAt: begun - within(passed, OUTDATED_READS_MS),
    quietAt: begun + within(left, quarantineMs + WRITE_DEADLINE_MS),
    readAt: null,
  }
}

function nextReadAt({ sentAt, quietAt, readAt }: Flight): number {
  if (readAt === null) return 0
  const quiet = quietAt - sentAt
  if (readAt >= quiet) return readAt + READ_EVERY_MS
  return READS_AT.find((at) => at > readAt && at < quiet) ?? quiet
}

function settledBy(rows: readonly EditRow[], video: Video, seen: ReadState): Settled {
  const settled: Settled = { put: [], posted: [], done: [], overwritten: [] }
  for (const row of rows) {
    const [item, ...duplicates] = row.kind === 'create' ? newEquals(row, video) : []
    if (item) settled.posted.push({ row, item, duplicates })
    else if (isApplied(row, video)) confirm(row, settled, seen)
    else if (isOthers(row, video, seen)) settled.overwritten.push(row)
    else settled.put.push(missed(row, video, seen))
  }
  return settled
}

/**
 * Without an answer, a read that may be outdated is not enough: it may show the value from before the last
 * change, and lack an item for a moment.
 */
function confirm(row: EditRow, settled: Settled, { now, isApplied, isAfter }: ReadState) {
  const isDelete = row.kind === 'delete'
  const isSure = isApplied || (isDelete ? isLong(row, now) : isAfter)
  if (isSure) settled.posted.push({ row })
  else settled.put.push(waiting(row, isDelete ? missedSince(row, now) : null))
}

/** Whether it was applied, yet the service has neither our value nor the previous one. */
function isOthers(row: EditRow, video: Video, { isApplied, now }: ReadState): boolean {
  if (!isApplied || row.kind !== 'set' || !isLong(row, now)) return false
  return !sameValue(row, currentValueOf(row, video), row.base)
}

/** What follows for an edit that a read does not show: wait, retry, or ask the user. */
function missed(row: EditRow, video: Video, seen: ReadState): EditRow {
  failpoint('quarantine-read')
  const { now, isApplied, isQuiet } = seen
  const isDelete = row.kind === 'delete'
  // For a deletion `missedAt` counts reads that show it done, so this read starts over.
  const next = {
    ...waiting(row, isDelete ? null : missedSince(row, now)),
    ...theirsIn(row, video, seen),
  }
  const isGone = isDelete ? isQuiet : isLong(row, now)
  if (isApplied && isGone && row.kind !== 'create') return inConflict(row, video)
  if (isGone && isQuiet) return unclear(next, video) ?? retryOrPark(next, seen)
  return isApplied ? { ...next, status: 'sending', rounds: row.rounds } : next
}

/** What someone else wrote meanwhile: our request may still be applied over it. */
function theirsIn(row: EditRow, video: Video, { isAfter }: ReadState): Partial<EditRow> {
  if (!isAfter || row.register === null) return {}
  const theirs = currentValueOf(row, video)
  return { theirs: sameValue(row, theirs, row.base) ? null : theirs }
}

function retryOrPark(row: EditRow, { now, isApplied }: ReadState): EditRow {
  const { failure: answered } = row
  // It was a refusal: what follows for the edit is decided as for any other.
  if (answered && resultClass(answered) === 'unproven')
    return { ...row, missedAt: null, status: 'queued' }
  const sentAt = row.sentAt ?? now
  const reason = whyUnconfirmed(row, { isApplied, isTooOld: now - sentAt > LONGEST_MS })
  if (reason === null) return { ...row, ...isAsItWas, status: 'queued' }
  const answer = answered && answerText(answered)
  const failure = { kind: 'unconfirmed', reason, requests: row.attempt, sentAt } as const
  return {
    ...row,
    ...isAsItWas,
    status: 'rejected',
    failure: answer ? { ...failure, answer } : failure,
  }
}

/** `rounds` counts the requests that turned out to have no answer. */
const waiting = (row: EditRow, missedAt: number | null): EditRow => ({
  ...row,
  status: 'confirming',
  rounds: row.status === 'sending' ? row.rounds + 1 : row.rounds,
  missedAt,
})

/** At most now, in case the clock was set back. */
const missedSince = ({ missedAt }: EditRow, now: number) => Math.min(missedAt ?? now, now)

const isLong = (row: EditRow, now: number) => now - missedSince(row, now) >= OUTDATED_READS_MS

function whyUnconfirmed(
  { rounds }: EditRow,
  { isApplied, isTooOld }: { isApplied: boolean; isTooOld: boolean },
): UnconfirmedReason | null {
  if (isApplied) return 'not-shown'
  if (rounds >= MOST_ROUNDS) return 'too-often'
  return isTooOld ? 'too-old' : null
}

/** How a read settles a video's edits; committed in one transaction. */
interface Settled {
  put: EditRow[]
  /** Finished and recorded as posted; created items with their new id. */
  posted: Plan['posted']
  /** Finished without being sent. */
  done: EditRow[]
  /** Posted, and then changed by someone else. */
  overwritten: EditRow[]
}

type Parts = Pick<OutboxParts, 'store' | 'clock' | 'onChange' | 'onNotice'>

export type Keep = ReturnType<typeof makeKeep>

/** Commits a read and what it means for the edits in one transaction, then notifies. */
export function makeKeep({ store, clock, onChange, onNotice }: Parts) {
  return async (target: Target, fresh: Fresh, settled: Settled) => {
    const adopted = adoptedIn(settled)
    if (adopted.length > 0) failpoint('adoption-before-commit')
    const duplicates = await store.commitEdits(target.account_id, target.video_id, {
      base: { video: fresh.value, fetchedAt: fresh.asOf, begunAt: fresh.begunAt },
      put: settled.put,
      remove: [...settled.posted.map(({ row }) => row), ...settled.done, ...settled.overwritten],
      adopted,
      published: settled.posted.map(({ row }) => row.key),
      overwritten: settled.overwritten.map(({ key }) => key),
      history: historyOf(settled, fresh.value, clock.now()),
    })
    onChange(target.account_id)
    for (const item_id of duplicates) onNotice?.({ ...target, event: 'duplicate', item_id })
    for (const { item_id } of settled.overwritten) {
      onNotice?.({ ...target, event: 'overwritten', item_id })
    }
  }
}

function historyOf({ posted, overwritten }: Settled, video: Video, at: number): OutcomeHistory[] {
  return [
    ...posted.map((one) => postedEntry(one, video, at)),
    ...overwritten.map((row) => ({
      ...entryOf(row, at),
      event: 'overwritten' as const,
      before: row.want,
      base: row.base,
      after: currentValueOf(row, video),
    })),
  ]
}

const entryOf = ({ key, group, item_id, register, publish }: EditRow, at: number) => ({
  edit: key,
  publish,
  at,
  group,
  item_id,
  register,
})

function postedEntry(posted: Settled['posted'][number], video: Video, at: number): OutcomeHistory {
  const { row } = posted
  const entry = { ...entryOf(row, at), event: 'posted' as const }
  if ('item' in posted)
    return { ...entry, item_id: posted.item.id, before: null, after: posted.item }
  const after = row.kind === 'delete' ? null : currentValueOf(row, video)
  const before = row.theirs ?? (row.kind === 'list' ? listBefore(row, after) : row.base)
  return { ...entry, before, after }
}

/** Additions and removals by others since it was sent count as part of the list before it. */
function listBefore({ base, added, removed }: EditRow, after: unknown): unknown {
  const isAlone = JSON.stringify(applyListEdit(base, { added, removed })) === JSON.stringify(after)
  if (isAlone) return base
  const had = new Set(Array.isArray(base) ? base : [])
  return applyListEdit(after, {
    added: (removed ?? []).filter((text) => had.has(text)),
    removed: (added ?? []).filter((text) => !had.has(text)),
  })
}
