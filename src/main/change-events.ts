import type { Changed } from '../shared/bridge.ts'

/** Notifies of the first change of a noun at once, and of those within the next 100 ms together. */
export function coalesced(tell: (noun: Changed) => void) {
  const waiting = new Map<Changed, boolean>()
  return function changed(noun: Changed) {
    if (waiting.has(noun)) return void waiting.set(noun, true)
    tell(noun)
    waiting.set(noun, false)
    setTimeout(() => {
      const isAgain = waiting.get(noun)
      waiting.delete(noun)
      if (isAgain) changed(noun)
    }, 100)
  }
}

/** Waits for some work, then notifies of the change; what fails is thrown instead. */
export const notifyAfter =
  (onChange: () => void) =>
  async <T>(work: Promise<T>): Promise<T> => {
    const value = await work
    onChange()
    return value
  }
