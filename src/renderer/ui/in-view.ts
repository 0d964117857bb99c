import { type RefObject, useEffect, useState } from 'react'
import { isPrinted } from '../view.ts'

/** Distance below the window in pixels at which rendering starts, so that it is done when scrolled to. */
const AHEAD = 400

/** Whether an element is or was near the visible area. */
export function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(isPrinted)
  useEffect(() => {
    if (isNear || !box.current) return
    // Checked directly, because the observer first reports in the next frame.
    const { top, bottom } = box.current.getBoundingClientRect()
    if (top < window.innerHeight + AHEAD && bottom > -AHEAD) {
      // oxlint-disable-next-line react/set-state-in-effect -- what is measured is known only here
      setIsNear(true)
      return
    }
    const watch = new IntersectionObserver(
      (seen) => setIsNear(seen.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: `${AHEAD}px` },
    )
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box, isNear])
  return isNear
}
