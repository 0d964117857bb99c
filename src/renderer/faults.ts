import { call } from './bridge.ts'

/** As much as main takes. */
const MOST_TEXT = 1000
const MOST_STACK = 8000
/** What fails at every frame says nothing more the twentieth time. */
const MOST_NOTED = 20

/** What is kept of something that was thrown. */
export function detailsOf(thrown: unknown) {
  const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { text: message.slice(0, MOST_TEXT), stack: (stack ?? '').slice(0, MOST_STACK) }
}

/** Has main note what nothing in this page caught, besides what could not be drawn. */
export function noteFaults() {
  let noted = 0
  const note = (thrown: unknown) => {
    noted++
    if (noted > MOST_NOTED) return
    // That it could not be noted must not be noted in its turn.
    call.desk.fault({ part: 'script', ...detailsOf(thrown) }).catch(() => undefined)
  }
  window.addEventListener('error', ({ error, message }) => {
    // Chromium's word for a layout that goes on in the next frame.
    if (!message.startsWith('ResizeObserver loop')) note(error ?? message)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => note(reason))
}
