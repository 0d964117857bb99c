import { setMaxListeners } from 'node:events'
import { type Failure, neverArrived } from '../../../shared/failure.ts'
import type { DownloadScope, DownloadState } from '../../../shared/features/downloads/download.ts'
import { isInProgress } from '../../../shared/features/downloads/download.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import type { PlannedRequest } from './plan.ts'
import { AT_ONCE } from './pool.ts'
import type { OpenDownload } from './store.ts'

/** One account's download: its visible state, and what stops it. */
export interface Job {
  state: DownloadState
  /** The zone of the days that it asks about; null before that is known. */
  timezone: string | null
  controller: AbortController
  /** Why it was stopped early. */
  stopped: 'by-person' | 'by-close' | Failure | null
  /** Requests that wait for the quota or the service. */
  waiting: number
  /** Number of answered requests. */
  answers: number
  /** Since the last answer. */
  failedInARow: number
  /** Whether it waits until an unavailable service is there again. */
  isPatient: boolean
  /** Pauses since the last answer. */
  pauses: number
  /** Monotonic time at which the last pause ends. */
  pausedUntil: number
  /** Since the last answer of a kind of request. */
  failedOfKind: Map<string, number>
  /**
   * The kinds that are requested no more: what the key's plan does not allow, since refused for one player, it is
   * refused for every other, and what failed for many players in a row.
   */
  refused: Set<string>
  /** Called after each answer that was stored. */
  onAnswer: () => void
  /** Resolves when it has ended, also by failure. */
  ended: Promise<void>
}

/** Since the last answer, while the service answers nothing but that it is unavailable. */
const PAUSES_MS = [60_000, 120_000, 300_000, 600_000]
const MOST_FAILURES_OF_KIND = 24
/** More than a single kind reaches, with its requests that are under way when it is given up. */
const MOST_FAILURES_IN_A_ROW = 36
const MOST_FAILURES_KEPT = 500

export function newJob(state: DownloadState): Job {
  const controller = new AbortController()
  // Every queued request adds a listener, and Node warns of a leak after ten.
  setMaxListeners(0, controller.signal)
  return {
    ...{ state, timezone: null, controller, stopped: null, waiting: 0 },
    ...{ answers: 0, failedInARow: 0, failedOfKind: new Map(), refused: new Set() },
    ...{ isPatient: true, pauses: 0, pausedUntil: 0 },
    onAnswer: () => undefined,
    ended: Promise.resolve(),
  }
}

/** The state of a download that has asked nothing yet. */
export const begun = (scope: DownloadScope, startedAt: number): DownloadState => ({
  account_id: scope.account_id,
  scope,
  status: 'running',
  total: 0,
  done: 0,
  failures: [],
  startedAt,
  endedAt: null,
  resumesAt: null,
})

/** The state of a download that an earlier run of the app did not finish. */
export const interrupted = ({ scope, startedAt, activeAt }: OpenDownload): DownloadState => ({
  ...begun(scope, startedAt),
  status: 'interrupted',
  endedAt: activeAt,
})

export const isUnderWay = (job: Job | undefined) => job !== undefined && isInProgress(job.state)

export const snapshot = ({ state }: Job): DownloadState => ({
  ...state,
  failures: [...state.failures],
})

export function stop(job: Job, why: NonNullable<Job['stopped']>) {
  job.stopped ??= why
  job.controller.abort()
}

const kindOf = ({ name, input }: PlannedRequest) => JSON.stringify([name, fieldsOf(input)['field']])

export const isRefused = (job: Job, request: PlannedRequest) => job.refused.has(kindOf(request))

export function noteAnswer(job: Job, request: PlannedRequest) {
  job.answers++
  job.failedInARow = 0
  job.pauses = 0
  job.failedOfKind.delete(kindOf(request))
  job.onAnswer()
}

/**
 * Milliseconds until a failed request is to be sent again; null when it has failed for good. `answers` of the job
 * when it first failed: if many were answered since, the service is there. `now` is monotonic.
 */
export function pauseAfter(
  job: Job,
  failure: Failure,
  { answers, now }: { answers: number; now: number },
): number | null {
  const isOutage = failure.kind === 'unavailable' && [502, 503].includes(failure.status)
  // Answers of requests that were under way by then say nothing.
  const isBack = job.answers >= answers + AT_ONCE
  if (!isOutage || !job.isPatient || isBack) return null
  if (job.pausedUntil <= now) {
    const pause = PAUSES_MS[job.pauses]
    if (pause === undefined) return null
    job.pauses++
    job.pausedUntil = now + pause
  }
  return job.pausedUntil - now
}

/** Counts a failed request, or one that is not sent because it would fail, without its reason. */
export function noteUnlisted({ state }: Job) {
  state.moreFailures = (state.moreFailures ?? 0) + 1
}

/** Records a failed request. Stops the job when the others would fail too. */
export function note(job: Job, request: PlannedRequest, failure: Failure) {
  const kind = kindOf(request)
  if (failure.kind === 'not-in-plan' && failure.code === 241) {
    // Requests that left before the first refusal say the same.
    if (isRefused(job, request)) return noteUnlisted(job)
    job.refused.add(kind)
  } else {
    const failed = (job.failedOfKind.get(kind) ?? 0) + 1
    job.failedInARow++
    job.failedOfKind.set(kind, failed)
    if (failed >= MOST_FAILURES_OF_KIND) job.refused.add(kind)
  }
  const { failures } = job.state
  const { name: what, player_id } = request
  if (failures.length < MOST_FAILURES_KEPT) failures.push({ what, player_id, failure })
  else noteUnlisted(job)
  const isHopeless = job.failedInARow >= MOST_FAILURES_IN_A_ROW
  if (isHopeless || stopsAll(failure)) stop(job, failure)
}

export function statusAfter(stopped: Job['stopped']): DownloadState['status'] {
  if (stopped === null) return 'done'
  if (stopped === 'by-person') return 'cancelled'
  return stopped === 'by-close' ? 'interrupted' : 'failed'
}

function stopsAll(failure: Failure) {
  if (failure.kind === 'not-in-plan') return failure.code === 516
  return neverArrived(failure) || ['unauthorized', 'storage', 'key'].includes(failure.kind)
}
