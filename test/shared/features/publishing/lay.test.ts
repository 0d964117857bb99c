import { expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import {
  type AppliedEdit,
  applyEdits,
  applyListEdit,
  valueAt,
  withValue,
} from '../../../../src/shared/features/publishing/lay.ts'
import { aVideo } from '../../../support/edits.ts'

const edit = (change: Partial<AppliedEdit>): AppliedEdit => ({
  kind: 'set',
  group: 'playback',
  item_id: null,
  register: null,
  want: null,
  ...change,
})

const cta = { group: 'call_actions', item_id: 'cta1' } as const

test('a video without edits is shown as the service gave it', () => {
  expect(applyEdits(aVideo(), [])).toEqual(aVideo())
})

test('an edited setting replaces its value, and every other key stays, known or not', () => {
  const base = aVideo()
  const shown = applyEdits(base, [edit({ ...cta, register: 'window.start', want: 15 })])
  const [first, ...others] = base.call_actions?.items ?? []
  const items = [{ ...first, window: { start: 15, end: 20 } }, ...others]
  expect(shown).toEqual({ ...base, call_actions: { ...base.call_actions, items } })
  expect(base).toEqual(aVideo())
})

test('a setting that is an object is replaced as a whole', () => {
  const want = { type: 'loop', start: 9 }
  const edits = [
    edit({ register: 'action_after_finish', want }),
    edit({ ...cta, register: 'design.styles', want: { shadow: 'none' } }),
  ]
  const shown = applyEdits(aVideo(), edits)
  expect(shown.playback?.action_after_finish).toEqual(want)
  expect(shown.call_actions?.items?.[0]?.design).toEqual({
    typography: { size: 12 },
    styles: { shadow: 'none' },
  })
})

test('a missing group or part is created', () => {
  const { playback: _, pixels: __, ...bare } = aVideo()
  const edits = [
    edit({ register: 'enabled', want: true }),
    edit({ kind: 'create', group: 'pixels', item_id: 'local:1', want: { tag: { html: 'x' } } }),
    edit({ group: 'call_actions', item_id: 'cta2', register: 'design.styles', want: {} }),
  ]
  const shown = applyEdits(bare, edits)
  expect(shown.playback).toEqual({ enabled: true })
  expect(shown.pixels).toEqual({ items: [{ tag: { html: 'x' }, id: 'local:1' }] })
  expect(shown.call_actions?.items?.[1]?.design).toEqual({ styles: {} })
})

test('created items come last, and deleted ones are not shown', () => {
  const edits = [
    edit({ kind: 'create', group: 'call_actions', item_id: 'local:2', want: { base: {} } }),
    edit({ kind: 'delete', ...cta }),
  ]
  const ids = applyEdits(aVideo(), edits).call_actions?.items?.map(({ id }) => id)
  expect(ids).toEqual(['cta2', 'local:2'])
})

test('an edit of an item that no longer exists has no effect', () => {
  const gone = { group: 'pixels', item_id: 'gone' } as const
  const edits = [
    edit({ ...gone, register: 'base.name', want: 'x' }),
    edit({ ...gone, kind: 'delete' }),
  ]
  expect(applyEdits(aVideo(), edits)).toEqual(aVideo())
})

test('an edited list gets its additions and removals, and keeps what a colleague added', () => {
  const countries = edit({
    kind: 'list',
    group: 'traffic_filter',
    register: 'countries',
    want: ['only', 'a', 'picture'],
    added: ['DE', 'BR'],
    removed: ['PT', 'XX'],
  })
  const base: Video = aVideo({ traffic_filter: { countries: ['BR', 'PT', 'FR'] } })
  expect(applyEdits(base, [countries]).traffic_filter?.countries).toEqual(['BR', 'FR', 'DE'])
  expect(applyListEdit(undefined, { added: ['DE'], removed: [] })).toEqual(['DE'])
})

test('property names such as __proto__ and constructor are neither read nor changed', () => {
  expect(valueAt(aVideo(), { group: 'playback', item_id: null, register: 'constructor' })).toBe(
    undefined,
  )
  const item = { id: '__proto__', base: { name: 'odd' } }
  const base = aVideo({ pixels: { items: [item] } })
  const shown = applyEdits(base, [
    edit({ group: 'pixels', item_id: '__proto__', register: 'base.name', want: 'changed' }),
  ])
  expect(shown.pixels?.items).toEqual([{ id: '__proto__', base: { name: 'changed' } }])
  expect({}).not.toHaveProperty('base')
})

test('a value is set and removed at a dotted place without touching the original', () => {
  const fields = { a: { b: 1, c: 2 } }
  expect(withValue(fields, 'a.b', 3)).toEqual({ a: { b: 3, c: 2 } })
  expect(withValue(fields, 'a.b', undefined)).toEqual({ a: { c: 2 } })
  expect(withValue({}, 'a.b', 1)).toEqual({ a: { b: 1 } })
  expect(fields).toEqual({ a: { b: 1, c: 2 } })
})

test('ten thousand items with an edit each are merged', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({ id: `cta${index}` }))
  const edits = items.map(({ id }, index) =>
    edit({ group: 'call_actions', item_id: id, register: 'window.start', want: index }),
  )
  const shown = applyEdits(aVideo({ call_actions: { items } }), edits)
  expect(shown.call_actions?.items?.at(-1)).toEqual({ id: 'cta9999', window: { start: 9999 } })
})
