import { useEffect, useState } from 'react'
import { isPrinted } from '../view.ts'

/** Until then what the first parts ask is answered and drawn: the rest would only be in its way. */
const FIRST_PARTS_MS = 150

/**
 * How many of `total` parts of a long screen to draw by now: the `first` of them at once, each of
 * the rest in a moment in which the window has nothing else to do.
 */
export function useDrawnSoFar(first: number, total: number): number {
  const [drawn, setDrawn] = useState(() => (isPrinted() ? total : first))
  const isFirst = drawn === first
  const isAll = drawn >= total
  useEffect(() => {
    if (isAll) return
    let idle = 0
    const more = () => {
      idle = requestIdleCallback(() => setDrawn((known) => known + 1), { timeout: 500 })
    }
    const wait = setTimeout(more, isFirst ? FIRST_PARTS_MS : 0)
    return () => {
      clearTimeout(wait)
      cancelIdleCallback(idle)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each part drawn asks for the next
  }, [drawn, isAll, isFirst])
  return drawn
}
