import { create } from 'zustand'
import { commitAll } from './commit-on-leave.ts'
import { leaveKeys } from './keys.ts'

const WRITE_AFTER_MS = 250
const pending = new Map<string, object>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * State of a screen that lasts until the window closes. It is stored in the history entry, because opening a
 * report reloads the page; the entry survives the reload and is never written to disk.
 */
export function makePageStore<T extends object>(name: string, initial: T) {
  // Tests import screens where there is no page.
  const hasPage = 'history' in globalThis
  const entry = hasPage ? (history.state as Record<string, Partial<T>> | null) : null
  const store = create<T>(() => ({ ...initial, ...entry?.[name] }))
  if (!hasPage) return store
  store.subscribe((now) => {
    pending.set(name, now)
    // Debounced, because browsers limit the number of history writes per second, and scrolling produces many.
    timer ??= setTimeout(writePending, WRITE_AFTER_MS)
  })
  return store
}

/** Asks main to load another page, which accepts no edits. Key presses are buffered for that page from now on. */
export async function leavePage(ask: () => Promise<void>) {
  const stay = await leaveKeys()
  try {
    commitAll()
    writePending()
    await ask()
  } catch (thrown) {
    stay()
    throw thrown
  }
}

function writePending() {
  clearTimeout(timer)
  timer = undefined
  if (pending.size === 0) return
  history.replaceState({ ...(history.state as object | null), ...Object.fromEntries(pending) }, '')
  pending.clear()
}

export type Dismissed = Readonly<Record<string, boolean>>

const useDismissedStore = makePageStore<Record<string, boolean>>('dismissed', {})

const dismiss = (name: string) => useDismissedStore.setState({ [name]: true })

/** What was dismissed in this window, by name, and a function to dismiss one more. */
export function useAllDismissed() {
  const dismissed: Dismissed = useDismissedStore()
  return [dismissed, dismiss] as const
}

/** Whether something was dismissed in this window, and a function to dismiss it. */
export function useDismissed(name: string) {
  const isDismissed = useDismissedStore((all) => all[name] === true)
  return [isDismissed, () => dismiss(name)] as const
}
