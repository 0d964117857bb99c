import { callsUnderWay } from '../bridge.ts'
import { clock } from '../clock.ts'

/** The page counts as settled after this time without changes: an answer's chart follows a frame or two later. */
const QUIET_MS = 350
/** Placeholders that are still there after this time will not be filled any more. */
const STUCK_MS = 5000
const LOOK_MS = 50

/** Resolves when no call is pending and all answers are drawn. */
export function whenSettled(root: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    let changedAt = clock.monotonic()
    const note = () => {
      changedAt = clock.monotonic()
    }
    const watch = new MutationObserver(note)
    watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
    const look = setInterval(() => {
      if (callsUnderWay() > 0 || document.fonts.status !== 'loaded') note()
      const quiet = clock.monotonic() - changedAt
      if (quiet < (hasEmptyPlaces(root) ? STUCK_MS : QUIET_MS)) return
      clearInterval(look)
      watch.disconnect()
      resolve()
    }, LOOK_MS)
  })
}

const hasEmptyPlaces = (root: HTMLElement) => root.querySelector('.mantine-Skeleton-root') !== null
