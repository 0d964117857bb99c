import type { Failure } from '../../shared/failure.ts'

const TRIES = 5
const BASE_MS = 1_000
const CAP_MS = 60_000

interface Conditions {
  /** Returns a number from 0 to just under 1. */
  random: () => number
  /** This computer's clock, epoch milliseconds. */
  now: number
}

/**
 * Milliseconds to wait before a failed read is tried again. `tries` counts the tries so far;
 * refusals by the quota are counted separately, since waiting for the quota is no failure.
 */
export function retryAfter(
  failure: Failure,
  tries: number,
  { random, now }: Conditions,
): { waitMs: number } | 'give-up' {
  if (failure.kind === 'quota') {
    const wait = Math.max(0, failure.resetsAt - now)
    // Without `details` the wait is unknown: jitter keeps clients from retrying in step.
    return { waitMs: failure.interval_seconds ? wait : wait + jitter(tries, random) }
  }
  // Analytics, Errors: do not retry 400, 401, 403, 404 unchanged.
  if (!isPassing(failure) || tries >= TRIES) return 'give-up'
  return { waitMs: jitter(tries, random) }
}

function isPassing(failure: Failure) {
  if (failure.kind === 'offline')
    return failure.reason === 'interrupted' || failure.reason === 'timeout'
  if (failure.kind === 'malformed') return failure.reason === 'truncated'
  return failure.kind === 'unavailable'
}

const jitter = (tries: number, random: () => number) =>
  random() * Math.min(CAP_MS, BASE_MS * 2 ** Math.min(Math.max(tries - 1, 0), 16))
