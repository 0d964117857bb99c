import { useLayoutEffect } from 'react'

/** Marks the moment from which the figures can be read: `npm run bench` measures the start to it. */
export function useReadableMark() {
  useLayoutEffect(() => {
    if (performance.getEntriesByName('readable').length > 0) return
    // What is in the page now is painted by the end of the first frame, so before the second.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('readable')))
  }, [])
}
