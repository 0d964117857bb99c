import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeService } from '../../../../../src/service/service.ts'
import type { Video } from '../../../../../src/shared/api/video.ts'
import { checkVideo } from '../../../../../src/shared/features/videos/check/check-video.ts'
import { count } from '../../../../support/scale.ts'
import { TEXT_BUTTON } from '../../../../support/wrong-videos.ts'

const VIDEOS = count('edited videos', { usual: 800, full: 50_000 })

type Json = Record<string, unknown>

const now = () => Date.UTC(2026, 5, 1, 12)
const service = makeService({ players: 16, days: 30, seed: 5, now })
const headers = { authorization: `Bearer ${service.video_token}` }

function ask(method: string, path: string, body?: unknown) {
  const request = new Request(`http://sandbox${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return service.answer(request)
}

const hasErrors = (video: Video) => checkVideo(video).some(({ severity }) => severity === 'error')

/** Videos of the sandbox that nothing is wrong with as they come. */
async function soundVideos() {
  const { data } = (await (await ask('GET', '/v1/videos?per_page=100')).json()) as { data: Video[] }
  return data.filter((video) => !hasErrors(video)).map(({ id }) => id)
}

async function uploadedPicture() {
  const form = new FormData()
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
  form.set('file', new Blob([png], { type: 'image/png' }), 'picture.png')
  const request = new Request('http://sandbox/v1/files', { method: 'POST', headers, body: form })
  return ((await (await service.answer(request)).json()) as { id: string }).id
}

/** Mostly right, sometimes wrong, sometimes taken away, often not there. */
const key = (right: readonly unknown[], wrong: readonly unknown[]) =>
  fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
const flag = key([true, false], ['yes', 1])
const second = key([0, 1, 5, 30, 60, 120, 240], [-1, 1.5, '7', 1e9])
const text = key(['Buy', 'Comprar 🛒', '<b>"'], [3, ['x'], {}])

/** Some of the keys, so that a patch may leave out any. */
const some = (keys: Record<string, fc.Arbitrary<unknown>>) => fc.record(keys, { requiredKeys: [] })

const { typography, styles } = TEXT_BUTTON.design
const callAction = some({
  base: some({
    name: text,
    type: key(['inside_video', 'outside_video'], ['beside', 1]),
    active: flag,
  }),
  window: some({ start: second, end: second, persist_on_video_end: flag }),
  action: some({
    content: text,
    url: key(
      ['https://shop.example/a?b=1', 'http://shop.example'],
      ['ftp://shop.example', 'https://', 'shop.example', 'javascript:x', ' https://a.example', 5],
    ),
    open_in_new_tab: flag,
    html: text,
    as_html: flag,
  }),
  design: some({
    typography: key([typography], [{ family: 'Inter' }, 'x', []]),
    styles: key([styles], [{ shadow: '' }, 5]),
  }),
  image_as_button: fc.constantFrom(false, false, true, null),
})

const wholeButton = callAction.map((given) =>
  merged({ ...TEXT_BUTTON, id: undefined }, given as Json),
)

const pixel = some({
  base: some({ name: text, type: key(['facebook', 'google', 'custom'], ['other', 1]) }),
  tag: some({ html: text }),
  dispatch: some({
    active: flag,
    mode: key(['percent', 'time'], ['scroll', 0]),
    threshold: key([0, 1, 50, 100], [-1, 101, 2.5, '3']),
  }),
})

const variant = (file_id: string) =>
  fc.record(
    {
      template_name: key(['default', 'modern', 'image', 'image'], ['huge', '']).map(
        (name) => name ?? 'x',
      ),
      template_position: key(['top-left', 'bottom-right'], ['left-top', '']),
      file_id: key([file_id], [5]),
      scale: key([0.1, 0.5, 1], [0.09, 1.01, '1', -1]),
    },
    { requiredKeys: ['template_name'] },
  )

const list = (...values: string[]) => key([[], values.slice(1), values], ['BR', [3], [null]])
const patches = (file_id: string) => {
  const items = (item: fc.Arbitrary<unknown>) => fc.array(item, { minLength: 1, maxLength: 2 })
  return some({
    smart_autoplay: some({
      enabled: flag,
      variants: fc.array(variant(file_id), { maxLength: 2 }),
    }),
    call_actions: some({
      enabled: flag,
      items: items(fc.oneof({ weight: 5, arbitrary: wholeButton }, callAction)),
    }),
    pixels: some({ enabled: flag, items: items(pixel) }),
    traffic_filter: some({
      enabled: flag,
      fallback_video_id: text,
      token: text,
      languages: list('pt', 'en-US'),
      countries: list('BR', 'PT'),
      block_proxy: flag,
    }),
    playback: some({
      enabled: flag,
      scroll_to_action_in: second,
      action_after_finish: fc.oneof(
        fc.constant(null),
        fc.record({ type: key(['loop'], ['stop', 1]), start: second }, { requiredKeys: [] }),
      ),
    }),
    immersive_mode: some({ enabled: flag, desktop: flag, expand_on_play: flag }),
  })
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sub-groups merge, everything else is set whole. */
function merged(stored: Json, patch: Json): Json {
  const next = { ...stored }
  for (const [name, value] of Object.entries(patch)) {
    const isGroup = ['base', 'window', 'action', 'design', 'tag', 'dispatch'].includes(name)
    const old = next[name]
    next[name] = isGroup && isObject(value) ? { ...(isObject(old) ? old : {}), ...value } : value
  }
  return next
}

/** The video with a patch laid over it, as the window would show it. */
function laidOver(base: Video, patch: Json): Video {
  const shown: Json = { ...base }
  for (const [group, given] of Object.entries(patch)) {
    const stored = (shown[group] ?? {}) as Json
    const { items, ...keys } = given as Json
    const next: Json = merged(stored, keys)
    if (Array.isArray(items)) {
      const kept = Array.isArray(stored['items']) ? (stored['items'] as Json[]) : []
      const patched = kept.map((item) => {
        const own = (items as Json[]).find(({ id }) => id === item['id'])
        return own ? merged(item, own) : item
      })
      const made = (items as Json[]).filter(({ id }) => id === undefined)
      next['items'] = [...patched, ...made.map((item, at) => ({ ...item, id: `local:${at}` }))]
    }
    shown[group] = next
  }
  return shown as Video
}

/** Turns the first item of a collection into a patch of the one that is there. */
function aimed(patch: Json, base: Video, isAimed: boolean): Json {
  const given = patch['call_actions'] as { items?: Json[] } | undefined
  const id = base.call_actions?.items?.[0]?.id
  const [first, ...rest] = given?.items ?? []
  if (!isAimed || !first || id === undefined) return patch
  return { ...patch, call_actions: { ...given, items: [{ ...first, id }, ...rest] } }
}

test('settings without errors are accepted by the service, and refused ones have an error', async () => {
  const ids = await soundVideos()
  expect(ids.length).toBeGreaterThan(4)
  const file_id = await uploadedPicture()
  const seen = { accepted: 0, refused: 0 }
  const property = fc.asyncProperty(
    patches(file_id),
    fc.constantFrom(...ids),
    fc.boolean(),
    async (generated, id, isAimed) => {
      const base = service.video.read(id)
      // What is sent is JSON, in which a key without a value is not there.
      const plain = JSON.parse(JSON.stringify(generated)) as Json
      const patch = aimed(plain, base, isAimed)
      const isWrong = hasErrors(laidOver(base, patch))
      const { status } = await ask('PATCH', `/v1/videos/${id}`, patch)
      if (status === 200) seen.accepted += 1
      else seen.refused += 1
      expect([200, 422]).toContain(status)
      if (!isWrong) expect(status, JSON.stringify(patch)).toBe(200)
      // What was wrong and taken all the same must not weigh on the next run.
      if (status === 200 && isWrong) {
        const items = service.video.read(id).call_actions?.items ?? []
        const gone = items.map((item) => ({ id: item.id, _destroy: true }))
        const pixels = service.video.read(id).pixels?.items ?? []
        service.video.colleague(id, {
          call_actions: { items: gone },
          pixels: { items: pixels.map((item) => ({ id: item.id, _destroy: true })) },
        })
      }
    },
  )
  await fc.assert(property, { numRuns: VIDEOS })
  // Both sides were seen often enough to mean something.
  expect(seen.accepted).toBeGreaterThan(VIDEOS / 10)
  expect(seen.refused).toBeGreaterThan(VIDEOS / 10)
})
