import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count } from '../support/scale.ts'
import { aService, aVideo, patch } from './video-asking.ts'

const BODIES = count('bodies of any shape', { usual: 2500, full: 50_000 })

const service = aService({ players: 24 })
const full = await aVideo(service, ({ call_actions, pixels, smart_autoplay, playback }) =>
  Boolean(call_actions && pixels && smart_autoplay && playback),
)
const ids = [...(full.call_actions?.items ?? []), ...(full.pixels?.items ?? [])].map(({ id }) => id)

const KEYS = [
  ...['smart_autoplay', 'call_actions', 'pixels', 'traffic_filter', 'playback', 'immersive_mode'],
  ...[
    'enabled',
    'items',
    'variants',
    'id',
    '_destroy',
    'base',
    'window',
    'action',
    'design',
    'tag',
  ],
  ...['name', 'type', 'start', 'end', 'html', 'as_html', 'content', 'url', 'styles', 'typography'],
  ...['dispatch', 'mode', 'threshold', 'countries', 'action_after_finish', 'template_name'],
  ...['template_position', 'file_id', 'scale', 'desktop', 'token', '__proto__', 'constructor'],
]
const key = fc.constantFrom(...KEYS)

/** Documents of the API's own words in any places, so that some are right and most are nearly so. */
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'large' },
    fc.constantFrom(null, true, false, 0, 1, 0.5, -1, 30, 1e9, '', 'loop', 'image', 'top-left'),
    fc.constantFrom('percent', 'custom', 'inside_video', 'https://pay.example', ...ids),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))

const group = (...keys: string[]) =>
  fc.dictionary(fc.constantFrom(...keys), anyValue, { maxKeys: 3 })
const collection = fc.record({ items: fc.array(fc.oneof(anyValue, group(...KEYS))) })
const anyBody = fc.oneof(
  anyValue,
  fc.record({ call_actions: collection }),
  fc.record({ pixels: collection }),
  fc.record({ playback: group('enabled', 'action_after_finish', 'scroll_to_action_in') }),
  fc.record({ smart_autoplay: group('enabled', 'variants', 'mode') }),
  fc.record({ traffic_filter: group('enabled', 'countries', 'token') }),
)

test('any body is applied or refused with a problem, and a refused one changes nothing', async () => {
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const before = service.video.read(full.id)
      const { status, json } = await patch(service, full.id, body)
      statuses.add(status)
      expect([200, 404, 422]).toContain(status)
      const after = service.video.read(full.id)
      expect(status === 200 ? json : after).toEqual(status === 200 ? after : before)
    }),
    { numRuns: BODIES, seed: 3 },
  )
  expect([...statuses].sort((a, b) => a - b)).toEqual([200, 404, 422])
})

test('no body changes read-only values', async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      await patch(service, full.id, body)
      const { id, name, duration, created_at, smart_autoplay, thumbnail } = service.video.read(
        full.id,
      )
      expect({ id, name, duration, created_at, thumbnail }).toEqual({
        id: full.id,
        name: full.name,
        duration: full.duration,
        created_at: full.created_at,
        thumbnail: full['thumbnail'],
      })
      expect(smart_autoplay?.['mode']).toBe(full.smart_autoplay?.['mode'])
      expect(smart_autoplay?.['active_number']).toBe(full.smart_autoplay?.['active_number'])
    }),
    { numRuns: BODIES, seed: 4 },
  )
})
