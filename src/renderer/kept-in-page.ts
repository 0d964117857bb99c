import { create } from 'zustand'
import { holdKeys } from './keys.ts'

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

/** Asks main for another page in this one's place: keys are from now on for that one. */
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
