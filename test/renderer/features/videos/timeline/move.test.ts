import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changesOf,
  type Handle,
  movedByKey,
  movedSecond,
  movedTo,
  secondOf,
  snapped,
} from '../../../../../src/renderer/features/videos/timeline/move.ts'
import {
  type TimelineItem,
  type TimelineItemKind,
  timelineItems,
} from '../../../../../src/renderer/features/videos/timeline/placed.ts'
import type { CallAction } from '../../../../../src/shared/api/settings/index.ts'

const LENGTH = 600

const placed = (kind: TimelineItemKind, start: number, end = start): TimelineItem => ({
  key: kind,
  kind,
  group:
    kind === 'window'
      ? 'call_actions'
      : kind.startsWith('p') || kind === 'time'
        ? 'pixels'
        : 'playback',
  item_id: kind === 'scroll' || kind === 'loop' ? null : 'it-1',
  label: '',
  start,
  end,
  percent: kind === 'percent' ? (100 * start) / LENGTH : null,
  isOff: false,
  mark: null,
  still: [],
})

test('wherever it is brought, a window stays in the video and ends after it starts', () => {
  const handle = fc.constantFrom<Handle>('whole', 'start', 'end')
  const window = fc.tuple(fc.nat(LENGTH - 1), fc.nat(LENGTH)).map(([start, more]) => {
    return placed('window', start, Math.min(LENGTH, start + 1 + more))
  })
  fc.assert(
    fc.property(window, handle, fc.integer({ min: -900, max: 1500 }), (item, held, second) => {
      const moved = movedTo(item, held, { second, length: LENGTH })
      expect(moved.start).toBeGreaterThanOrEqual(0)
      expect(moved.end).toBeLessThanOrEqual(LENGTH)
      expect(moved.end).toBeGreaterThan(moved.start)
      if (held === 'whole') expect(moved.end - moved.start).toBe(item.end - item.start)
      if (held === 'start') expect(moved.end).toBe(item.end)
      if (held === 'end') expect(moved.start).toBe(item.start)
    }),
  )
})

/** The window of a video, as the timeline places it. */
function windowOf(window: NonNullable<CallAction['window']>) {
  const video = { id: 'v', call_actions: { items: [{ id: 'it-1', window }] } }
  const [item] = timelineItems(video, LENGTH, { edits: [], wrong: new Set() }).windows
  if (!item) throw new Error('no window')
  return item
}

/** The values that are saved after some keys on all of a window. */
function savedBy(keys: readonly string[], window: NonNullable<CallAction['window']>) {
  const item = windowOf(window)
  const pressed = { shiftKey: false, length: LENGTH, pitch: 400 }
  const moved = keys.reduce(
    (last, key) => movedByKey(last, 'whole', { ...pressed, key }) ?? last,
    item,
  )
  return changesOf(item, moved).map(
    (change) => 'value' in change && [change.register, change.value],
  )
}

test.each([
  [{ start: 540, end: 99_999 }, 539, 541],
  [{ start: 540, end: 601 }, 539, 541],
  [{ start: 900, end: 1000 }, 599, 599],
  [{ start: 540 }, 539, 541],
])(
  'of the window %o, which lasts beyond the video, the start alone is moved',
  (window, left, right) => {
    expect(savedBy(['ArrowLeft'], window)).toEqual([['window.start', left]])
    expect(savedBy(['ArrowRight'], window)).toEqual([['window.start', right]])
    expect(savedBy(['End'], window)).toEqual([['window.start', 599]])
  },
)

test('of a window without a start, the end alone is moved', () => {
  expect(savedBy(['ArrowLeft'], { end: 100 })).toEqual([['window.end', 99]])
  expect(savedBy(['p'], { end: 100 })).toEqual([['window.end', 400]])
  expect(savedBy(['Home'], { end: 100 })).toEqual([['window.end', 1]])
})

test('a window without a start and an end within the video is moved by its handles alone', () => {
  expect(savedBy(['ArrowLeft'], {})).toEqual([])
  expect(savedBy(['ArrowRight'], { end: 900 })).toEqual([])
  const target = { second: 20, length: LENGTH }
  expect(movedTo(windowOf({}), 'start', target)).toMatchObject({ start: 20, end: 600 })
})

test('a window whose missing end was set by its handle is moved as a whole', () => {
  const length = LENGTH
  const ended = movedTo(windowOf({ start: 100 }), 'end', { second: 200, length })
  expect(movedTo(ended, 'whole', { second: 150, length })).toMatchObject({ start: 150, end: 250 })
})

test('a drag goes to the pitch when it is within a few pixels of it, whatever the video’s length', () => {
  const axis = { length: LENGTH, pitch: 300 }
  expect([295, 296, 300, 304, 305].map((second) => snapped(second, axis, 600))).toEqual([
    295, 300, 300, 300, 305,
  ])
  expect([299, 301].map((second) => snapped(second, { length: 60, pitch: 30 }, 600))).toEqual([
    299, 301,
  ])
  expect(snapped(300, { length: LENGTH, pitch: null }, 600)).toBe(300)
})

describe('a key', () => {
  const press = (
    item: TimelineItem,
    key: string,
    held: { handle?: Handle; shift?: boolean } = {},
  ) => {
    const { handle = 'whole', shift = false } = held
    const moved = movedByKey(item, handle, { key, shiftKey: shift, length: LENGTH, pitch: 400 })
    return moved && [moved.start, moved.end, moved.percent]
  }
  const window = placed('window', 100, 150)

  test.each([
    ['ArrowRight', false, 101],
    ['ArrowUp', true, 110],
    ['ArrowLeft', false, 99],
    ['ArrowDown', true, 90],
    ['Home', false, 0],
    ['End', false, 600],
    ['p', false, 400],
    ['P', true, 400],
  ])('%s with Shift %s brings a threshold from 100 to %i', (key, shift, second) => {
    expect(press(placed('time', 100), key, { shift })).toEqual([second, second, null])
  })

  test('moves only the focused end of a window', () => {
    expect(press(window, 'p', { handle: 'end' })).toEqual([100, 400, null])
    expect(press(window, 'p', { handle: 'start' })).toEqual([149, 150, null])
    expect(press(window, 'p')).toEqual([400, 450, null])
  })

  test('moves a threshold in percent by whole percents, to the nearest one of the pitch', () => {
    expect(press(placed('percent', 300), 'ArrowRight')).toEqual([306, 306, 51])
    expect(press(placed('percent', 300), 'ArrowLeft', { shift: true })).toEqual([240, 240, 40])
    expect(press(placed('percent', 300), 'p')).toEqual([402, 402, 67])
    expect(press(placed('percent', 600), 'ArrowRight')).toEqual([600, 600, 100])
  })

  test('that is unknown, or P without a pitch, moves nothing', () => {
    expect(press(window, 'x')).toBeNull()
    const pressed = { key: 'p', shiftKey: false, length: LENGTH, pitch: null }
    expect(movedByKey(window, 'whole', pressed)).toBeNull()
  })
})

describe('on release', () => {
  const set = (group: string, item_id: string | null, register: string, value: unknown) => ({
    kind: 'set',
    group,
    item_id,
    register,
    value,
  })
  const brought = (item: TimelineItem, handle: Handle, second: number) =>
    changesOf(item, movedTo(item, handle, { second, length: LENGTH }))

  test('only the changed settings are saved', () => {
    const window = placed('window', 100, 150)
    expect(brought(window, 'start', 90)).toEqual([set('call_actions', 'it-1', 'window.start', 90)])
    expect(brought(window, 'end', 160)).toEqual([set('call_actions', 'it-1', 'window.end', 160)])
    expect(brought(window, 'whole', 90)).toEqual([
      set('call_actions', 'it-1', 'window.start', 90),
      set('call_actions', 'it-1', 'window.end', 140),
    ])
    expect(brought(window, 'whole', 100)).toEqual([])
  })

  test('a threshold is saved in seconds or percent, and a loop as a pair', () => {
    expect(brought(placed('time', 9), 'whole', 8)).toEqual([
      set('pixels', 'it-1', 'dispatch.threshold', 8),
    ])
    expect(brought(placed('percent', 300), 'whole', 60)).toEqual([
      set('pixels', 'it-1', 'dispatch.threshold', 10),
    ])
    expect(brought(placed('scroll', 9), 'whole', 8)).toEqual([
      set('playback', null, 'scroll_to_action_in', 8),
    ])
    expect(brought(placed('loop', 9), 'whole', 8)).toEqual([
      set('playback', null, 'action_after_finish', { type: 'loop', start: 8 }),
    ])
  })
})

test('the figures of a window without a start are those of where it is drawn to begin', () => {
  const open: TimelineItem = { ...placed('window', 0, 20), still: ['start'] }
  expect([secondOf(open, 'whole'), secondOf(open, 'end')]).toEqual([0, 20])
  expect(movedSecond(open, 'whole')).toBe(20)
})
