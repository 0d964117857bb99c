import { expect, test } from 'vitest'
import {
  changeOf,
  type Draft,
  isValidByNow,
  withDrafts,
  withSaving,
  withSent,
} from '../../../../src/renderer/features/videos/drafts.ts'
import type { Video } from '../../../../src/shared/api/video.ts'

const AT = { group: 'call_actions', item_id: 'c1', register: 'window.start' } as const
const STYLES = { group: 'call_actions', item_id: 'c1', register: 'design.styles' } as const

const video: Video = {
  id: 'v1',
  call_actions: {
    enabled: true,
    items: [
      {
        id: 'c1',
        window: { start: 10, end: 20 },
        design: { styles: { padding: 4, shadow: 'none', colors: { text: '#fff' } } },
      },
      { id: 'c2', window: { start: 40 } },
    ],
  },
  smart_autoplay: { variants: [{ template_name: 'image', scale: 1 }, { preset: { by: 'hand' } }] },
}

const draft = (change: Partial<Draft> & Pick<Draft, 'at'>): Draft => ({
  part: [],
  text: '',
  typed: null,
  isSaving: false,
  failure: null,
  ...change,
})

test('typed text becomes a change of its setting only', () => {
  const typed = draft({ at: AT, typed: { value: 15 } })
  expect(changeOf(video, typed)).toEqual({ kind: 'set', ...AT, value: 15 })
  const [first, second] = withDrafts(video, { a: typed }).call_actions?.items ?? []
  expect(first?.window).toEqual({ start: 15, end: 20 })
  expect(second).toBe(video.call_actions?.items?.[1])
})

test('typed text with an unchanged or unreadable value makes no change', () => {
  const same = draft({ at: AT, typed: { value: 10 } })
  const unreadable = draft({ at: AT, text: 'ten', typed: null })
  const stillNone = draft({
    at: { ...AT, item_id: 'c2', register: 'window.end' },
    typed: { value: null },
  })
  for (const each of [same, unreadable, stillNone]) {
    expect(changeOf(video, each)).toBeNull()
  }
})

test('a change of one part of a design sends the whole design, with its unknown keys', () => {
  const typed = draft({ at: STYLES, part: ['colors', 'text'], typed: { value: '#000' } })
  expect(changeOf(video, typed)).toEqual({
    kind: 'set',
    ...STYLES,
    value: { padding: 4, shadow: 'none', colors: { text: '#000' } },
  })
})

test('a part that is changed right after another keeps the change of the first', () => {
  const padding = changeOf(video, draft({ at: STYLES, part: ['padding'], typed: { value: 9 } }))
  const shadow = draft({ at: STYLES, part: ['shadow'], typed: { value: 'soft' } })
  expect(changeOf(withSent(video, padding ? [padding] : []), shadow)).toMatchObject({
    value: { padding: 9, shadow: 'soft', colors: { text: '#fff' } },
  })
})

test('a change of one overlay leaves the others unchanged', () => {
  const at = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const
  const scale = draft({ at, part: ['0', 'scale'], typed: { value: 0.5 } })
  expect(changeOf(video, scale)).toMatchObject({
    value: [{ template_name: 'image', scale: 0.5 }, { preset: { by: 'hand' } }],
  })
})

test('only the input that is being saved counts as the value of a field', () => {
  const start = draft({ at: AT, typed: { value: 15 }, isSaving: true })
  const end = draft({ at: { ...AT, register: 'window.end' }, typed: { value: 30 } })
  const [item] = withSaving(video, { start, end }).call_actions?.items ?? []
  expect(item?.window).toEqual({ start: 15, end: 20 })
})

test('a refused text is valid once it can be read, unless its value was set since', () => {
  const refused = draft({ at: AT, text: '5:30', over: 10 })
  const asTime = () => ({ value: 330 })
  expect(isValidByNow(refused, { read: () => null, shown: video })).toBe(false)
  expect(isValidByNow(refused, { read: asTime, shown: video })).toBe(true)
  expect(isValidByNow({ ...refused, over: 15 }, { read: asTime, shown: video })).toBe(false)
  const valid = { ...refused, typed: { value: 1 } }
  expect(isValidByNow(valid, { read: asTime, shown: video })).toBe(false)
})
