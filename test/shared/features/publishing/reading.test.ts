import { expect, test } from 'vitest'
import { differingIn } from '../../../../src/shared/features/publishing/reading.ts'

const pixel = (id: string, name: string, threshold = 9) => ({
  ...{ id, base: { name } },
  dispatch: { threshold },
})

test('two readings of a video differ in their changed settings, and in added and removed items', () => {
  const before = {
    traffic_filter: { enabled: true, token: 'a', countries: ['BR', 'PT'] },
    pixels: { enabled: true, items: [pixel('p1', 'Meta'), pixel('p2', 'Google')] },
  }
  const after = {
    traffic_filter: { enabled: true, token: 'b', countries: ['PT', 'BR'] },
    pixels: { enabled: true, items: [pixel('p1', 'Meta', 20), pixel('p3', 'TikTok')] },
  }
  const changed = { became: 'changed' }
  expect(differingIn({ before, after })).toMatchObject([
    { ...{ group: 'pixels', item_id: 'p1' }, register: 'dispatch.threshold', item: 'Meta' },
    { ...{ group: 'pixels', item_id: 'p2', register: null }, item: 'Google', became: 'deleted' },
    { ...{ group: 'pixels', item_id: 'p3', register: null }, item: 'TikTok', became: 'made' },
    { ...{ group: 'traffic_filter', item_id: null, register: 'token', item: '' }, ...changed },
  ])
})

test('a group that was missing before differs in all of its settings', () => {
  const after = { playback: { enabled: true, smart_pause: null } }
  expect(differingIn({ before: {}, after })).toMatchObject([
    { group: 'playback', register: 'enabled', became: 'changed' },
  ])
})

test('changes of read-only or unknown keys are ignored', () => {
  const items = (rank: number) => [{ ...pixel('p1', 'Meta'), rank }]
  const before = { pixels: { enabled: true, items: items(1) } }
  const after = { pixels: { enabled: true, items: items(2), later: 'x' } }
  expect(differingIn({ before, after })).toEqual([])
})
