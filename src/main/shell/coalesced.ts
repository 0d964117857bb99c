import type { Changed } from '../../shared/bridge.ts'

/** Tells the first change of a noun at once, and those that follow within 100 ms together. */
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
