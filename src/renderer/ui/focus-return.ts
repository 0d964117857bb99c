import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before an overlay was drawn. The kit does so only for
 * overlays that stay mounted while they are closed.
 */
export function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (!(opener instanceof HTMLElement) || opener === document.body) return
      // What opened it may be gone: an account that was forgotten, a palette that led here.
      const to = opener.isConnected ? opener : document.getElementById('content')
      to?.focus({ preventScroll: true })
    },
    [opener],
  )
}
