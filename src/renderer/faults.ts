import { call } from './bridge.ts'

/** The limits of main's schema, in characters. */
const MOST_TEXT = 1000
const MOST_STACK = 8000
/** A limit, because an error that repeats every frame would flood the log. */
const MOST_LOGGED = 20

/** Message and stack of a thrown value, truncated. */
export function detailsOf(thrown: unknown) {
  const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { text: message.slice(0, MOST_TEXT), stack: (stack ?? '').slice(0, MOST_STACK) }
}

export function logUncaughtErrors() {
  let logged = 0
  const log = (thrown: unknown) => {
    logged++
    if (logged > MOST_LOGGED) return
    // A failure to log must not itself be logged.
    call.app.fault({ part: 'script', ...detailsOf(thrown) }).catch(() => undefined)
  }
  window.addEventListener('error', ({ error, message }) => {
    // Chromium reports a resize observer that continues in the next frame as an error; it is harmless.
    if (!message.startsWith('ResizeObserver loop')) log(error ?? message)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => log(reason))
}
