import { expect, test } from 'vitest'
import { changeText } from '../../../../src/renderer/features/proposals/change-text.ts'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import { valueText } from '../../../../src/shared/features/publishing/value-text.ts'
import { appTexts } from '../../../../src/shared/locales/languages.ts'
import { VIDEO } from '../../../support/edits.ts'

const video = (id: string) => (id === 'video0002' ? 'The other video' : undefined)

const textOf = (change: Partial<ProposedChange>, mode?: string) => {
  const whole: ProposedChange = {
    ...{ id: '1', video_id: VIDEO, video: 'A video', item_id: null, item: '', note: 'In May' },
    ...{ group: 'playback', register: 'enabled', kind: 'set', base: null, want: null },
    ...{ answer: null, ...change },
  }
  return changeText(whole, {
    ...{ name: 'Its name', mode, language: 'en' },
    textOf: (value, register, unit) => valueText(value, register, 'en', { mode: unit, video }),
  }).split('\n')
}

test('a change is found by its name, its video, its note and both of its values', () => {
  const link = { group: 'call_actions', item_id: 'cta1', register: 'action.url' } as const
  const sides = { base: 'https://old.example/', want: 'https://new.example/' }
  expect(textOf({ ...link, ...sides })).toEqual([
    ...['Its name', 'A video', VIDEO, 'In May'],
    ...['https://old.example/', 'https://new.example/'],
  ])
  const start = { ...link, register: 'window.start', base: 90, want: 120 }
  expect(textOf(start).slice(4)).toEqual(['1:30', '2:00'])
})

test('a new item is found by each of its values and the names of their settings', () => {
  const made = { item_id: 'local:1', register: null, kind: 'create', base: null } as const
  const want = { action: { url: 'https://pay.example/x' }, window: { start: 75 } }
  const call = textOf({ ...made, group: 'call_actions', want })
  const names = appTexts('en').videoSettings.call_actions
  expect(call).toContain('https://pay.example/x')
  expect(call).toContain(names['action.url'])
  expect(call).toContain('1:15')
  const pixel = { dispatch: { mode: 'percent', threshold: 40 } }
  expect(textOf({ ...made, group: 'pixels', want: pixel })).toContain('40%')
})

test('a deleted item is found by its name', () => {
  const item = { group: 'call_actions', item_id: 'cta1', register: null } as const
  const base = { action: { content: 'Buy' }, base: { type: 'text' } }
  expect(textOf({ ...item, kind: 'delete', base }).slice(4)).toEqual(['Buy'])
})

test('a threshold is found in the units that its row shows', () => {
  const at = { group: 'pixels', item_id: 'pixel1', register: 'dispatch.threshold' } as const
  const threshold = { ...at, base: 330, want: 50 }
  const beside = { base: 'time', want: 'percent' }
  expect(textOf({ ...threshold, beside }, 'time').slice(4)).toEqual(['5:30', '50%'])
  // An older file.
  expect(textOf(threshold, 'percent').slice(4)).toEqual(['330', '50%'])
})

test('a fallback video is found by its name', () => {
  const at = { group: 'traffic_filter', register: 'fallback_video_id' } as const
  expect(textOf({ ...at, want: 'video0002' })).toContain('The other video')
})

test('a changed list is found by the texts that come and go, and a token by none of its own', () => {
  const at = { group: 'traffic_filter', register: 'countries', kind: 'list' } as const
  const lists = { base: ['BR', 'PT'], want: ['BR', 'US'], added: ['US'], removed: ['PT'] }
  expect(textOf({ ...at, ...lists }).slice(4)).toEqual(['US', 'PT'])
  const token = textOf({ ...at, kind: 'set', register: 'token', want: 'its-secret' })
  expect(token.join('\n')).not.toContain('its-secret')
})
