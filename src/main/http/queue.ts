import type { QuotaUsage } from '../../shared/api/quota.ts'
import { AppError, type Failure, failureOf, neverArrived } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'
import { makeRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { retryAfter } from './retry.ts'

export type Priority = 'interactive' | 'background'

export interface RunOptions {
  priority: Priority
  /** The endpoint's name: the cost of a request is learnt by it. */
  what: string
  signal?: AbortSignal | undefined
  /** A request that would wait longer for the quota fails with `quota`. A background request waits otherwise. */
  longestWaitMs?: number | undefined
  /** How many requests the caller still has to send, this one included, when not all of them are in the queue. */
  remaining?: (() => number) | undefined
  /** Called with the time until which the request waits for the quota, epoch milliseconds. */
  onWait?: ((resumesAt: number) => void) | undefined
}

type Task<T> = (signal: AbortSignal) => Promise<T>

interface Job {
  task: Task<unknown>
  options: RunOptions
  tries: number
  refusals: number
  /** Monotonic milliseconds; a retry waits until then. */
  notBefore: number
  notifiedUntil: number
  stop: AbortController
  settle: (outcome: { value: unknown } | { thrown: unknown }) => void
}

interface QueueState {
  clock: Clock
  random: () => number
  concurrency: number
  rateLimiter: RateLimiter
  waiting: Job[]
  delayed: Job[]
  active: Set<Job>
  /** Why background requests are refused, and the monotonic time until which they are. */
  closed: { failure: Failure; until: number } | null
  timer: { at: number; stop: AbortController } | null
}

/** A user who waits at a screen gets a `quota` failure rather than wait longer than this. */
const LONGEST_WAIT_MS: Record<Priority, number> = { interactive: 3_000, background: Infinity }
/**
 * How long what goes on by itself waits for the quota: until the minute's is there again. For the day's it is tried
 * again later.
 */
export const LONGEST_QUOTA_WAIT_MS = 75_000
/**
 * Requests that the user waits for run beside as many background ones as may: a slow service, or one lost in a
 * sleep, holds those for up to a minute.
 */
const INTERACTIVE_ROOM = 2
/** Of a request that does not wait however long. */
const MOST_REFUSALS = 3
/** Requests after that find out whether the key is accepted again. */
const CLOSED_MS = 30_000

export type Queue = ReturnType<typeof makeQueue>

interface QueueParts {
  clock: Clock
  random: () => number
  concurrency?: number
}

/** The requests of one account: interactive first, within the quota, with retries. */
export function makeQueue({ clock, random, concurrency = 6 }: QueueParts) {
  const state: QueueState = {
    clock,
    random,
    concurrency,
    rateLimiter: makeRateLimiter({ clock }),
    waiting: [],
    delayed: [],
    active: new Set(),
    closed: null,
    timer: null,
  }
  return {
    run: <T>(task: Task<T>, options: RunOptions) => enqueue(state, task, options) as Promise<T>,
    /** Takes over the quota counts that a usage request returned. */
    learn(usage: QuotaUsage, serverNow: number | null) {
      state.rateLimiter.learn(usage, serverNow)
      pump(state)
    },
    /** The known quota windows, and the cost of a request of each kind. */
    rateLimiter: state.rateLimiter,
    /** A request succeeded with the key: background requests are accepted again. */
    reopen() {
      state.closed = null
    },
    /** To be called when the computer wakes, because timers do not run during sleep. */
    resumeAfterSleep() {
      stopTimer(state)
      pump(state)
    },
    /** Rejects every request as `cancelled`. */
    stop() {
      for (const job of everyJob(state)) cancel(state, job)
      stopTimer(state)
    },
  }
}

const everyJob = (state: QueueState) => [...state.waiting, ...state.delayed, ...state.active]

function enqueue(state: QueueState, task: Task<unknown>, options: RunOptions): Promise<unknown> {
  if (options.signal?.aborted) return Promise.reject(new AppError({ kind: 'cancelled' }))
  const closed = closedBy(state)
  if (closed && options.priority === 'background') return Promise.reject(new AppError(closed))
  return new Promise((resolve, reject) => {
    const onAbort = () => cancel(state, job)
    const job: Job = {
      task,
      options,
      tries: 0,
      refusals: 0,
      notBefore: 0,
      notifiedUntil: 0,
      stop: new AbortController(),
      settle(outcome) {
        options.signal?.removeEventListener('abort', onAbort)
        if ('thrown' in outcome) reject(outcome.thrown as Error)
        else resolve(outcome.value)
      },
    }
    options.signal?.addEventListener('abort', onAbort, { once: true })
    state.waiting.push(job)
    pump(state)
  })
}

function cancel(state: QueueState, job: Job) {
  state.waiting = state.waiting.filter((other) => other !== job)
  state.delayed = state.delayed.filter((other) => other !== job)
  job.settle({ thrown: new AppError({ kind: 'cancelled' }) })
  job.stop.abort()
}

/** Starts what may start, rejects requests that would wait too long. */
function pump(state: QueueState) {
  const now = state.clock.monotonic()
  const due = state.delayed.filter(({ notBefore }) => notBefore <= now)
  if (due.length > 0) {
    state.delayed = state.delayed.filter(({ notBefore }) => notBefore > now)
    state.waiting.unshift(...due)
  }
  refuseLate(state)
  let next = first(state)
  while (next && hasRoom(state, next) && readyAt(state, next) <= now) {
    start(state, next)
    next = first(state)
  }
  const quotaAt = next && hasRoom(state, next) ? readyAt(state, next) : Infinity
  if (quotaAt > now && quotaAt < Infinity) notifyWaiting(state, quotaAt)
  setTimer(state, Math.min(quotaAt, ...state.delayed.map(({ notBefore }) => notBefore)))
}

/** The next job: an interactive one, or else the background job that may be sent first. */
function first(state: QueueState): Job | undefined {
  const interactive = state.waiting.find(({ options }) => options.priority === 'interactive')
  if (interactive) return interactive
  const now = state.clock.monotonic()
  let next: { job: Job; at: number } | undefined
  for (const job of state.waiting) {
    const at = Math.max(now, readyAt(state, job))
    if (!next || at < next.at) next = { job, at }
    if (at === now) break
  }
  return next?.job
}

const hasRoom = ({ active, concurrency }: QueueState, { options }: Job) =>
  active.size < concurrency + (options.priority === 'interactive' ? INTERACTIVE_ROOM : 0)

function readyAt(state: QueueState, { options }: Job) {
  const { what, priority, remaining = () => 0 } = options
  const waiting = Math.max(state.waiting.length, remaining())
  return state.rateLimiter.readyAt({ what, priority, waiting })
}

function refuseLate(state: QueueState) {
  const now = state.clock.monotonic()
  for (const job of state.waiting) {
    const { priority, longestWaitMs = LONGEST_WAIT_MS[priority] } = job.options
    if (longestWaitMs === Infinity) continue
    const at = readyAt(state, job)
    if (at <= now + longestWaitMs && job.refusals <= MOST_REFUSALS) continue
    state.waiting = state.waiting.filter((other) => other !== job)
    job.settle({ thrown: new AppError(state.rateLimiter.failureUntil(at)) })
  }
}

/** `quotaAt` is the monotonic time at which the next request may be sent. */
function notifyWaiting(state: QueueState, quotaAt: number) {
  for (const job of state.waiting) {
    const waitMs = Math.max(quotaAt, readyAt(state, job)) - state.clock.monotonic()
    const resumesAt = Math.round(state.clock.now() + waitMs)
    if (Math.abs(job.notifiedUntil - resumesAt) < 500) continue
    job.notifiedUntil = resumesAt
    job.options.onWait?.(resumesAt)
  }
}

function stopTimer(state: QueueState) {
  state.timer?.stop.abort()
  state.timer = null
}

/** One timer for the whole queue, at the earliest time at which something can start. */
function setTimer(state: QueueState, at: number) {
  if (state.timer?.at === at) return
  stopTimer(state)
  if (at === Infinity) return
  const timer = { at, stop: new AbortController() }
  state.timer = timer
  const onTimer = () => {
    if (state.timer !== timer) return
    state.timer = null
    pump(state)
  }
  // Rounded up: a timer that fires a fraction early would have to be set again.
  const ms = Math.ceil(at - state.clock.monotonic())
  state.clock.wait(ms, timer.stop.signal).then(onTimer, () => undefined)
}

function start(state: QueueState, job: Job) {
  state.waiting.splice(state.waiting.indexOf(job), 1)
  state.active.add(job)
  state.rateLimiter.take(job.options.what)
  void attempt(state, job)
}

async function attempt(state: QueueState, job: Job) {
  try {
    const value = await job.task(job.stop.signal)
    state.active.delete(job)
    state.rateLimiter.done(job.options.what)
    job.settle({ value })
  } catch (thrown) {
    state.active.delete(job)
    failed(state, job, thrown)
    state.rateLimiter.done(job.options.what)
  }
  pump(state)
}

function failed(state: QueueState, job: Job, thrown: unknown) {
  const failure = failureOf(thrown)
  if (costsNothing(failure)) state.rateLimiter.giveBack(job.options.what)
  if (job.stop.signal.aborted) return
  if (isOfTheKey(failure)) close(state, failure)
  const tries = failure.kind === 'quota' ? ++job.refusals : ++job.tries
  const decision = retryAfter(failure, tries, { random: state.random, now: state.clock.now() })
  if (decision === 'give-up') return job.settle({ thrown })
  const closed = closedBy(state)
  if (closed && job.options.priority === 'background') {
    return job.settle({ thrown: new AppError(closed) })
  }
  reschedule(state, job, { failure, waitMs: decision.waitMs })
}

function reschedule(
  state: QueueState,
  job: Job,
  { failure, waitMs }: { failure: Failure; waitMs: number },
) {
  if (failure.kind === 'quota') {
    state.rateLimiter.refuse(job.options.what, failure, waitMs)
    state.waiting.unshift(job)
    return
  }
  job.notBefore = state.clock.monotonic() + waitMs
  state.delayed.push(job)
}

/**
 * Whether no query was counted: refused before sending, or by the quota. An `invalid` by the service
 * itself names no fields, and was counted.
 */
export const costsNothing = (failure: Failure) =>
  failure.kind === 'quota' ||
  failure.kind === 'key' ||
  failure.kind === 'refused' ||
  (failure.kind === 'invalid' && failure.fields.length > 0) ||
  neverArrived(failure)

/** Refusals that every other request with this key would get too. */
export const isOfTheKey = (failure: Failure) =>
  failure.kind === 'unauthorized' || (failure.kind === 'not-in-plan' && failure.code === 516)

const closedBy = ({ closed, clock }: QueueState) =>
  closed && clock.monotonic() < closed.until ? closed.failure : null

function close(state: QueueState, failure: Failure) {
  state.closed = { failure, until: state.clock.monotonic() + CLOSED_MS }
  const isBackground = ({ options }: Job) => options.priority === 'background'
  const stopped = [...state.waiting, ...state.delayed].filter(isBackground)
  state.waiting = state.waiting.filter((job) => !isBackground(job))
  state.delayed = state.delayed.filter((job) => !isBackground(job))
  for (const job of stopped) job.settle({ thrown: new AppError(failure) })
}
