import { expect, test } from 'vitest'
import { isSame, withValue } from '../../../../src/renderer/ui/edits/values.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import { itemName } from '../../../../src/shared/features/publishing/value-text.ts'

const video: Video = {
  id: 'v1',
  secret: { kept: true },
  playback: { enabled: true, later: 1 },
  pixels: { items: [{ id: 'p1', dispatch: { mode: 'time', threshold: 9 }, odd: 'kept' }] },
}

test('setting a value leaves every unknown key unchanged', () => {
  const at = { group: 'pixels', item_id: 'p1', register: 'dispatch.threshold' } as const
  expect(withValue(video, at, 20)).toEqual({
    ...video,
    pixels: { items: [{ id: 'p1', dispatch: { mode: 'time', threshold: 20 }, odd: 'kept' }] },
  })
  const group = { group: 'playback', item_id: null, register: 'enabled' } as const
  expect(withValue(video, group, false).playback).toEqual({ enabled: false, later: 1 })
})

test('a group that a video lacks is created with its first value', () => {
  const at = { group: 'immersive_mode', item_id: null, register: 'mobile' } as const
  expect(withValue(video, at, true).immersive_mode).toEqual({ mobile: true })
})

test('a missing key equals null, and order matters in lists only', () => {
  expect(isSame({ a: 1, b: null }, { a: 1 })).toBe(true)
  expect(isSame({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
  expect(isSame(['a', 'b'], ['b', 'a'])).toBe(false)
  expect(isSame([], {})).toBe(false)
  expect(isSame(0, null)).toBe(false)
})

test('an item is named by its text, or by its label if it is HTML or a picture', () => {
  const item = { base: { name: 'Label' }, action: { content: 'Buy', as_html: false } }
  expect(itemName(item)).toBe('Buy')
  expect(itemName({ ...item, action: { content: 'Buy', as_html: true } })).toBe('Label')
  expect(itemName({ ...item, image_as_button: true })).toBe('Label')
  expect(itemName({ base: { name: ' ' } })).toBe('')
})
