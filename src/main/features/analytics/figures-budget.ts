import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'

/** Delayed, because a start has more urgent work. */
const FIRST_AFTER_MS = 60_000
const AGAIN_AFTER_MS = 6 * 3_600_000
/** Pause between slices, for edits and reads. */
const REST_MS = 40

interface FiguresBudgetParts {
  store: Pick<Store, 'pruneAnswers'>
  clock: Pick<Clock, 'wait'>
  /** The limit that the user set, in megabytes. */
  limitMb: () => number
  /** Called with the number of bytes freed on the disk. */
  onPruned: (bytes: number) => void
  onFailure: (thrown: unknown) => void
}

/** Deletes old figures while they exceed the user's limit, a few milliseconds at a time. */
export function makeFiguresBudget(parts: FiguresBudgetParts) {
  const { store, clock, limitMb, onPruned, onFailure } = parts
  const closing = new AbortController()
  const { signal } = closing
  let running: Promise<void> | null = null

  async function pruneToLimit() {
    for (let before: number | null = null; !signal.aborted; ) {
      const { bytes, isDone } = await store.pruneAnswers(limitMb() * 1e6)
      before ??= bytes
      if (isDone) return bytes < before && onPruned(before - bytes)
      await clock.wait(REST_MS, signal)
    }
  }

  /** Deletes until the limit is kept. Never throws: the next run tries again. */
  function prune(): Promise<void> {
    running ??= pruneToLimit()
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

  async function pruneRepeatedly() {
    await clock.wait(FIRST_AFTER_MS, signal)
    for (;;) {
      await prune()
      await clock.wait(AGAIN_AFTER_MS, signal)
    }
  }

  // Rejects when closed.
  pruneRepeatedly().catch(() => undefined)
  return { prune, close: () => closing.abort() }
}
