import { expect, test } from 'vitest'
import type { Video } from '../../src/shared/api/video.ts'
import { ask } from './asking.ts'
import {
  aService,
  aVideo,
  PNG,
  patch,
  refused,
  said,
  textButton,
  upload,
  verdict,
} from './video-asking.ts'

const finish = (pair: unknown) => said({ playback: { action_after_finish: pair } }, noFinish)
const noFinish = (video: Video) => !video.playback?.action_after_finish
const variant = (keys: object) => said({ smart_autoplay: { variants: [keys] } })
const button = (keys: object) => said({ call_actions: { items: [textButton(keys)] } })
const pixel = (keys: object) => said({ pixels: { items: [keys] } })

test.each(['default', 'discrete', 'modern', 'sightcare', 'fullscreen'])(
  'the template %s is accepted without a picture',
  async (template_name) => {
    expect(await variant({ template_name, template_position: 'middle-center' })).toBe('200')
  },
)

test('an unknown template_name is refused', async () => {
  const says = await variant({ template_name: 'Default', template_position: 'top-left' })
  expect(says).toEqual(refused('smart_autoplay.variants[0].template_name', 'must be one of'))
})

test('a variant without a template_name cannot be sent, hand-built or not', async () => {
  const place = 'smart_autoplay.variants[0].template_name'
  expect(await variant({ layers: [] })).toEqual(refused(place))
  expect(await variant({ template_position: 'top-left' })).toEqual(refused(place))
})

test('all nine slots of the grid are accepted', async () => {
  for (const row of ['top', 'middle', 'bottom']) {
    for (const column of ['left', 'center', 'right']) {
      const template_position = `${row}-${column}`
      expect(await variant({ template_name: 'modern', template_position })).toBe('200')
    }
  }
})

test.each(['center-middle', 'left-top', 'top', 'top_left', 'Top-Left', ''])(
  'the template_position "%s" is refused',
  async (template_position) => {
    const says = await variant({ template_name: 'modern', template_position })
    expect(says).toEqual(refused('smart_autoplay.variants[0].template_position'))
  },
)

test('an image variant needs the id of a file that is an image', async () => {
  const service = aService()
  const { id } = await aVideo(service, () => true)
  const picture = (await upload(service, PNG)).json.id
  const text = (await upload(service, new TextEncoder().encode('no picture'))).json.id
  const say = (file: object) => {
    const chosen = { template_name: 'image', template_position: 'top-left', scale: 0.5, ...file }
    return verdict(service, id, { smart_autoplay: { variants: [chosen] } })
  }
  const place = 'smart_autoplay.variants[0].file_id'
  expect(await say({ file_id: picture })).toBe('200')
  for (const file of [{}, { file_id: 'nothing' }, { file_id: text }, { file_id: null }]) {
    expect(await say(file)).toEqual(refused(place, 'must be the id of an uploaded image'))
  }
})

test('a scale is from 0.1 to 1, both included', async () => {
  const service = aService()
  const { id } = await aVideo(service, () => true)
  const file_id = (await upload(service, PNG)).json.id
  const say = (scale: unknown) => {
    const chosen = { template_name: 'image', template_position: 'top-left', file_id, scale }
    return verdict(service, id, { smart_autoplay: { variants: [chosen] } })
  }
  for (const scale of [0.1, 0.5, 1]) expect(await say(scale)).toBe('200')
  for (const scale of [0, 0.09, 1.01, -1, '0.5']) {
    expect(await say(scale)).toEqual(refused('smart_autoplay.variants[0].scale'))
  }
})

test('file_id and scale belong to an image only', async () => {
  const chosen = { template_name: 'modern', template_position: 'top-left' }
  const place = 'smart_autoplay.variants[0]'
  expect(await variant({ ...chosen, scale: 0.5 })).toEqual(refused(`${place}.scale`))
  expect(await variant({ ...chosen, file_id: 'x' })).toEqual(refused(`${place}.file_id`))
})

test('a missing position, or a missing scale of an image, is accepted', async () => {
  const service = aService()
  const { id } = await aVideo(service, () => true)
  const file_id = (await upload(service, PNG)).json.id
  const variants = [{ template_name: 'fullscreen' }, { template_name: 'image', file_id }]
  expect(await verdict(service, id, { smart_autoplay: { variants } })).toBe('200')
})

test('a loop needs a start', async () => {
  const place = 'playback.action_after_finish.start'
  expect(await finish({ type: 'loop' })).toEqual(refused(place, 'is required of a loop'))
})

test('a start needs a loop', async () => {
  expect(await finish({ start: 5 })).toEqual(refused('playback.action_after_finish.type'))
})

test('loop is the only type', async () => {
  const says = await finish({ type: 'stop', start: 0 })
  expect(says).toEqual(refused('playback.action_after_finish.type', 'must be one of loop'))
})

test('the start of a loop is a number of seconds from zero to the end', async () => {
  const place = 'playback.action_after_finish.start'
  for (const start of [-1, 100_000, 1.5, '5']) {
    expect(await finish({ type: 'loop', start })).toEqual(refused(place))
  }
})

test('the upper limit of a start is the length of the same video', async () => {
  const service = aService()
  const { id, duration } = await aVideo(service, () => true)
  const start = (duration ?? 0) + 1
  const says = await verdict(service, id, {
    playback: { action_after_finish: { type: 'loop', start } },
  })
  expect(says).toBe(
    `422 unprocessable_content: playback.action_after_finish.start must be from 0 to ${duration}`,
  )
})

test('a text button with all required fields is accepted', async () => {
  expect(await button({})).toBe('200')
})

test.each(['content', 'url'])('a text button without action.%s is refused', async (key) => {
  const action = { ...textButton().action, [key]: undefined }
  const says = await button({ action })
  expect(says).toEqual(refused(`call_actions.items[0].action.${key}`, 'is required of a text'))
})

test.each(['family', 'letter_spacing', 'line_height', 'size', 'weight'])(
  'a text button without design.typography.%s is refused',
  async (key) => {
    const { design } = textButton()
    const typography = { ...design.typography, [key]: undefined }
    const says = await button({ design: { ...design, typography } })
    expect(says).toEqual(refused(`call_actions.items[0].design.typography.${key}`))
  },
)

test.each(['border_radius', 'padding', 'shadow'])(
  'a text button without design.styles.%s is refused',
  async (key) => {
    const { design } = textButton()
    const styles = { ...design.styles, [key]: undefined }
    const says = await button({ design: { ...design, styles } })
    expect(says).toEqual(refused(`call_actions.items[0].design.styles.${key}`))
  },
)

test('a text button without any design is refused', async () => {
  expect(await button({ design: undefined })).toEqual(
    refused('call_actions.items[0].design.typography.family'),
  )
})

test('base.name is refused on a text button', async () => {
  const says = await button({ base: { name: 'Label', type: 'inside_video' } })
  expect(says).toEqual(refused('call_actions.items[0].base.name', 'is accepted only when'))
})

test('an HTML call to action has a name and needs neither content nor design', async () => {
  const action = { as_html: true, html: '<a href="https://pay.example">Buy</a>' }
  const base = { name: 'Label', type: 'outside_video', active: true }
  expect(await said({ call_actions: { items: [{ base, action }] } })).toBe('200')
})

test('action.html requires action.as_html', async () => {
  const html = { ...textButton().action, html: '<b>' }
  const place = 'call_actions.items[0].action.html'
  expect(await button({ action: html })).toEqual(refused(place, 'requires action.as_html'))
  expect(await button({ action: { ...html, as_html: false } })).toEqual(refused(place))
})

test('turning as_html off is refused while there is html', async () => {
  const service = aService()
  const { id, call_actions } = await aVideo(service, (video) => Boolean(htmlIn(video)))
  const item = call_actions?.items?.find(({ action }) => action?.as_html)
  const items = [{ id: item?.id, action: { as_html: false } }]
  expect(await verdict(service, id, { call_actions: { items } })).toEqual(
    refused('call_actions.items[0].action.html', 'requires action.as_html'),
  )
})

const htmlIn = (video: Video) => video.call_actions?.items?.find(({ action }) => action?.as_html)

test('removing the content of a stored text button is refused', async () => {
  const service = aService()
  const { id, call_actions } = await aVideo(service, ({ call_actions: group }) => Boolean(group))
  const items = [{ id: call_actions?.items?.[0]?.id, action: { content: '' } }]
  expect(await verdict(service, id, { call_actions: { items } })).toEqual(
    refused('call_actions.items[0].action.content'),
  )
})

test.each(['javascript:alert(1)', 'ftp://host/file', 'pay.example', 'http://', ''])(
  'the url "%s" is refused',
  async (url) => {
    const says = await button({ action: { ...textButton().action, url } })
    expect(says).toEqual(refused('call_actions.items[0].action.url'))
  },
)

test('an unknown item id is not found, and nothing of the body is applied', async () => {
  const items = [{ id: 'f'.repeat(24), base: { active: true } }]
  const says = await said({ playback: { enabled: false }, call_actions: { items } })
  expect(says).toBe('404 not_found: call_actions.items[0].id names no entry')
})

test('an item with _destroy false is changed like any other', async () => {
  const service = aService()
  const { id, pixels } = await aVideo(service, (video) => Boolean(video.pixels))
  const items = [{ id: pixels?.items?.[0]?.id, _destroy: false, base: { name: 'Stays' } }]
  expect(await verdict(service, id, { pixels: { items } })).toBe('200')
  expect(service.video.read(id).pixels?.items?.[0]?.base?.name).toBe('Stays')
})

test('an id of null is refused', async () => {
  expect(await pixel({ id: null })).toEqual(refused('pixels.items[0].id', 'must be text'))
})

test('a deletion needs an id', async () => {
  expect(await pixel({ _destroy: true })).toEqual(refused('pixels.items[0].id'))
})

test('types of calls to action and pixels, and modes, must be documented ones', async () => {
  const cta = 'call_actions.items[0].base.type'
  expect(await button({ base: { type: 'inside' } })).toEqual(refused(cta))
  const place = 'pixels.items[0]'
  expect(await pixel({ base: { type: 'tiktok' } })).toEqual(refused(`${place}.base.type`))
  const dispatch = { mode: 'seconds', threshold: 5 }
  expect(await pixel({ dispatch })).toEqual(refused(`${place}.dispatch.mode`))
})

test('one invalid key refuses the whole body, whatever precedes it', async () => {
  const says = await said({
    playback: { smart_pause: false },
    call_actions: { items: [textButton(), { base: { active: 'yes' } }] },
    immersive_mode: { desktop: true },
  })
  expect(says).toEqual(refused('call_actions.items[1].base.active'))
})

test.each([[null], [[]], ['text'], [5]])('the body %j is refused', async (body) => {
  expect(await said(body)).toEqual(refused('The body', 'must be a JSON object'))
})

test('a group that is not an object is refused', async () => {
  for (const group of ['smart_autoplay', 'call_actions', 'traffic_filter', 'immersive_mode']) {
    for (const value of [null, [], true]) {
      expect(await said({ [group]: value })).toEqual(refused(group, 'must be an object'))
    }
  }
})

test('a body that is not JSON, or not declared as JSON, is refused', async () => {
  const service = aService()
  const { id } = await aVideo(service, () => true)
  const send = async (type: string, body: string) => {
    const headers = { authorization: `Bearer ${service.video_token}`, 'content-type': type }
    const request = new Request(`http://x/v1/videos/${id}`, { method: 'PATCH', headers, body })
    const response = await service.answer(request)
    said.push(await response.text())
    return response.status
  }
  const said: string[] = []
  expect(await send('application/json; charset=utf-8', '{}')).toBe(200)
  expect(await send('application/json', '{"playback":')).toBe(422)
  expect(await send('text/plain', '{}')).toBe(422)
  // Video, PATCH: the body is application/json with merge-patch rules, and no other kind of patch.
  for (const type of ['application/json-patch+json', 'application/merge-patch+json']) {
    expect(await send(type, '{}')).toBe(422)
    expect(said.at(-1)).toContain('Content-Type must be application/json')
  }
})

test('a refusal is a problem with the place in its message and an id of its own', async () => {
  const service = aService()
  const { id } = await aVideo(service, () => true)
  const first = await patch(service, id, { playback: { enabled: 1 } })
  const second = await patch(service, id, { playback: { enabled: 1 } })
  expect(first.type).toBe('application/problem+json')
  expect(first.json).toMatchObject({ message: 'playback.enabled must be true or false' })
  expect(first.json).not.toEqual(second.json)
  expect((await ask(service, '/quota/usage')).status).toBe(200)
})
