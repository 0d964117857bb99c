import type { QuotaUsage } from '../../shared/api/quota.ts'
import { DeskError, type Failure, failureOf, neverArrived } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'
import { makeRateLimiter, type RateLimiter } from './rate-limiter.ts'
import { retryAfter } from './retry.ts'

export type Priority = 'interactive' | 'background'

export interface RunOptions {
  priority: Priority
  /** The kind of request, for what it counts as. */
  what: string
  signal?: AbortSignal | undefined
  /** Told until when it waits for the quota, epoch milliseconds. */
  onWait?: ((resumesAt: number) => void) | undefined
}

type Task<T> = (signal: AbortSignal) => Promise<T>

interface Job {
  task: Task<unknown>
  options: RunOptions
  tries: number
  refusals: number
  /** Monotonic; a retry waits until then. */
  notBefore: number
  toldUntil: number
  stop: AbortController
  settle: (outcome: { value: unknown } | { thrown: unknown }) => void
}

interface Line {
  clock: Clock
  random: () => number
  concurrency: number
  rateLimiter: RateLimiter
  waiting: Job[]
  delayed: Job[]
  active: Set<Job>
  closed: Failure | null
  timer: { at: number; stop: AbortController } | null
}

/** A person who looks at a screen is told rather than kept waiting longer than this. */
const PATIENCE_MS = 3_000
const INTERACTIVE_REFUSALS = 3

export type Queue = ReturnType<typeof makeQueue>

interface QueueParts {
  clock: Clock
  random: () => number
  concurrency?: number
}

/** The requests of one company, in turn: interactive first, within its quota, tried again where that helps. */
export function makeQueue({ clock, random, concurrency = 6 }: QueueParts) {
  const line: Line = {
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
    run: <T>(task: Task<T>, options: RunOptions) => enqueue(line, task, options) as Promise<T>,
    /** The service's own count of what was used, as its answer to `what` just said. */
    learn(usage: QuotaUsage, serverNow: number | null) {
      line.rateLimiter.learn(usage, serverNow)
      pump(line)
    },
    /** The windows as known, what a request of a kind counts as, and whether to look at the usage. */
    rateLimiter: line.rateLimiter,
    /** The key works again: background work may go on. */
    reopen() {
      line.closed = null
    },
    isClosed: () => line.closed !== null,
    /** Ends everything as cancelled. */
    stop() {
      for (const job of everyJob(line)) cancel(line, job)
      line.timer?.stop.abort()
      line.timer = null
    },
  }
}

const everyJob = (line: Line) => [...line.waiting, ...line.delayed, ...line.active]

function enqueue(line: Line, task: Task<unknown>, options: RunOptions): Promise<unknown> {
  if (options.signal?.aborted) return Promise.reject(new DeskError({ kind: 'cancelled' }))
  if (line.closed && options.priority === 'background') {
    return Promise.reject(new DeskError(line.closed))
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => cancel(line, job)
    const job: Job = {
      task,
      options,
      tries: 0,
      refusals: 0,
      notBefore: 0,
      toldUntil: 0,
      stop: new AbortController(),
      settle(outcome) {
        options.signal?.removeEventListener('abort', onAbort)
        if ('thrown' in outcome) reject(outcome.thrown as Error)
        else resolve(outcome.value)
      },
    }
    options.signal?.addEventListener('abort', onAbort, { once: true })
    line.waiting.push(job)
    pump(line)
  })
}

function cancel(line: Line, job: Job) {
  line.waiting = line.waiting.filter((other) => other !== job)
  line.delayed = line.delayed.filter((other) => other !== job)
  job.settle({ thrown: new DeskError({ kind: 'cancelled' }) })
  job.stop.abort()
}

/** Starts all that may start now, refuses who would wait too long, and sets the one timer. */
function pump(line: Line) {
  const now = line.clock.monotonic()
  const due = line.delayed.filter(({ notBefore }) => notBefore <= now)
  if (due.length > 0) {
    line.delayed = line.delayed.filter(({ notBefore }) => notBefore > now)
    line.waiting.unshift(...due)
  }
  refuseLate(line)
  let next = first(line)
  while (next && line.active.size < line.concurrency && readyAt(line, next) <= now) {
    start(line, next)
    next = first(line)
  }
  const quotaAt = next && line.active.size < line.concurrency ? readyAt(line, next) : Infinity
  if (quotaAt > now && quotaAt < Infinity) tellWaiting(line, quotaAt)
  setTimer(line, Math.min(quotaAt, ...line.delayed.map(({ notBefore }) => notBefore)))
}

const first = (line: Line) =>
  line.waiting.find(({ options }) => options.priority === 'interactive') ?? line.waiting[0]

function readyAt(line: Line, { options }: Job) {
  const { what, priority } = options
  return line.rateLimiter.readyAt({ what, priority, waiting: line.waiting.length })
}

function refuseLate(line: Line) {
  const patientUntil = line.clock.monotonic() + PATIENCE_MS
  const interactive = line.waiting.filter(({ options }) => options.priority === 'interactive')
  for (const job of interactive) {
    const at = readyAt(line, job)
    if (at <= patientUntil && job.refusals <= INTERACTIVE_REFUSALS) continue
    line.waiting = line.waiting.filter((other) => other !== job)
    job.settle({ thrown: new DeskError(line.rateLimiter.failureUntil(at)) })
  }
}

function tellWaiting(line: Line, at: number) {
  const resumesAt = Math.round(line.clock.now() + at - line.clock.monotonic())
  for (const job of line.waiting) {
    if (Math.abs(job.toldUntil - resumesAt) < 500) continue
    job.toldUntil = resumesAt
    job.options.onWait?.(resumesAt)
  }
}

/** While the line waits there is exactly one timer, however many wait. */
function setTimer(line: Line, at: number) {
  if (line.timer?.at === at) return
  line.timer?.stop.abort()
  line.timer = null
  if (at === Infinity) return
  const timer = { at, stop: new AbortController() }
  line.timer = timer
  const ring = () => {
    if (line.timer !== timer) return
    line.timer = null
    pump(line)
  }
  // Rounded up: a timer that rings a fraction early would only have to be set again.
  const ms = Math.ceil(at - line.clock.monotonic())
  line.clock.wait(ms, timer.stop.signal).then(ring, () => undefined)
}

function start(line: Line, job: Job) {
  line.waiting.splice(line.waiting.indexOf(job), 1)
  line.active.add(job)
  line.rateLimiter.take(job.options.what)
  void attempt(line, job)
}

async function attempt(line: Line, job: Job) {
  try {
    const value = await job.task(job.stop.signal)
    line.active.delete(job)
    line.rateLimiter.done(job.options.what)
    job.settle({ value })
  } catch (thrown) {
    line.active.delete(job)
    failed(line, job, thrown)
    line.rateLimiter.done(job.options.what)
  }
  pump(line)
}

function failed(line: Line, job: Job, thrown: unknown) {
  const failure = failureOf(thrown)
  if (failure.kind === 'quota' || wasNotSent(failure)) line.rateLimiter.giveBack(job.options.what)
  if (job.stop.signal.aborted) return
  if (isOfTheKey(failure)) close(line, failure)
  const tries = failure.kind === 'quota' ? ++job.refusals : ++job.tries
  const decision = retryAfter(failure, tries, { random: line.random, now: line.clock.now() })
  if (decision === 'give-up') return job.settle({ thrown })
  if (line.closed && job.options.priority === 'background') {
    return job.settle({ thrown: new DeskError(line.closed) })
  }
  again(line, job, { failure, waitMs: decision.waitMs })
}

function again(line: Line, job: Job, { failure, waitMs }: { failure: Failure; waitMs: number }) {
  if (failure.kind === 'quota') {
    line.rateLimiter.refuse(failure, waitMs)
    line.waiting.unshift(job)
    return
  }
  job.notBefore = line.clock.monotonic() + waitMs
  line.delayed.push(job)
}

/** Refused on this side; a service's own `invalid` names no fields, and was counted. */
const wasNotSent = (failure: Failure) =>
  failure.kind === 'key' ||
  failure.kind === 'refused' ||
  (failure.kind === 'invalid' && failure.fields.length > 0) ||
  neverArrived(failure)

/** Refusals that every further request with this key would meet. */
const isOfTheKey = (failure: Failure) =>
  failure.kind === 'unauthorized' || (failure.kind === 'not-in-plan' && failure.code === 516)

function close(line: Line, failure: Failure) {
  line.closed = failure
  const isBackground = ({ options }: Job) => options.priority === 'background'
  const stopped = [...line.waiting, ...line.delayed].filter(isBackground)
  line.waiting = line.waiting.filter((job) => !isBackground(job))
  line.delayed = line.delayed.filter((job) => !isBackground(job))
  for (const job of stopped) job.settle({ thrown: new DeskError(failure) })
}
