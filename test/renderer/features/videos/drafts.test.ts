import { expect, test } from 'vitest'
import {
  changeOf,
  type Draft,
  unconfirmedDrafts,
  withDrafts,
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
  phase: 'typed',
  failure: null,
  ...change,
})

test('typed text becomes a change of its setting only', () => {
  const typed = draft({ at: AT, typed: { value: 15 } })
  expect(changeOf(video, { a: typed }, typed)).toEqual({ kind: 'set', ...AT, value: 15 })
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
    expect(changeOf(video, { a: each }, each)).toBeNull()
  }
})

test('a change of one part of a design sends the whole design, with its unknown keys', () => {
  const typed = draft({ at: STYLES, part: ['colors', 'text'], typed: { value: '#000' } })
  expect(changeOf(video, { a: typed }, typed)).toEqual({
    kind: 'set',
    ...STYLES,
    value: { padding: 4, shadow: 'none', colors: { text: '#000' } },
  })
})

test('a part that is changed right after another keeps the change of the first', () => {
  const padding = draft({ at: STYLES, part: ['padding'], typed: { value: 9 }, phase: 'saving' })
  const shadow = draft({ at: STYLES, part: ['shadow'], typed: { value: 'soft' } })
  expect(changeOf(video, { padding, shadow }, shadow)).toMatchObject({
    value: { padding: 9, shadow: 'soft', colors: { text: '#fff' } },
  })
})

test('text still being typed in another field is not part of the change', () => {
  const padding = draft({ at: STYLES, part: ['padding'], typed: { value: 9 } })
  const shadow = draft({ at: STYLES, part: ['shadow'], typed: { value: 'soft' } })
  expect(changeOf(video, { padding, shadow }, shadow)).toMatchObject({
    value: { padding: 4, shadow: 'soft' },
  })
})

test('a change of one overlay leaves the others unchanged', () => {
  const at = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const
  const scale = draft({ at, part: ['0', 'scale'], typed: { value: 0.5 } })
  expect(changeOf(video, { scale }, scale)).toMatchObject({
    value: [{ template_name: 'image', scale: 0.5 }, { preset: { by: 'hand' } }],
  })
})

test('a saved draft is kept until the opened video shows its value', () => {
  const saved = draft({ at: AT, typed: { value: 15 }, phase: 'saved' })
  const drafts = { a: saved }
  expect(unconfirmedDrafts(video, drafts)).toBe(drafts)
  expect(unconfirmedDrafts(withDrafts(video, drafts), drafts)).toEqual({})
})

test('drafts of a whole setting and of one of its parts are dropped once the opened video shows both', () => {
  const at = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const
  const whole = draft({ at, typed: { value: [{ template_name: 'image' }] }, phase: 'saved' })
  const scale = draft({ at, part: ['0', 'scale'], typed: { value: 0.5 }, phase: 'saved' })
  const drafts = { whole, scale }
  expect(unconfirmedDrafts(withDrafts(video, { whole }), drafts)).toBe(drafts)
  expect(unconfirmedDrafts(withDrafts(video, drafts), drafts)).toEqual({})
})

test('a draft that was refused or is being typed is never dropped', () => {
  const typed = draft({ at: AT, typed: { value: 10 }, failure: { kind: 'cancelled' } })
  const saving = draft({ at: AT, typed: { value: 10 }, phase: 'saving' })
  const drafts = { typed, saving }
  expect(unconfirmedDrafts(video, drafts)).toBe(drafts)
})
