import { DeskError } from '../../../shared/failure.ts'

/** Parallel requests of a download. */
export const AT_ONCE = 6

/** Calls `act` for each item, `atOnce` in parallel. Throws `cancelled` once aborted. */
export async function inPool<T>(
  items: readonly T[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  act: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async () => {
    for (let index = next++; index < items.length && !signal.aborted; index = next++) {
      await act(items[index] as T)
    }
  }
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, work)
  await unlessAborted(Promise.all(workers), signal)
}

/** The promise's result, or `cancelled` as soon as the signal is aborted. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new DeskError({ kind: 'cancelled' }))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Calls `tell` at once, then at most once per `betweenMs`; the last call is never dropped. */
export function makeThrottle(
  { monotonic, wait }: { monotonic: () => number; wait: (ms: number) => Promise<void> },
  betweenMs: number,
  notify: () => void,
) {
  let notifiedAt = Number.NEGATIVE_INFINITY
  let isScheduled = false
  return () => {
    if (isScheduled) return
    const rest = notifiedAt + betweenMs - monotonic()
    const now = () => {
      isScheduled = false
      notifiedAt = monotonic()
      notify()
    }
    if (rest <= 0) return now()
    isScheduled = true
    wait(rest).then(now, now)
  }
}
