import { expect, test } from 'vitest'
import { makeDragStore } from '../../../../../src/renderer/features/videos/timeline/drag-store.ts'
import type { TimelineItem } from '../../../../../src/renderer/features/videos/timeline/placed.ts'
import { onKey } from '../../../../../src/renderer/features/videos/timeline/use-handle.ts'

const PIXEL: TimelineItem = {
  key: 'a',
  kind: 'time',
  group: 'pixels',
  item_id: 'a',
  label: '',
  start: 10,
  end: 10,
  percent: null,
  isOff: false,
  mark: null,
  still: [],
}

/** A focused item, and whether a key pressed on it goes on to what is around it. */
function focused() {
  const drag = makeDragStore()
  drag.start(PIXEL, 'whole')
  const press = (key: string, modifiers: { ctrlKey?: boolean; shiftKey?: boolean } = {}) => {
    let goesOn = true
    const event = {
      ...{ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
      ...modifiers,
      target: new EventTarget(),
      preventDefault: () => undefined,
      stopPropagation: () => {
        goesOn = false
      },
    }
    onKey(event, 'whole', { drag, length: 100, pitch: null, commit: () => void drag.commit() })
    return goesOn
  }
  return { drag, press }
}

test('the undo key takes back a move that is not saved yet, and nothing else', () => {
  const { drag, press } = focused()
  press('ArrowRight')
  expect(drag.now()?.item.start).toBe(11)
  expect(press('z', { ctrlKey: true })).toBe(false)
  expect(drag.now()?.item.start).toBe(10)
  expect(drag.commit()).toBeNull()
})

test('the undo key undoes the last edit when the item was not moved, or its move is saved', () => {
  const { drag, press } = focused()
  expect(press('z', { ctrlKey: true })).toBe(true)
  press('ArrowRight')
  press('Enter')
  expect(press('z', { ctrlKey: true })).toBe(true)
  expect(drag.now()?.item.start).toBe(11)
})

test('other keys with a modifier leave a move as it is', () => {
  const { drag, press } = focused()
  press('ArrowRight')
  expect(press('z', { ctrlKey: true, shiftKey: true })).toBe(true)
  expect(press('ArrowRight', { ctrlKey: true })).toBe(true)
  expect(drag.now()?.item.start).toBe(11)
})
