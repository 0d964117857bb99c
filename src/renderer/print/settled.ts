import { callsUnderWay } from '../bridge.ts'
import { clock } from '../clock.ts'

/** So long nothing changes once all is drawn: a frame or two lie between an answer and its chart. */
const QUIET_MS = 350
/** What then still waits for something waits in vain. */
const STUCK_MS = 5000
const LOOK_MS = 50

/** Resolves when nothing is asked any more, and what was answered is drawn. */
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
