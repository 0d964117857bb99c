import { expect, test } from 'vitest'
import type { Video } from '../../src/shared/api/video.ts'
import { aService, askVideos, aVideo, NOW, patch, textButton, verdict } from './video-asking.ts'

const ctas = (video: Video) => video.call_actions?.items ?? []
const pixelsOf = (video: Video) => video.pixels?.items ?? []
const withCtas = (video: Video) => ctas(video).length > 0
const withPixels = (video: Video) => pixelsOf(video).length > 0
const withFilter = (video: Video) => Boolean(video.traffic_filter?.countries?.length)
const handBuilt = (video: Video) =>
  video.smart_autoplay?.variants?.some(({ template_name }) => !template_name) ?? false
const anyVideo = () => true

test('a PATCH returns the changed video, and so does the next read', async () => {
  const service = aService()
  const { id } = await aVideo(service, anyVideo)
  const { status, json } = await patch(service, id, { playback: { disable_pause: true } })
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, playback: { disable_pause: true } })
  expect((await askVideos(service, `/v1/videos/${id}`)).json).toEqual(json)
})

test('rule 1: only the keys sent change', async () => {
  const service = aService()
  const before = await aVideo(service, (video) => Boolean(video.playback && video.pixels))
  await patch(service, before.id, { playback: { smart_pause: false } })
  expect(service.video.read(before.id)).toEqual({
    ...before,
    playback: { ...before.playback, smart_pause: false },
  })
})

test('rule 1: an empty body changes nothing', async () => {
  const service = aService()
  const before = await aVideo(service, anyVideo)
  expect((await patch(service, before.id, {})).json).toEqual(before)
})

test('rule 2: sending window.start leaves window.end unchanged', async () => {
  const service = aService()
  const before = await aVideo(service, withCtas)
  const [item] = ctas(before)
  const items = [{ id: item?.id, window: { start: 7 } }]
  await patch(service, before.id, { call_actions: { items } })
  expect(ctas(service.video.read(before.id))[0]).toEqual({
    ...item,
    window: { ...item?.window, start: 7 },
  })
})

test('rule 3: an item without id is created, last, with an id of the service', async () => {
  const service = aService()
  const before = await aVideo(service, withCtas)
  await patch(service, before.id, { call_actions: { items: [textButton(), textButton()] } })
  const [first, second] = ctas(service.video.read(before.id)).slice(ctas(before).length)
  expect(first).toEqual({ ...textButton(), id: expect.stringMatching(/^[0-9a-f]{24}$/) })
  expect(second?.id).not.toBe(first?.id)
})

test('rule 3: an item with _destroy and an id is deleted, and the others stay', async () => {
  const service = aService()
  const before = await aVideo(service, withPixels)
  const [first, ...others] = pixelsOf(before)
  await patch(service, before.id, { pixels: { items: [{ id: first?.id, _destroy: true }] } })
  expect(pixelsOf(service.video.read(before.id))).toEqual(others)
})

test('rule 3: items that are not mentioned stay, in their order', async () => {
  const service = aService()
  const before = await aVideo(service, (video) => pixelsOf(video).length === 3)
  const [first, second, third] = pixelsOf(before)
  const items = [{ id: second?.id, base: { name: 'Meio' } }]
  await patch(service, before.id, { pixels: { items } })
  const renamed = { ...second, base: { ...second?.base, name: 'Meio' } }
  expect(pixelsOf(service.video.read(before.id))).toEqual([first, renamed, third])
})

test('rule 3: an empty list of items deletes none', async () => {
  const service = aService()
  const before = await aVideo(service, withCtas)
  await patch(service, before.id, { call_actions: { items: [] } })
  expect(service.video.read(before.id)).toEqual(before)
})

test('rule 3: one body creates, changes and deletes', async () => {
  const service = aService()
  const before = await aVideo(service, (video) => pixelsOf(video).length === 2)
  const [first, second] = pixelsOf(before)
  const items = [
    { id: first?.id, _destroy: true },
    { id: second?.id, dispatch: { active: false } },
    { base: { name: 'Novo', type: 'google' }, dispatch: { mode: 'percent', threshold: 50 } },
  ]
  await patch(service, before.id, { pixels: { items } })
  expect(pixelsOf(service.video.read(before.id))).toEqual([
    { ...second, dispatch: { ...second?.dispatch, active: false } },
    { ...items[2], id: expect.any(String) },
  ])
})

test('rule 3: a group that the video lacks is made by its first item', async () => {
  const service = aService({ unusedGroups: 'missing' })
  const { id } = await aVideo(service, (video) => !video.call_actions)
  await patch(service, id, { call_actions: { items: [textButton()] } })
  expect(service.video.read(id).call_actions).toEqual({
    items: [expect.objectContaining(textButton())],
  })
})

test('rule 3: the switch of a group is changed without its items', async () => {
  const service = aService()
  const before = await aVideo(service, withPixels)
  await patch(service, before.id, { pixels: { enabled: false } })
  expect(service.video.read(before.id).pixels).toEqual({ ...before.pixels, enabled: false })
})

test('rule 4: a list of the traffic filter replaces the stored one', async () => {
  const service = aService()
  const before = await aVideo(service, withFilter)
  await patch(service, before.id, { traffic_filter: { countries: ['FR'], languages: [] } })
  expect(service.video.read(before.id).traffic_filter).toEqual({
    ...before.traffic_filter,
    countries: ['FR'],
    languages: [],
  })
})

test('rule 5: hand-built variants stay at their places, and the others are replaced', async () => {
  const service = aService()
  const before = await aVideo(service, handBuilt)
  const built = before.smart_autoplay?.variants?.[0]
  expect(built).toHaveProperty('layers')
  const variants = [
    { template_name: 'sightcare', template_position: 'top-right' },
    { template_name: 'modern', template_position: 'bottom-left' },
  ]
  await patch(service, before.id, { smart_autoplay: { variants } })
  expect(service.video.read(before.id).smart_autoplay).toEqual({
    ...before.smart_autoplay,
    variants: [built, ...variants],
  })
})

test('rule 5: an empty list of variants removes all but the hand-built ones', async () => {
  const service = aService()
  const before = await aVideo(service, handBuilt)
  await patch(service, before.id, { smart_autoplay: { variants: [] } })
  const left = service.video.read(before.id).smart_autoplay?.variants
  expect(left).toEqual(before.smart_autoplay?.variants?.slice(0, 1))
})

test('mode and active_number are read-only: sent or not, they stay', async () => {
  const service = aService()
  const before = await aVideo(service, (video) => Boolean(video.smart_autoplay))
  await patch(service, before.id, {
    smart_autoplay: { enabled: false, mode: 'hacked', active_number: 9 },
  })
  expect(service.video.read(before.id).smart_autoplay).toEqual({
    ...before.smart_autoplay,
    enabled: false,
  })
})

test('an undocumented key is ignored, at every depth', async () => {
  const service = aService()
  const before = await aVideo(service, withCtas)
  const [item] = ctas(before)
  const { status, json } = await patch(service, before.id, {
    name: 'other',
    ab_test: {},
    playback: { speed: 2 },
    call_actions: {
      color: 'red',
      items: [{ id: item?.id, order: 3, window: { fade: true }, created_at: 'never' }],
    },
  })
  expect(status).toBe(200)
  const { playback = {} } = before
  expect(json).toEqual({ ...before, playback })
})

test('undocumented keys survive a change beside them', async () => {
  const service = aService()
  const before = await aVideo(service, withCtas)
  const [item] = ctas(before)
  expect(item).toHaveProperty('created_at')
  const items = [{ id: item?.id, base: { active: false } }]
  await patch(service, before.id, { call_actions: { items } })
  const after = service.video.read(before.id)
  expect(after['thumbnail']).toEqual(before['thumbnail'])
  expect(ctas(after)[0]).toHaveProperty('created_at', item?.['created_at'])
})

test('null removes a value', async () => {
  const service = aService()
  const { id } = await aVideo(service, (video) => Boolean(video.playback?.action_after_finish))
  await patch(service, id, { playback: { action_after_finish: null, scroll_to_action_in: null } })
  const { playback } = service.video.read(id)
  expect(playback).not.toHaveProperty('action_after_finish')
  expect(playback).not.toHaveProperty('scroll_to_action_in')
  expect(playback).toHaveProperty('smart_pause')
})

test('rule 6: a start alone completes the stored loop', async () => {
  const service = aService()
  const { id } = await aVideo(service, (video) => Boolean(video.playback?.action_after_finish))
  await patch(service, id, { playback: { action_after_finish: { start: 0 } } })
  expect(service.video.read(id).playback?.action_after_finish).toEqual({ type: 'loop', start: 0 })
})

test('rule 6: a loop from the last second is accepted', async () => {
  const service = aService()
  const { id, duration } = await aVideo(service, anyVideo)
  const finish = { type: 'loop', start: duration }
  expect(await verdict(service, id, { playback: { action_after_finish: finish } })).toBe('200')
})

test('every key of immersive_mode is set independently', async () => {
  const service = aService({ unusedGroups: 'missing' })
  const { id } = await aVideo(service, (video) => !video.immersive_mode)
  const keys = ['enabled', 'desktop', 'mobile', 'disable_scrolling', 'expand_on_play']
  for (const key of [...keys, 'minimize_on_pause']) {
    await patch(service, id, { immersive_mode: { [key]: true } })
  }
  expect(service.video.read(id).immersive_mode).toEqual({
    enabled: true,
    desktop: true,
    mobile: true,
    disable_scrolling: true,
    expand_on_play: true,
    minimize_on_pause: true,
  })
})

test('an image button stays an image button, and its name may be changed', async () => {
  const service = aService()
  const isButton = (item: object) => 'image_as_button' in item
  const before = await aVideo(service, (video) => ctas(video).some(isButton))
  const item = ctas(before).find(isButton)
  await patch(service, before.id, {
    call_actions: { items: [{ id: item?.id, base: { name: 'Novo banner' } }] },
  })
  expect(ctas(service.video.read(before.id)).find(isButton)).toEqual({
    ...item,
    base: { ...item?.base, name: 'Novo banner' },
  })
})

test('an image button needs no text, design or address, and may have a name', async () => {
  const service = aService()
  const before = await aVideo(service, withCtas)
  const put = (item: object) => verdict(service, before.id, { call_actions: { items: [item] } })
  const banner = { base: { name: 'Banner', type: 'outside_video' }, image_as_button: true }
  expect(await put({ ...banner, image_as_button: 'yes' })).toBe(
    '422 unprocessable_content: call_actions.items[0].image_as_button must be true or false',
  )
  expect(await put(banner)).toBe('200')
  const made = ctas(service.video.read(before.id)).at(-1)
  expect(made).toEqual({ id: made?.id, ...banner })
  expect(await put({ id: made?.id, image_as_button: false })).toContain('422')
  const [text] = ctas(before)
  expect(await put({ id: text?.id, image_as_button: true, base: { name: 'Now a picture' } })).toBe(
    '200',
  )
  expect(await put({ id: text?.id, image_as_button: false })).toContain(
    'base.name is accepted only',
  )
  expect(await put({ id: text?.id, image_as_button: null, base: { name: null } })).toBe('200')
  expect(ctas(service.video.read(before.id))[0]).toEqual(text)
})

test('a text button becomes HTML and back again', async () => {
  const service = aService()
  const before = await aVideo(service, withCtas)
  const [item] = ctas(before)
  const put = (keys: object) =>
    verdict(service, before.id, { call_actions: { items: [{ id: item?.id, ...keys }] } })
  expect(await put({ base: { name: 'x' }, action: { as_html: true, html: '<b>' } })).toBe('200')
  expect(await put({ base: { name: null }, action: { as_html: false, html: null } })).toBe('200')
  expect(ctas(service.video.read(before.id))[0]).toEqual(item)
})

test.each(['replaces', 'merges'] as const)(
  'a part of design.styles %s, depending on the merge option',
  async (partialDesign) => {
    const service = aService({ partialDesign })
    const before = await aVideo(service, withCtas)
    const [item] = ctas(before)
    const styles = { border_radius: 1, padding: 2, shadow: 'none' }
    const items = [{ id: item?.id, design: { styles } }]
    await patch(service, before.id, { call_actions: { items } })
    const [changed] = ctas(service.video.read(before.id))
    const merged = { ...item?.design?.styles, ...styles }
    expect(changed?.design).toEqual({
      typography: item?.design?.typography,
      styles: partialDesign === 'merges' ? merged : styles,
    })
  },
)

test('applied changes are logged in order, and refused ones are not', async () => {
  const service = aService()
  const { id } = await aVideo(service, anyVideo)
  const bodies = [{ playback: { enabled: true } }, { playback: { enabled: 1 } }, {}]
  for (const body of bodies) await patch(service, id, body)
  const at = { video_id: id, at: NOW }
  expect(service.video.applied).toEqual([
    { ...at, body: bodies[0] },
    { ...at, body: {} },
  ])
})

test('10,000 calls to action on one video are created and one of them changed', async () => {
  const service = aService({ unusedGroups: 'missing' })
  const { id } = await aVideo(service, (video) => !video.call_actions)
  const items = Array.from({ length: 10_000 }, () => textButton())
  await patch(service, id, { call_actions: { items } })
  const last = ctas(service.video.read(id)).at(-1)
  await patch(service, id, { call_actions: { items: [{ id: last?.id, window: { end: 9 } }] } })
  expect(ctas(service.video.read(id)).at(-1)?.window?.end).toBe(9)
})

test('keys such as __proto__ are values like any other and change nothing else', async () => {
  const service = aService()
  const { id } = await aVideo(service, withCtas)
  const body = '{"__proto__":{"a":1},"playback":{"__proto__":{"b":1},"constructor":{"c":1}}}'
  expect((await patch(service, id, JSON.parse(body))).status).toBe(200)
  expect(Object.keys(Object.prototype)).toEqual([])
  const { playback } = service.video.read(id)
  expect(Object.keys(playback ?? {})).not.toContain('constructor')
})
