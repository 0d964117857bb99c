import { useLayoutEffect } from 'react'

/**
 * Marks the moment from which the figures answer, and can be read if the last page did not show
 * them before (`after-first-frame.js`): `npm run bench` measures the start to both.
 */
export function useReadableMark() {
  useLayoutEffect(() => {
    if (performance.getEntriesByName('answering').length > 0) return
    // What is in the page now is painted by the end of the first frame, so before the second.
    requestAnimationFrame(() => requestAnimationFrame(mark))
  }, [])
}

function mark() {
  performance.mark('answering')
  if (performance.getEntriesByName('readable').length === 0) performance.mark('readable')
}
