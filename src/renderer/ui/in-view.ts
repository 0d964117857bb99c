import { type RefObject, useEffect, useState } from 'react'
import { isPrinted } from '../view.ts'

/** Distance below the window in pixels at which rendering starts, so that it is done when scrolled to. */
const MARGIN = 400

/** Whether an element is or was near the visible area. */
export function useInView(box: RefObject<HTMLElement | null>): boolean {
  const [isInView, setIsInView] = useState(isPrinted)
  useEffect(() => {
    if (isInView || !box.current) return
    // Checked directly, because the observer first reports in the next frame.
    const { top, bottom } = box.current.getBoundingClientRect()
    if (top < window.innerHeight + MARGIN && bottom > -MARGIN) {
      // oxlint-disable-next-line react/set-state-in-effect -- what is measured is known only here
      setIsInView(true)
      return
    }
    const watch = new IntersectionObserver(
      (seen) => setIsInView(seen.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: `${MARGIN}px` },
    )
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box, isInView])
  return isInView
}
