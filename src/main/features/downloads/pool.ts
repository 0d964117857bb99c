import { DeskError } from '../../../shared/failure.ts'

/** Requests of a download at once. */
export const AT_ONCE = 6

/**
 * Does something with each item, so many at a time, until all are done or the signal says stop;
 * then it throws `cancelled` at once, whatever is still under way.
 */
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

/** The promise's outcome, or `cancelled` as soon as the signal is aborted. */
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

/** Tells at once, then at most once in so many milliseconds; the last telling is never lost. */
export function makeTeller(
  { monotonic, wait }: { monotonic: () => number; wait: (ms: number) => Promise<void> },
  betweenMs: number,
  tell: () => void,
) {
  let toldAt = Number.NEGATIVE_INFINITY
  let isComing = false
  return () => {
    if (isComing) return
    const rest = toldAt + betweenMs - monotonic()
    const now = () => {
      isComing = false
      toldAt = monotonic()
      tell()
    }
    if (rest <= 0) return now()
    isComing = true
    wait(rest).then(now, now)
  }
}
