import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '../../../src/service/server.ts'
import { aService, PNG, textButton } from '../video-asking.ts'

const service = aService()
let listening: Listening

beforeAll(async () => {
  listening = await listen(service, { port: 0 })
})
afterAll(() => listening.close())

const [video] = service.world.players(Date.parse('2026-07-15T10:20:30Z') / 1000)
const authorization = `Bearer ${service.video_token}`

function send(body: unknown): Promise<Response> {
  return fetch(`${listening.api_base_url}/v1/videos/${video?.id}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

test('a call to action of 2 MB of HTML is taken over the wire', async () => {
  const html = '<p>é</p>'.repeat(250_000)
  const base = { name: 'Large', type: 'outside_video' }
  const response = await send({
    call_actions: { items: [{ base, action: { as_html: true, html } }] },
  })
  expect(response.status).toBe(200)
  const items = service.video.read(video?.id ?? '').call_actions?.items ?? []
  expect(items.at(-1)?.action?.html).toBe(html)
})

test('a lone surrogate is returned as it was sent', async () => {
  const action = { content: 'half \ud83d', url: 'https://pay.example/1' }
  const response = await send({ call_actions: { items: [textButton({ action })] } })
  const { call_actions } = (await response.json()) as { call_actions: { items: object[] } }
  expect(call_actions.items.at(-1)).toMatchObject({ action })
})

test('a picture is uploaded over the wire, and a variant can be made of it', async () => {
  const body = new FormData()
  body.set('file', new Blob([PNG]), 'capa "nova" 🔥.png')
  const headers = { authorization }
  const url = `${listening.api_base_url}/v1/files`
  const response = await fetch(url, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }
  const chosen = { template_name: 'image', template_position: 'top-left', file_id: id, scale: 1 }
  expect((await send({ smart_autoplay: { variants: [chosen] } })).status).toBe(200)
})

test('a late PATCH that is cut gives no response at all', async () => {
  const action = { kind: 'late', afterMs: 60_000, with: 'cut' } as const
  service.setFaults([{ match: { method: 'PATCH', nth: 1 }, action }])
  await expect(send({ playback: { enabled: true } })).rejects.toThrow()
  expect(service.video.applied.at(-1)?.body).not.toHaveProperty('playback')
})
