import { expect, test } from 'vitest'
import { chosenRow, itemRows, orderedRows } from '../../../../src/renderer/features/videos/items.ts'
import type { Edit, OpenVideo } from '../../../../src/shared/features/publishing/edit.ts'

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

test('an item to be deleted stays in the list, and a created one comes last', () => {
  const opened: OpenVideo = {
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
  expect(itemRows(opened, 'pixels').map(({ item, mark }) => [item.id, mark])).toEqual([
    ['a', null],
    ['b', 'removed'],
    ['c', 'changed'],
    ['local:1', 'added'],
  ])
})

test('a created item stays chosen when the service gives it an id', () => {
  const video = { id: 'v1', pixels: { items: [{ id: 'a' }, { id: 'p9' }] } }
  const posted = { base: video, shown: video, edits: [], asOf: 0 }
  const rows = itemRows({ ...posted, adopted: { 'local:1': 'p9' } }, 'pixels')
  expect(chosenRow(rows, 'local:1')).toMatchObject({ key: 'local:1', item: { id: 'p9' } })
  expect(chosenRow(rows, 'p9')?.item.id).toBe('p9')
  expect(chosenRow(itemRows(posted, 'pixels'), 'local:1')?.item.id).toBe('a')
})

test('the items are listed by name, start or state, without changing the original list', () => {
  const row = (id: string, values: object, mark: 'changed' | null = null) => ({
    key: id,
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
