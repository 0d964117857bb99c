import { expect, test } from 'vitest'
import {
  lengthOf,
  timelineItems,
  wrongItems,
} from '../../../../../src/renderer/features/videos/timeline/placed.ts'
import type { Video } from '../../../../../src/shared/api/video.ts'

const NONE: ReadonlySet<string> = new Set()

const video: Video = {
  id: 'v1',
  duration: 600.7,
  call_actions: {
    items: [
      { id: 'a', base: { name: 'Banner', active: false }, window: { start: 10, end: 20 } },
      { id: 'b', action: { content: 'Buy' }, window: { start: 30 } },
      { id: 'local:1' },
    ],
  },
  pixels: {
    items: [
      { id: 'p', base: { type: 'google' }, dispatch: { mode: 'percent', threshold: 25 } },
      { id: 't', base: { name: 'Half' }, dispatch: { mode: 'time', threshold: 90 } },
      { id: 'unset', dispatch: { mode: 'time' } },
      { id: 'strange', dispatch: { mode: 'scroll', threshold: 5 } },
    ],
  },
  playback: { scroll_to_action_in: 50, action_after_finish: { type: 'loop', start: 0 } },
}

test('every setting with a time is on the timeline, and none without', () => {
  const { windows, pixels, playback } = timelineItems(video, 600, { edits: [], wrong: NONE })
  const seen = ({ label, start, end, percent }: (typeof windows)[number]) => [
    label,
    start,
    end,
    percent,
  ]
  expect(windows.map(seen)).toEqual([
    ['Banner', 10, 20, null],
    ['Buy', 30, 600, null],
    ['', 0, 600, null],
  ])
  expect(windows.map(({ isOff }) => isOff)).toEqual([true, false, false])
  expect(pixels.map(seen)).toEqual([
    ['google', 150, 150, 25],
    ['Half', 90, 90, null],
  ])
  expect(playback.map(({ kind, start }) => [kind, start])).toEqual([
    ['scroll', 50],
    ['loop', 0],
  ])
})

test('everything in a group that is off is off', () => {
  const { call_actions, pixels, playback } = video
  const off: Video = {
    ...video,
    call_actions: { ...call_actions, enabled: false },
    pixels: { ...pixels, enabled: false },
    playback: { ...playback, enabled: false },
  }
  const lanes = timelineItems(off, 600, { edits: [], wrong: NONE })
  const areOff = (items: typeof lanes.windows) => items.map(({ isOff }) => isOff)
  expect(areOff(lanes.windows)).toEqual([true, true, true])
  expect(areOff(lanes.pixels)).toEqual([true, true])
  expect(areOff(lanes.playback)).toEqual([true, true])
})

test('edits mark their items, with the most severe state first', () => {
  const edit = {
    kind: 'set',
    group: 'call_actions',
    register: 'window.end',
    status: 'draft',
  } as const
  const { windows, pixels, playback } = timelineItems(video, 600, {
    wrong: NONE,
    edits: [
      { ...edit, item_id: 'a' },
      { ...edit, item_id: 'b', status: 'conflict' },
      { ...edit, item_id: 'b', register: 'base.type' },
      { ...edit, item_id: 'local:1', kind: 'create', register: null },
      { ...edit, group: 'playback', item_id: null, register: 'scroll_to_action_in' },
      { ...edit, group: 'pixels', item_id: null, register: 'enabled' },
    ],
  })
  expect(windows.map(({ mark }) => mark)).toEqual(['changed', 'trouble', 'added'])
  expect(pixels.map(({ mark }) => mark)).toEqual([null, null])
  expect(playback.map(({ mark }) => mark)).toEqual(['changed', null])
})

test('an item with an error is marked as such before all else, and a warning is not marked', () => {
  const problem = {
    severity: 'error',
    video_id: 'v1',
    group: 'call_actions',
    item_id: 'a',
    register: null,
    rule: 'button-url-missing',
    details: {},
  } as const
  const wrong = wrongItems([
    problem,
    { ...problem, item_id: 'b', severity: 'warning' },
    { ...problem, group: 'pixels', item_id: 't' },
    { ...problem, group: 'pixels', item_id: null },
  ])
  const edits = [
    {
      kind: 'set',
      group: 'call_actions',
      item_id: 'a',
      register: 'base.type',
      status: 'conflict',
    } as const,
  ]
  const { windows, pixels } = timelineItems(video, 600, { edits, wrong })
  expect(windows.map(({ mark }) => mark)).toEqual(['wrong', null, null])
  expect(pixels.map(({ mark }) => mark)).toEqual([null, 'wrong'])
})

test('a window that ends at or before its start is marked as invalid', () => {
  const markOf = (start: number, end: number) => {
    const items = [{ id: 'a', window: { start, end } }]
    return timelineItems({ id: 'v', call_actions: { items } }, 600, { edits: [], wrong: NONE })
      .windows[0]?.mark
  }
  expect([markOf(90, 60), markOf(90, 90), markOf(90, 91)]).toEqual(['wrong', 'wrong', null])
})

test('the timeline is as long as the video or its player, or as far as data and items reach if that is unknown', () => {
  const grouped_timed = [{ timed: 700, total_users: 1 }]
  const engagement = { grouped_timed, average_watched_time: 0, engagement_rate: 0 }
  const none = { playerLength: 0, engagement: null }
  expect(lengthOf(video, { playerLength: 610, engagement })).toBe(600)
  expect(lengthOf({ ...video, duration: null }, { playerLength: 610, engagement })).toBe(610)
  expect(lengthOf({ ...video, duration: null }, { ...none, engagement })).toBe(700)
  expect(lengthOf({ ...video, duration: 0 }, none)).toBe(90)
  expect(lengthOf({ id: 'v' }, none)).toBe(1)
  const playback = { scroll_to_action_in: 120 }
  expect(lengthOf({ id: 'v', playback }, none)).toBe(120)
  const loop = { type: 'loop', start: 200 } as const
  expect(lengthOf({ id: 'v', playback: { ...playback, action_after_finish: loop } }, none)).toBe(
    200,
  )
})
