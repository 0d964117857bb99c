import { expect, test } from 'vitest'
import {
  changesIn,
  makeDragStore,
} from '../../../../../src/renderer/features/videos/timeline/drag-store.ts'
import type { TimelineItem } from '../../../../../src/renderer/features/videos/timeline/placed.ts'

const at = (start: number, key = 'a'): TimelineItem => ({
  key,
  kind: 'time',
  group: 'pixels',
  item_id: key,
  label: '',
  start,
  end: start,
  percent: null,
  isOff: false,
  mark: null,
  still: [],
})

test('a moved item is committed once, and stays moved until the video has its new value', () => {
  const hold = makeDragStore()
  hold.start(at(10), 'whole')
  expect(hold.commit()).toBeNull()
  hold.move(at(12))
  expect(hold.commit()).toMatchObject({ origin: { start: 10 }, item: { start: 12 } })
  expect(hold.commit()).toBeNull()
  hold.refresh([at(10)])
  expect(hold.now()?.item.start).toBe(12)
  hold.refresh([at(12)])
  expect(hold.now()).toMatchObject({ origin: { start: 12 }, item: { start: 12 }, saved: null })
  hold.release('a')
  expect(hold.now()).toBeNull()
})

test('a move that was undone before the video was read again returns the item to its place', () => {
  const hold = makeDragStore()
  hold.start(at(10), 'whole')
  hold.move(at(12))
  const given = hold.commit()
  if (!given) throw new Error('nothing was given on')
  hold.refresh([at(10)])
  hold.settle(given)
  expect(hold.now()).toMatchObject({ item: { start: 10 }, saved: null })
  hold.release('a')
  expect(hold.now()).toBeNull()
})

test('a drag continues while the rest of the video changes, and ends when its own item changes', () => {
  const hold = makeDragStore()
  hold.start(at(10), 'whole')
  hold.move(at(15))
  hold.refresh([at(10), at(3, 'b')])
  expect(hold.now()).toMatchObject({ origin: { start: 10 }, item: { start: 15 } })
  hold.refresh([at(11)])
  expect(hold.now()).toMatchObject({ origin: { start: 11 }, item: { start: 11 } })
  hold.refresh([at(3, 'b')])
  expect(hold.now()).toBeNull()
})

test('an item moved again while its move is saved stays there when the video has the saved value', () => {
  const hold = makeDragStore()
  hold.start(at(10), 'whole')
  hold.move(at(15))
  const given = hold.commit()
  if (!given) throw new Error('nothing was given on')
  hold.move(at(18))
  hold.refresh([at(15)])
  hold.settle(given)
  expect(hold.now()).toMatchObject({ origin: { start: 15 }, item: { start: 18 } })
  expect(hold.commit()).toMatchObject({ origin: { start: 15 }, item: { start: 18 } })
  hold.refresh([at(11)])
  expect(hold.now()).toMatchObject({ origin: { start: 11 }, item: { start: 11 } })
})

test('an item that is moved back while its move is saved is saved again where it was', () => {
  const hold = makeDragStore()
  hold.start(at(10), 'whole')
  hold.move(at(11))
  expect(hold.commit()).not.toBeNull()
  hold.move(at(10))
  // Read before the first move was saved.
  hold.refresh([at(10)])
  const back = hold.commit()
  if (!back) throw new Error('nothing was given on')
  expect(changesIn(back)).toMatchObject([{ register: 'dispatch.threshold', value: 10 }])
})

test('a side that is not set is not set by moving it there and back', () => {
  const open: TimelineItem = { ...at(10), kind: 'window', end: 60, still: ['end'] }
  const hold = makeDragStore()
  hold.start(open, 'end')
  hold.move({ ...open, end: open.end - 1, still: [] })
  hold.move({ ...open, still: [] })
  expect(hold.now()?.item).toBe(open)
  expect(hold.commit()).toBeNull()
})

test('a cancelled or failed drag returns the item to its place, unless it was moved again', () => {
  const hold = makeDragStore()
  hold.start(at(10), 'whole')
  hold.move(at(15))
  hold.cancel()
  expect(hold.now()?.item.start).toBe(10)
  hold.move(at(16))
  const given = hold.commit()
  if (!given) throw new Error('nothing was given on')
  hold.settle(given)
  expect(hold.now()?.item.start).toBe(10)
  hold.move(at(17))
  const again = hold.commit()
  if (!again) throw new Error('nothing was given on')
  hold.move(at(18))
  hold.settle(again)
  expect(hold.now()?.item.start).toBe(18)
})

test('a cancelled drag no longer follows the pointer, and one whose item is read again does', () => {
  const grab = { item: at(10), left: 0, width: 100, offset: 0 }
  const hold = makeDragStore()
  hold.start(at(10), 'whole', grab)
  hold.move(at(15))
  hold.refresh([at(10)])
  expect(hold.now()?.grab).toBe(grab)
  hold.cancel()
  expect(hold.now()).toMatchObject({ grab: null, item: { start: 10 } })
})

test('a press that is cancelled before it moved the item does not follow the pointer', () => {
  const hold = makeDragStore()
  hold.start(at(10), 'whole', { item: at(10), left: 0, width: 100, offset: 0 })
  hold.cancel()
  expect(hold.now()?.grab).toBeNull()
})

test('only the dragged item is drawn again', () => {
  const hold = makeDragStore()
  const before = hold.of('b')
  hold.start(at(10), 'whole')
  hold.move(at(15))
  expect(hold.of('b')).toBe(before)
  expect(hold.of('a')?.item.start).toBe(15)
})
