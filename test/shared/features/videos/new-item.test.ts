import { expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'
import { copyOf, newItem } from '../../../../src/shared/features/videos/new-item.ts'

test('a copy has the values that may be sent, and nothing else', () => {
  const item = {
    id: 'c1',
    created_at: 'yesterday',
    base: { name: 'Old label', type: 'inside_video', clicks: 5 },
    action: { content: 'Buy', html: '<b>', as_html: false },
    design: { styles: { padding: 4 } },
  }
  expect(copyOf('call_actions', item)).toEqual({
    base: { type: 'inside_video' },
    action: { content: 'Buy', as_html: false },
    design: { styles: { padding: 4 } },
  })
})

test('a copy of a picture button is a picture button, and keeps its label', () => {
  const item = { id: 'c1', base: { name: 'Banner' }, image_as_button: true, image: { width: 1 } }
  const copy = { base: { name: 'Banner', active: false }, image_as_button: true }
  expect(copyOf('call_actions', item)).toEqual(copy)
})

test('a copy of own HTML keeps its label, and shares nothing with the original', () => {
  const typography = { size: 18 }
  const item = {
    id: 'c1',
    base: { name: 'Label' },
    action: { html: '<b>', as_html: true },
    design: { typography },
  }
  const copy = copyOf('call_actions', item) as Record<string, unknown>
  expect(copy).toMatchObject({ base: { name: 'Label' }, action: { html: '<b>' } })
  expect((copy['design'] as { typography: unknown }).typography).not.toBe(typography)
})

test('a new text button lacks only its address, and every new item begins switched off', () => {
  const kinds = ['button', 'html', 'facebook', 'google', 'custom'] as const
  const errors = kinds.map((kind) => {
    const group = kind === 'button' || kind === 'html' ? 'call_actions' : 'pixels'
    const item = { id: 'new', ...newItem(kind, 'Buy') }
    const video = { id: 'v1', duration: 60, [group]: { enabled: true, items: [item] } } as Video
    return checkVideo(video).flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []))
  })
  expect(errors).toEqual([['button-url-missing'], [], [], [], []])
  expect(kinds.map((kind) => JSON.stringify(newItem(kind, '')).includes('"active":true'))).toEqual(
    kinds.map(() => false),
  )
})

test('no new item has an empty text', () => {
  const kinds = ['button', 'html', 'facebook', 'google', 'custom'] as const
  expect(kinds.filter((kind) => JSON.stringify(newItem(kind, 'Buy')).includes('""'))).toEqual([])
})
