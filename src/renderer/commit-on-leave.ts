import { useEffect, useEffectEvent } from 'react'
import type { onAnyChanged } from './bridge.ts'

/**
 * Calls `commit` when a component is left without a blur: when a shortcut leaves its screen, and when the
 * window closes.
 */
export function useCommitOnLeave(commit: () => void) {
  const onLeave = useEffectEvent(commit)
  useEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

/** Commits what is typed, as a close of the window does. */
export const commitAll = () => void window.dispatchEvent(new Event('pagehide'))

/** Windows ends a session without closing the window. */
export const commitAtSessionEnd = (listen: typeof onAnyChanged) =>
  listen((noun) => {
    if (noun === 'session-end') commitAll()
  })
