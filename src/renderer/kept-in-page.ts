import { create } from 'zustand'

const WRITE_AFTER_MS = 250
const waiting = new Map<string, object>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * What a screen remembers until the window closes. Opening a report reads the page anew, so it lies
 * in the page's history entry, which comes back with it and is on no disk.
 */
export function keptInPage<T extends object>(name: string, initial: T) {
  const kept = (history.state as Record<string, Partial<T>> | null)?.[name]
  const store = create<T>(() => ({ ...initial, ...kept }))
  store.subscribe((now) => {
    waiting.set(name, now)
    // The browser refuses more than some writes a second, and a list tells of each step of its scroll.
    timer ??= setTimeout(writeKept, WRITE_AFTER_MS)
  })
  return store
}

/** Writes what still waits: called before the page goes. */
export function writeKept() {
  clearTimeout(timer)
  timer = undefined
  if (waiting.size === 0) return
  history.replaceState({ ...(history.state as object | null), ...Object.fromEntries(waiting) }, '')
  waiting.clear()
}
