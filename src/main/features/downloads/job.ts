import { setMaxListeners } from 'node:events'
import { type Failure, neverArrived } from '../../../shared/failure.ts'
import type { DownloadScope, DownloadState } from '../../../shared/features/downloads/download.ts'
import { isInProgress } from '../../../shared/features/downloads/download.ts'

/** One account's download: its visible state, and what stops it. */
export interface Job {
  state: DownloadState
  controller: AbortController
  /** Why it was stopped early. */
  stopped: 'by-person' | 'by-close' | Failure | null
  failedInARow: number
  /** Resolves when it has ended, also by failure. */
  ended: Promise<void>
}

const MOST_FAILURES_IN_A_ROW = 24
const MOST_FAILURES_KEPT = 500

export function newJob(state: DownloadState): Job {
  const controller = new AbortController()
  // Every queued request adds a listener, and Node warns of a leak after ten.
  setMaxListeners(0, controller.signal)
  return { state, controller, stopped: null, failedInARow: 0, ended: Promise.resolve() }
}

/** The state of a download that an earlier run of the app did not finish. */
export const interrupted = (scope: DownloadScope, startedAt: number): DownloadState => ({
  account_id: scope.account_id,
  scope,
  status: 'interrupted',
  total: 0,
  done: 0,
  failures: [],
  startedAt,
  endedAt: null,
  resumesAt: null,
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

/** Records a failed request. Stops the job when the others would fail too. */
export function note(job: Job, failed: DownloadState['failures'][number]) {
  job.failedInARow++
  if (job.state.failures.length < MOST_FAILURES_KEPT) job.state.failures.push(failed)
  const isHopeless = job.failedInARow >= MOST_FAILURES_IN_A_ROW
  if (isHopeless || stopsAll(failed.failure)) stop(job, failed.failure)
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
