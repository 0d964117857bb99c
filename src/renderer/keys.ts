import { useEffect, useLayoutEffect, useRef } from 'react'
import { canWait, KEY_MODIFIERS, type KeyPress } from '../shared/model/key-press.ts'
import { call } from './bridge.ts'
import { makeKeyBuffer } from './key-buffer.ts'

const keys = makeKeyBuffer({
  putBack: (press) => call.keys.putBack(press),
  hold: () => call.keys.hold(),
  ready: () => void call.keys.ready(),
  frame: () => Promise.race([nextFrame(), longestFrame()]),
})

/**
 * Makes main buffer key presses while their target is not mounted yet. Calling the returned function releases
 * them, unchanged and in order.
 */
export const bufferKeys = keys.buffer

/** Before the page is replaced: no key reaches it any more once this resolves. The returned function lets it stay. */
export const leaveKeys = keys.leave

/** Longer than a frame takes on a busy computer: Chromium drops input before the first paint. */
const LONGEST_FRAME_MS = 5000
/** Hidden and minimised windows get no animation frames. */
const HIDDEN_FRAME_MS = 100

const nextFrame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
const longestFrame = () =>
  new Promise((late) => setTimeout(late, document.hidden ? HIDDEN_FRAME_MS : LONGEST_FRAME_MS))

/** Must run before any other listener is attached. Returns presses to main while `bufferKeys` is in effect. */
export function startKeys() {
  let isNamed = false
  const onKey = (event: KeyboardEvent) => {
    const press = pressOf(event)
    // A keypress is handled only when its keydown was not, as for characters from an input method.
    const isTyped = event.type === 'keypress'
    const isFirst = !isTyped || !isNamed
    if (!isTyped) isNamed = canWait(press)
    if (!keys.isBuffering() || event.isComposing || !isFirst || !canWait(press)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    keys.giveBack(press)
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('keypress', onKey, { capture: true })
}

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, repeat } = event
  const isPressed = {
    alt: altKey,
    control: ctrlKey,
    meta: metaKey,
    shift: shiftKey,
    isautorepeat: repeat,
  }
  return { key, code, modifiers: KEY_MODIFIERS.filter((each) => isPressed[each]) }
}

/** The fallback of a component that is being loaded; key presses are buffered meanwhile. */
export function KeyBuffer() {
  const release = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    // React runs this again when a surrounding boundary was hidden and is shown again.
    release.current ??= bufferKeys()
  }, [])
  // Cleans up in the same effect phase in which the loaded component attaches its listeners.
  useEffect(() => () => release.current?.(), [])
  return null
}
