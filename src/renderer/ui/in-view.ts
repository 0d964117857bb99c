import { type RefObject, useEffect, useState } from 'react'
import { isPrinted } from '../view.ts'

/** So far below the window, in pixels, that scrolling to it leaves the time to draw it. */
const AHEAD = 400

/** Whether something has come near to what the window shows; it stays so. */
export function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(isPrinted)
  useEffect(() => {
    if (isNear || !box.current) return
    // What is on the screen already need not wait for the observer's next frame.
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
