import { expect, test } from 'vitest'
import {
  pixelsOf,
  playbackOf,
} from '../../../../src/renderer/features/player/moments/video-items.ts'
import type { Pixel } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'

const pixel = (id: string, dispatch: NonNullable<Pixel['dispatch']>): Pixel => ({
  id,
  base: { name: id },
  dispatch,
})
const items = [
  pixel('half', { mode: 'percent', threshold: 50 }),
  pixel('late', { mode: 'time', threshold: 90 }),
  pixel('off', { mode: 'time', threshold: 20, active: false }),
  pixel('beyond', { mode: 'time', threshold: 101 }),
]
const dimmed = (enabled?: boolean) =>
  pixelsOf({ pixels: { ...(enabled !== undefined && { enabled }), items } }, 100).map(
    ({ key, start, isDimmed }) => [key, start, isDimmed],
  )

test('a pixel that is off is dimmed, and all are while pixels are off', () => {
  expect(dimmed()).toEqual([
    ['half', 50, false],
    ['late', 90, false],
    ['off', 20, true],
  ])
  expect(dimmed(true)).toEqual(dimmed())
  expect(dimmed(false).map(([, , isDimmed]) => isDimmed)).toEqual([true, true, true])
})

const seen = (playback: NonNullable<Video['playback']>) =>
  playbackOf({ playback }, 100, (kind, second) => `${kind} ${second}`).map(
    ({ start, text, isDimmed }) => [start, text, isDimmed],
  )

test('the scroll to the action and the start of the loop are at their seconds, dimmed while playback is off', () => {
  const playback = { scroll_to_action_in: 60, action_after_finish: { type: 'loop', start: 0 } }
  expect(seen(playback)).toEqual([
    [60, 'scroll 60', false],
    [0, 'loop 0', false],
  ])
  expect(seen({ ...playback, enabled: false }).map(([, , isDimmed]) => isDimmed)).toEqual([
    true,
    true,
  ])
  expect(seen({ scroll_to_action_in: 101 })).toEqual([])
  expect(seen({ action_after_finish: null })).toEqual([])
})
