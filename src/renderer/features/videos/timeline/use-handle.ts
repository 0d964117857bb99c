import type { KeyboardEvent, PointerEvent } from 'react'
import { undoKey } from '../../../ui/edits/undo-key.ts'
import { isUnsaved } from './drag-store.ts'
import { type Handle, movedByKey, movedSecond, movedTo, secondAt, snapped } from './move.ts'
import type { TimelineItem } from './placed.ts'
import type { Stage } from './stage.ts'

/** The properties that make an element the slider of an item's handle, for pointer and keyboard. */
export function useHandle(item: TimelineItem, handle: Handle, stage: Stage) {
  const { drag: store, words, length } = stage
  const maximum = item.percent === null ? length : 100
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': words.labelOf(item, handle),
    'aria-valuemin': 0,
    'aria-valuemax': maximum,
    'aria-valuenow': Math.min(item.percent ?? movedSecond(item, handle), maximum),
    'aria-valuetext': words.valueOf(item, handle),
    onFocus: () => store.start(item, handle),
    onBlur: () => {
      stage.commit()
      store.release(item.key)
    },
    onKeyDown: (event: KeyboardEvent) => onKey(event, handle, stage),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.focus({ preventScroll: true })
      const drawn = store.of(item.key)?.item ?? item
      const second = movedSecond(drawn, handle)
      store.start(item, handle, { item: drawn, ...grabbed(event, second, length) })
      event.preventDefault()
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      const drag = store.of(item.key)
      if (!drag?.grab) return
      const from = drag.grab
      const second = secondAt(clientX - from.left, from.width, length) + from.offset
      // A press that does not move the item leaves it where it is, also beside the pitch.
      const isStill = second === movedSecond(from.item, handle)
      const at = snapped(second, stage, from.width)
      const next = isStill ? from.item : movedTo(from.item, handle, { second: at, length })
      if (next.start !== drag.item.start || next.end !== drag.item.end) store.move(next)
    },
    onPointerUp: () => {
      if (!store.of(item.key)?.grab) return
      store.drop()
      stage.commit()
    },
    onPointerCancel: () => store.cancel(),
  }
}

function grabbed(event: PointerEvent<HTMLElement>, second: number, length: number) {
  const track = event.currentTarget.closest('[data-track]') ?? event.currentTarget
  const { left, width } = track.getBoundingClientRect()
  return { left, width, offset: second - secondAt(event.clientX - left, width, length) }
}

type Pressed = Pick<
  KeyboardEvent,
  | 'key'
  | 'shiftKey'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'target'
  | 'preventDefault'
  | 'stopPropagation'
>

type Moving = Pick<Stage, 'drag' | 'length' | 'pitch' | 'commit'>

export function onKey(event: Pressed, handle: Handle, stage: Moving) {
  const { drag: store, length, pitch, commit } = stage
  const drag = store.now()
  if (!drag) return
  const { key, shiftKey } = event
  // Otherwise it would undo an earlier edit, and the move would be saved when the item is left.
  const isUndone = undoKey(event, event.target) === 'undo' && isUnsaved(drag)
  if (hasModifier(event) && !isUndone) return
  if (key === 'Enter') commit()
  else if (key === 'Escape' || isUndone) store.cancel()
  else {
    const next = movedByKey(drag.item, handle, { key, shiftKey, length, pitch })
    if (!next) return
    store.move(next)
  }
  event.preventDefault()
  // Otherwise Escape and the arrow keys would close or scroll the surrounding elements.
  event.stopPropagation()
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: Pressed) => ctrlKey || metaKey || altKey
