import { DeskError } from '../shared/failure.ts'

/** Time as main sees it; all in milliseconds. */
export interface Clock {
  /** Epoch milliseconds of this computer's clock, which the person may set. */
  now(): number
  /** Milliseconds since some fixed moment; never jumps. */
  monotonic(): number
  /** Throws `cancelled` at once when the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

// A longer timer of Node fires at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function systemClock(): Clock {
  return { now: () => Date.now(), monotonic: () => performance.now(), wait }
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new DeskError({ kind: 'cancelled' }))
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(Math.max(ms, 0), LONGEST_TIMER_MS),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
