import { useEffect, useEffectEvent } from 'react'

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
