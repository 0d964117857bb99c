import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import { failureOf } from '../../../shared/failure.ts'
import { untilCancelled } from '../../threads/ending.ts'
import type { AccountRequest, Answered, Completeness } from '../analytics/completeness.ts'
import { type IdleParts, makeIdle } from './idle.ts'
import { isRefused, type Job, note, noteAnswer, noteUnlisted, stop } from './job.ts'
import { PLAYERS_REQUEST, type PlannedRequest } from './plan.ts'
import type { Planning } from './planning.ts'
import { AT_ONCE, inPool } from './pool.ts'

type AnyInput = Record<string, unknown>
export interface AskOptions {
  priority: 'background'
  signal: AbortSignal
  /** See the queue. */
  longestWaitMs?: number | undefined
  remaining?: () => number
  /** Called while the quota delays the request; `resumesAt` in epoch milliseconds. */
  onWait: (resumesAt: number) => void
  /** Called when the request waits for the service to be reachable again. */
  onLost?: () => void
}

export interface AskingParts extends IdleParts {
  /** Throws an AppError. */
  ask: (
    ...request: [account_id: string, name: AnalyticsName, input: AnyInput, options: AskOptions]
  ) => Promise<Answered>
  /** Stores an answer, days included; only then it counts as done. */
  keep: (
    ...kept: [account_id: string, name: AnalyticsName, input: AnyInput, answer: Answered]
  ) => Promise<void>
  completeness: Pick<Completeness, 'classify' | 'isComputed' | 'refetch'>
  planning: Planning
  /** Notifies that a job's state changed. */
  notify: () => void
}

/** An empty answer, stored only once other answers about the same period agree. */
interface Unconfirmed {
  request: PlannedRequest
  answer: Answered
}

const requestOf = ({ state }: Job, { name, input }: PlannedRequest): AccountRequest => ({
  account_id: state.account_id,
  name,
  input: { ...input },
})

/** A new key cancels the requests of its account, but not the download. */
async function againWhenCancelled<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await untilCancelled(ask(), signal)
    } catch (thrown) {
      if (signal.aborted || failureOf(thrown).kind !== 'cancelled') throw thrown
    }
  }
}

/**
 * A download begins no later than its first answer. While this computer's clock is far ahead, answers are stored
 * with the service's time, and by that a continued download knows which it has.
 */
function beginBy({ state }: Job, { asOf, serviceTime = asOf }: Answered) {
  state.startedAt = Math.min(state.startedAt, serviceTime)
}

async function askFor(
  { ask, notify }: AskingParts,
  job: Job,
  { account_id, name, input }: AccountRequest,
): Promise<Answered> {
  const { longestWaitMs } = job
  const { signal } = job.controller
  let isWaiting = false
  const wait = (resumesAt: number | null) => {
    if (!isWaiting) job.waiting++
    isWaiting = true
    if (!signal.aborted) Object.assign(job.state, { status: 'waiting', resumesAt })
    notify()
  }
  const waits = { onWait: wait, onLost: () => wait(null) }
  const remaining = () => job.state.total - job.state.done
  const options: AskOptions = { priority: 'background', signal, longestWaitMs, remaining, ...waits }
  try {
    return await againWhenCancelled(() => ask(account_id, name, input, options), signal)
  } finally {
    if (isWaiting) job.waiting--
  }
}

/** Sends a job's remaining requests; each answer is stored before the next request. */
export function makeQuery(parts: AskingParts) {
  const { keep, completeness, clock, planning, notify } = parts
  const { leaveOutIdle } = makeIdle(parts)
  const ask = (job: Job, request: AccountRequest) => askFor(parts, job, request)

  /** Never throws: the job's state has the result. Requests answered since `since` are skipped. */
  async function askAll(job: Job, since: number | null) {
    const { signal } = job.controller
    try {
      const listed = await untilCancelled(planning.storedPlayers(job.state.account_id), signal)
      job.state.total = 1
      if (since !== null && listed !== null && listed.asOf >= since) job.state.done = 1
      else await attempt(job, PLAYERS_REQUEST)
      const [unlisted] = job.state.failures
      if (listed === null && unlisted) return stop(job, unlisted.failure)
      const period = { scope: job.state.scope, now: clock.now(), since }
      const planned = await untilCancelled(planning.plan(period), signal)
      job.timezone = planned.idle.timezone
      job.state.total += planned.requests.length
      const requests = await leaveOutIdle(job, planned, { ask, counted })
      const unconfirmed: Unconfirmed[] = []
      const isReady = (request: PlannedRequest) => completeness.isComputed(requestOf(job, request))
      await inPool(requests, { atOnce: AT_ONCE, signal, isReady }, (request) =>
        attempt(job, request, (one) => unconfirmed.push(one)),
      )
      // By now later answers have confirmed most of the unconfirmed ones.
      await inPool(unconfirmed, { atOnce: AT_ONCE, signal }, (one) => confirm(job, one))
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure.kind === 'cancelled') return
      note(job, PLAYERS_REQUEST, failure)
      stop(job, failure)
    }
  }

  /** Stores the answer, or passes it to `defer` when it is not confirmed yet. */
  async function attempt(job: Job, request: PlannedRequest, defer?: (one: Unconfirmed) => void) {
    await counted(job, request, async () => {
      if (isRefused(job, request)) {
        noteUnlisted(job)
        return true
      }
      const of = requestOf(job, request)
      const answer = await ask(job, of)
      if (request === PLAYERS_REQUEST) beginBy(job, answer)
      if (defer && (await completeness.classify(of, answer)) !== 'complete') {
        defer({ request, answer })
        return false
      }
      await keep(of.account_id, of.name, of.input, answer)
      if (request !== PLAYERS_REQUEST) job.hasKept = true
      return true
    })
  }

  async function confirm(job: Job, { request, answer }: Unconfirmed) {
    await counted(job, request, async () => {
      const of = requestOf(job, request)
      const askAgain = (one: AccountRequest) => ask(job, one)
      const again = { ask: askAgain, signal: job.controller.signal }
      const whole = await completeness.refetch(of, answer, again)
      await keep(of.account_id, of.name, of.input, whole)
      return true
    })
  }

  /** Counts a request as done, also after a failure; not when `work` returns false. */
  async function counted(job: Job, request: PlannedRequest, work: () => Promise<boolean>) {
    const { state, controller } = job
    let isDone = true
    try {
      isDone = await work()
      if (!isRefused(job, request)) noteAnswer(job, request)
    } catch (thrown) {
      if (controller.signal.aborted) return
      note(job, request, failureOf(thrown))
    }
    if (controller.signal.aborted) return
    state.done += Number(isDone)
    if (job.waiting === 0) Object.assign(state, { status: 'running', resumesAt: null })
    notify()
  }

  return { askAll }
}
