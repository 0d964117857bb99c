import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'

/** At a start there is more to do. */
const FIRST_AFTER_MS = 60_000
const AGAIN_AFTER_MS = 6 * 3_600_000
/** What is edited or read goes first between two slices. */
const REST_MS = 40

interface FiguresBudgetParts {
  store: Pick<Store, 'pruneAnswers'>
  clock: Pick<Clock, 'wait'>
  /** Megabytes that the person allows. */
  mostMb: () => number
  /** The figures take so many bytes less on the disk. */
  onLess: (bytes: number) => void
  onFailure: (thrown: unknown) => void
}

/** Keeps the downloaded figures within what the person allows, some milliseconds at a time. */
export function makeFiguresBudget(parts: FiguresBudgetParts) {
  const { store, clock, mostMb, onLess, onFailure } = parts
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | null = null

  async function prune() {
    for (let before: number | null = null; !signal.aborted; ) {
      const { bytes, isDone } = await store.pruneAnswers(mostMb() * 1e6)
      before ??= bytes
      if (isDone) return bytes < before && onLess(before - bytes)
      await clock.wait(REST_MS, signal)
    }
  }

  /** What is too much goes, behind all else. Never throws: it is tried again later. */
  function keep(): Promise<void> {
    running ??= prune()
      .then(
        () => undefined,
        (thrown: unknown) => {
          if (!signal.aborted) onFailure(thrown)
        },
      )
      .finally(() => {
        running = null
      })
    return running
  }

  async function keepOn() {
    await clock.wait(FIRST_AFTER_MS, signal)
    for (;;) {
      await keep()
      await clock.wait(AGAIN_AFTER_MS, signal)
    }
  }

  // Ends when it is closed.
  keepOn().catch(() => undefined)
  return { keep, close: () => closing.abort() }
}
