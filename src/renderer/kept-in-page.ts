import { create } from 'zustand'
import { holdKeys } from './keys.ts'

const WRITE_AFTER_MS = 250
const waiting = new Map<string, object>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * State of a screen that lasts until the window closes. It is stored in the history entry, because opening a
 * report reloads the page; the entry survives the reload and is never written to disk.
 */
export function keptInPage<T extends object>(name: string, initial: T) {
  const kept = (history.state as Record<string, Partial<T>> | null)?.[name]
  const store = create<T>(() => ({ ...initial, ...kept }))
  store.subscribe((now) => {
    waiting.set(name, now)
    // Debounced, because browsers limit the number of history writes per second, and scrolling produces many.
    timer ??= setTimeout(writeKept, WRITE_AFTER_MS)
  })
  return store
}

/** Asks main to load another page. Key presses are buffered for that page from now on. */
export async function leavePage(ask: () => Promise<void>) {
  writeKept()
  const stay = holdKeys()
  try {
    await ask()
  } catch (thrown) {
    stay()
    throw thrown
  }
}

function writeKept() {
  clearTimeout(timer)
  timer = undefined
  if (waiting.size === 0) return
  history.replaceState({ ...(history.state as object | null), ...Object.fromEntries(waiting) }, '')
  waiting.clear()
}
