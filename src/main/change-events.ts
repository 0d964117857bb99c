import type { Changed } from '../shared/bridge.ts'

/** Passes on the first change of a noun at once, and later ones at most every 100 ms. */
export function coalesced(notify: (noun: Changed) => void) {
  const waiting = new Map<Changed, boolean>()
  return function changed(noun: Changed) {
    if (waiting.has(noun)) return void waiting.set(noun, true)
    notify(noun)
    waiting.set(noun, false)
    setTimeout(() => {
      const isAgain = waiting.get(noun)
      waiting.delete(noun)
      if (isAgain) changed(noun)
    }, 100)
  }
}

/** Awaits the work, then notifies; a failure is thrown without notifying. */
export const notifyAfter =
  (onChange: () => void) =>
  async <T>(work: Promise<T>): Promise<T> => {
    const value = await work
    onChange()
    return value
  }
