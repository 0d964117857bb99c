import { pendingCalls } from '../bridge.ts'
import { clock } from '../clock.ts'

/** The page counts as settled after this time without changes: an answer's chart follows a frame or two later. */
const QUIET_MS = 350
/** Placeholders that are still there after this time will not be filled any more. */
const PLACEHOLDER_TIMEOUT_MS = 5000
const POLL_MS = 50

/** Resolves when no call is pending and all answers are drawn. */
export function whenSettled(root: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    let changedAt = clock.monotonic()
    const noteChange = () => {
      changedAt = clock.monotonic()
    }
    const watch = new MutationObserver(noteChange)
    watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
    const timer = setInterval(() => {
      if (pendingCalls() > 0 || document.fonts.status !== 'loaded') noteChange()
      const quiet = clock.monotonic() - changedAt
      if (quiet < (hasEmptyPlaces(root) ? PLACEHOLDER_TIMEOUT_MS : QUIET_MS)) return
      clearInterval(timer)
      watch.disconnect()
      resolve()
    }, POLL_MS)
  })
}

const hasEmptyPlaces = (root: HTMLElement) => root.querySelector('.mantine-Skeleton-root') !== null
