import { untilCancelled } from '../../threads/ending.ts'

/** Parallel requests of a download. */
export const AT_ONCE = 6

interface PoolOptions<T> {
  atOnce: number
  signal: AbortSignal
  /** An item that is not ready gives way to later ones, but is never waited for. */
  isReady?: (item: T) => boolean
}

/** Calls `act` for each item, `atOnce` in parallel. Throws `cancelled` once aborted. */
export async function inPool<T>(
  items: readonly T[],
  { atOnce, signal, isReady = () => true }: PoolOptions<T>,
  act: (item: T) => Promise<void>,
): Promise<void> {
  let index = 0
  const postponed: T[] = []
  const work = async () => {
    while (!signal.aborted) {
      const [first] = postponed
      if (first !== undefined && (index === items.length || isReady(first))) {
        postponed.shift()
        await act(first)
      } else if (index < items.length) {
        const item = items[index++] as T
        if (isReady(item)) await act(item)
        else postponed.push(item)
      } else return
    }
  }
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, work)
  await untilCancelled(Promise.all(workers), signal)
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
