import { expect, test } from 'vitest'
import {
  itemToSend,
  mergedVideo,
  patchBody,
} from '../../../../src/shared/features/publishing/patch-body.ts'
import type { Intent } from '../../../../src/shared/features/publishing/three-way.ts'
import { aVideo } from '../../../support/edits.ts'

const an = (change: Partial<Intent> & Pick<Intent, 'group'>): Intent => ({
  kind: 'set',
  item_id: null,
  register: null,
  base: null,
  want: null,
  added: null,
  removed: null,
  ...change,
})

const ofItem = (item_id: string, register: string, want: unknown) =>
  an({ group: 'call_actions', item_id, register, want })

test('only changed settings are sent, those of one item together', () => {
  const edits = [
    ofItem('cta1', 'window.start', 42),
    ofItem('cta2', 'base.active', true),
    ofItem('cta1', 'window.end', 60),
    an({ group: 'playback', register: 'enabled', want: false }),
  ]
  expect(patchBody(edits, aVideo())).toEqual({
    call_actions: {
      items: [
        { id: 'cta1', window: { start: 42, end: 60 } },
        { id: 'cta2', base: { active: true } },
      ],
    },
    playback: { enabled: false },
  })
})

test('a design part is sent whole', () => {
  const styles = { padding: 4, shadow: { color: 'red' } }
  expect(patchBody([ofItem('cta1', 'design.styles', styles)], aVideo())).toEqual({
    call_actions: { items: [{ id: 'cta1', design: { styles } }] },
  })
})

test('a list is sent in full, based on its current values', () => {
  const edit = an({
    group: 'traffic_filter',
    kind: 'list',
    register: 'countries',
    added: ['DE'],
    removed: ['PT'],
  })
  const video = aVideo({ traffic_filter: { countries: ['BR', 'PT', 'US'] } })
  expect(patchBody([edit], video)).toEqual({ traffic_filter: { countries: ['BR', 'US', 'DE'] } })
})

test('an item is created without an id and without undocumented keys', () => {
  const want = { id: 'local:1', base: { name: 'New', other: 1 }, dispatch: { threshold: null } }
  const edit = an({ group: 'pixels', kind: 'create', item_id: 'local:1', want })
  expect(patchBody([edit], aVideo())).toEqual({ pixels: { items: [{ base: { name: 'New' } }] } })
})

test('an item is deleted by its id', () => {
  const edit = an({ group: 'pixels', kind: 'delete', item_id: 'pixel1' })
  expect(patchBody([edit], aVideo())).toEqual({
    pixels: { items: [{ id: 'pixel1', _destroy: true }] },
  })
})

test('hand-built variants, and unknown keys of a pair or a variant, are never sent', () => {
  const chosen = { template_name: 'modern', template_position: 'top-left', mode: 'x' }
  const edits = [
    an({ group: 'smart_autoplay', register: 'variants', want: [{ hand: 'built' }, chosen] }),
    an({
      group: 'playback',
      register: 'action_after_finish',
      want: { type: 'loop', start: 3, x: 1 },
    }),
  ]
  expect(patchBody(edits, aVideo())).toEqual({
    smart_autoplay: { variants: [{ template_name: 'modern', template_position: 'top-left' }] },
    playback: { action_after_finish: { type: 'loop', start: 3 } },
  })
})

test('without edits there is no body', () => {
  expect(patchBody([], aVideo())).toBeNull()
})

test('a merged video keeps undocumented keys, and created items have a local id', () => {
  const want = { base: { name: 'New' } }
  const edits = [
    an({ group: 'pixels', kind: 'create', item_id: 'local:1', want }),
    ofItem('cta1', 'window.start', 11),
  ]
  const merged = mergedVideo(edits, aVideo())
  expect(merged.pixels?.items?.at(-1)).toEqual({ id: 'local:1', ...want })
  expect(merged['secret_of_the_service']).toEqual({ kept: true })
  expect(merged.call_actions?.items?.[0]?.window).toEqual({ start: 11, end: 20 })
})

test('an item is sent without unknown keys, and a __proto__ key has no effect', () => {
  const item = JSON.parse('{"base":{"name":"A","__proto__":{"type":"x"}},"x":1}') as object
  expect(itemToSend('pixels', item)).toEqual({ base: { name: 'A' } })
})
