import { useEffect, useState } from 'react'
import { isPrinted } from '../view.ts'

/** Leaves time for the first parts to load and render. */
const FIRST_PARTS_MS = 150

/**
 * How many of a long screen's `total` parts to render now: the `first` ones at once, each further one when
 * the window is idle.
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
