import { setMaxListeners } from 'node:events'
import { type Failure, neverArrived } from '../../../shared/failure.ts'
import type { DownloadScope, DownloadState } from '../../../shared/features/downloads/download.ts'
import { failedRequests, isInProgress } from '../../../shared/features/downloads/download.ts'
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
  /** See the queue; of every request. */
  longestWaitMs?: number
  /** Requests that wait for the quota or the service. */
  waiting: number
  /** Whether it has stored a report. */
  hasKept: boolean
  /** Since the last answer. */
  failedInARow: number
  /** That many stop it. */
  mostFailuresInARow: number
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

const MOST_FAILURES_OF_KIND = 24
/** More than a single kind reaches, with its requests that are under way when it is given up. */
const MOST_FAILURES_IN_A_ROW = 36
const MOST_FAILURES_KEPT = 500
/** After which a download goes on that an unavailable service has stopped. */
export const PAUSES_MS = [1, 2, 5, 10, 20, 30].map((minutes) => minutes * 60_000)

export function newJob(state: DownloadState): Job {
  const controller = new AbortController()
  // Every queued request adds a listener, and Node warns of a leak after ten.
  setMaxListeners(0, controller.signal)
  return {
    ...{ state, timezone: null, controller, stopped: null, waiting: 0 },
    ...{ hasKept: false, failedInARow: 0, mostFailuresInARow: MOST_FAILURES_IN_A_ROW },
    ...{ failedOfKind: new Map(), refused: new Set() },
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
  job.failedInARow = 0
  job.mostFailuresInARow = MOST_FAILURES_IN_A_ROW
  job.failedOfKind.delete(kindOf(request))
  job.onAnswer()
}

/** Whether an unavailable service has stopped it, which may pass. With a 500 it would refuse each again. */
export const isOutage = ({ stopped }: Job) =>
  stopped !== null &&
  typeof stopped !== 'string' &&
  stopped.kind === 'unavailable' &&
  stopped.status > 500

/**
 * Lets a stopped job wait until `resumesAt`, in epoch milliseconds, when it asks for what is left. It stops again
 * when the first requests fail.
 */
export function pause(job: Job, resumesAt: number) {
  const { ended, state } = job
  const waiting: Partial<DownloadState> = { status: 'waiting', resumesAt, isUnavailable: true }
  // The failure that stopped it is not counted as done.
  const kept = { done: state.done - failedRequests(state) + 1, failures: [] }
  const mostFailuresInARow = AT_ONCE
  Object.assign(job, newJob({ ...state, ...waiting, ...kept }), { ended, mostFailuresInARow })
  delete job.state.moreFailures
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
  const isHopeless = job.failedInARow >= job.mostFailuresInARow
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
