import { useEffect, useLayoutEffect, useRef } from 'react'
import { canWait, KEY_MODIFIERS, type KeyPress } from '../shared/model/key-press.ts'
import { call } from './bridge.ts'

let waits = 0

/**
 * Has main hold the keys until what is returned was called: what they are for is not there yet.
 * They then come as they were pressed, in order.
 */
export function holdKeys(): () => void {
  waits++
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    // By the frame after this one what was mounted listens, has the focus and was painted.
    void Promise.race([nextFrame(), longestFrame()]).then(() => {
      if (--waits === 0) void call.keys.ready()
    })
  }
}

/** Longer than a frame takes on a busy computer: Chromium drops what comes before the first paint. */
const LONGEST_FRAME_MS = 5000
/** A window that is hidden or minimised is drawn no frames. */
const HIDDEN_FRAME_MS = 100

const nextFrame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
const longestFrame = () =>
  new Promise((late) => setTimeout(late, document.hidden ? HIDDEN_FRAME_MS : LONGEST_FRAME_MS))

/** Before anything else listens. What a key was pressed for may be there only after `holdKeys`. */
export function startKeys() {
  let isNamed = false
  const onKey = (event: KeyboardEvent) => {
    const press = pressOf(event)
    // A sign that an input method made of other keys is known only as it is typed.
    const isTyped = event.type === 'keypress'
    const isFirst = !isTyped || !isNamed
    if (!isTyped) isNamed = canWait(press)
    if (waits === 0 || event.isComposing || !isFirst || !canWait(press)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    void call.keys.putBack(press)
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('keypress', onKey, { capture: true })
}

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, repeat } = event
  const said = {
    alt: altKey,
    control: ctrlKey,
    meta: metaKey,
    shift: shiftKey,
    isautorepeat: repeat,
  }
  return { key, code, modifiers: KEY_MODIFIERS.filter((each) => said[each]) }
}

/** Stands in the place of what is still being read; the keys wait for that. */
export function KeysWait() {
  const goOn = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    goOn.current = holdKeys()
  }, [])
  // In the round of effects in which that which is there now begins to listen.
  useEffect(() => () => goOn.current?.(), [])
  return null
}
