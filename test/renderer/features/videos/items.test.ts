import { expect, test } from 'vitest'
import {
  copyOf,
  itemRows,
  newItem,
  orderedRows,
} from '../../../../src/renderer/features/videos/items.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Edit, VideoDesk } from '../../../../src/shared/features/publishing/edit.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'

const edit = (change: Partial<Edit>): Edit => ({
  key: String(change.item_id),
  video_id: 'v1',
  kind: 'set',
  group: 'pixels',
  item_id: null,
  register: null,
  base: null,
  want: null,
  status: 'draft',
  failure: null,
  waitsUntil: null,
  ...change,
})

test('an item that will be deleted stays in the list, and one made here comes last', () => {
  const desk: VideoDesk = {
    base: { id: 'v1', pixels: { items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] } },
    shown: { id: 'v1', pixels: { items: [{ id: 'a' }, { id: 'local:1' }, { id: 'c' }] } },
    edits: [
      edit({ item_id: 'b', kind: 'delete' }),
      edit({ item_id: 'local:1', kind: 'create' }),
      edit({ item_id: 'c', register: 'base.name' }),
      edit({ item_id: 'a', group: 'call_actions' }),
    ],
    asOf: 0,
  }
  expect(itemRows(desk, 'pixels').map(({ item, mark }) => [item.id, mark])).toEqual([
    ['a', null],
    ['b', 'removed'],
    ['c', 'changed'],
    ['local:1', 'added'],
  ])
})

test('a copy has what may be sent, and nothing else', () => {
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

test('a copy of a picture button is one too, and keeps its label', () => {
  const item = { id: 'c1', base: { name: 'Banner' }, image_as_button: true, image: { width: 1 } }
  const copy = { base: { name: 'Banner' }, image_as_button: true }
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

test('the items are listed by name, start or state, and the list itself stays as the service has it', () => {
  const row = (id: string, values: object, mark: 'changed' | null = null) => ({
    item: { id, ...values },
    edits: [],
    mark,
  })
  const on = { base: { active: true } }
  const rows = [
    row('CTA 10', { ...on, window: { start: 50 } }),
    row('árvore', { window: { start: 5 } }, 'changed'),
    row('CTA 2', { base: { active: false }, window: { start: 0 } }),
    row('pixel', { dispatch: { active: true, mode: 'percent', threshold: 1 } }),
    row('empty', {}),
  ]
  const ids = (order: 'service' | 'name' | 'start' | 'state') =>
    orderedRows(rows, { order, language: 'pt-BR', nameOf: ({ id }) => id }).map(
      ({ item }) => item.id,
    )
  expect(ids('name')).toEqual(['árvore', 'CTA 2', 'CTA 10', 'empty', 'pixel'])
  expect(ids('start')).toEqual(['CTA 2', 'árvore', 'CTA 10', 'pixel', 'empty'])
  expect(ids('state')).toEqual(['árvore', 'CTA 10', 'pixel', 'CTA 2', 'empty'])
  expect(ids('service')).toEqual(rows.map(({ item }) => item.id))
})

test('nothing new begins with an empty text', () => {
  const kinds = ['button', 'html', 'facebook', 'google', 'custom'] as const
  expect(kinds.filter((kind) => JSON.stringify(newItem(kind, 'Buy')).includes('""'))).toEqual([])
})
