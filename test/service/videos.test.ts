import { expect, test } from 'vitest'
import { GROUPS } from '../../src/shared/api/settings/index.ts'
import { type Video, video, videos } from '../../src/shared/api/video.ts'
import { ask } from './asking.ts'
import { aService, askVideos, aVideo, NOW, PNG, patch, upload } from './video-asking.ts'

type Page = { data: Video[]; next_cursor: string | null }

async function page(service: ReturnType<typeof aService>, query: string): Promise<Page> {
  return (await askVideos(service, `/v1/videos?${query}`)).json as Page
}

test('the list is read from cursor to cursor, each video once, newest first', async () => {
  const service = aService({ players: 60 })
  const seen: Video[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const next: Page = await page(service, `per_page=7${cursor && `&cursor=${cursor}`}`)
    expect(next.data.length).toBeLessThanOrEqual(7)
    seen.push(...next.data)
    cursor = next.next_cursor
  }
  expect(seen).toHaveLength(60)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
  const created = seen.map(({ created_at }) => Date.parse(created_at ?? ''))
  expect(created).toEqual(created.toSorted((a, b) => b - a))
})

test('a page has 25 videos when per_page is left out', async () => {
  const { data, next_cursor } = await page(aService({ players: 30 }), '')
  expect(data).toHaveLength(25)
  expect(next_cursor).toEqual(expect.any(String))
})

test('the last page, even a full one, has no next cursor', async () => {
  expect((await page(aService({ players: 5 }), 'per_page=5')).next_cursor).toBeNull()
})

test.each(['per_page=0', 'per_page=101', 'per_page=x', 'cursor=garbage'])(
  'a list with %s is refused',
  async (query) => {
    const { status, json } = await askVideos(aService(), `/v1/videos?${query}`)
    expect(status).toBe(422)
    expect(json).toMatchObject({ code: 'unprocessable_content' })
  },
)

test('a video is a player of the analytics: same id, name, length and creation', async () => {
  const service = aService()
  for (const player of service.world.players(NOW / 1000)) {
    const { json } = await askVideos(service, `/v1/videos/${player.id}`)
    expect(json).toMatchObject({ id: player.id, name: player.name, duration: player.duration })
    expect(Date.parse((json as Video).created_at ?? '')).toBe(player.created * 1000)
  }
})

test('every response matches the contract', async () => {
  const service = aService({ players: 100 })
  const list = await page(service, 'per_page=100')
  const { data, ...rest } = videos.list.output.parse(list)
  expect({ ...rest, data: data?.map(({ video }) => video) }).toEqual(list)
  for (const one of list.data) expect(video.parse(one)).toEqual(one)
})

test('the same seed makes the same videos, and another makes others', async () => {
  const texts = [1, 1, 2].map(
    async (seed) => (await askVideos(aService({ seed }), '/v1/videos')).text,
  )
  const [first, again, other] = await Promise.all(texts)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a group that was never set up is switched off, or missing if the service is configured so', async () => {
  const { data } = await page(aService({ players: 24 }), '')
  const { data: parts } = await page(aService({ players: 24, unusedGroups: 'missing' }), '')
  for (const group of GROUPS) {
    const unused = data.filter((_, place) => !(group in (parts[place] ?? {})))
    expect(unused.length).toBeGreaterThan(0)
    expect(unused.length).toBeLessThan(12)
    for (const one of unused) expect(one[group]?.enabled).toBe(false)
  }
})

test('a call to action begins around the pitch and inside the video', async () => {
  const service = aService({ players: 24 })
  for (const player of service.world.players(NOW / 1000)) {
    const items = service.video.read(player.id).call_actions?.items ?? []
    for (const { window } of items) {
      expect(window?.start).toBeGreaterThanOrEqual(0)
      expect(window?.end).toBeLessThanOrEqual(player.duration)
      expect(window?.start).toBeLessThan(window?.end ?? 0)
    }
  }
})

test('labels contain markup, emoji, right-to-left marks and lone surrogates, all sent as JSON', async () => {
  const { text } = await askVideos(aService({ players: 24 }), '/v1/videos')
  for (const part of ['<img src=x onerror', '🔥', '\u202E', '\\ud83d here', '\\u0000']) {
    expect(text).toContain(part)
  }
})

test('every generated call to action and pixel may be sent back unchanged', async () => {
  const service = aService({ players: 24 })
  for (const { id, call_actions, pixels } of (await page(service, '')).data) {
    const groups = { ...(call_actions && { call_actions }), ...(pixels && { pixels }) }
    expect((await patch(service, id, groups)).status).toBe(200)
  }
})

test('every request needs a known token', async () => {
  const service = aService()
  for (const token of [null, 'nobody', service.analytics_key]) {
    const { status, type, json } = await askVideos(service, '/v1/videos', { token })
    expect({ status, type }).toEqual({ status: 401, type: 'application/problem+json' })
    expect(json).toMatchObject({ code: 'unauthorized' })
  }
})

test('a problem has four fields: a link, a code, a message and a UUID of the request', async () => {
  const { json } = await askVideos(aService(), '/v1/videos/nothing')
  expect(json).toEqual({
    type: expect.stringMatching(/^https:\/\/.*\/errors\/not_found$/),
    code: 'not_found',
    message: expect.any(String),
    request_id: expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/),
  })
})

test('the word Bearer is matched in any case', async () => {
  const service = aService()
  for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
    const headers = { authorization: `${scheme} ${service.video_token}` }
    expect((await ask(service, '/v1/videos', { headers })).status).toBe(200)
  }
  const headers = { authorization: `Basic ${service.video_token}` }
  expect((await ask(service, '/v1/videos', { headers })).status).toBe(401)
})

test('a token without videos:write reads and uploads, and may not change', async () => {
  const service = aService()
  const token = service.keys.videoReader
  const { id } = await aVideo(service, () => true)
  expect((await askVideos(service, `/v1/videos/${id}`, { token })).status).toBe(200)
  const asked = { method: 'PATCH', body: { playback: { enabled: false } }, token }
  const { status, json } = await askVideos(service, `/v1/videos/${id}`, asked)
  expect(status).toBe(403)
  expect(json).toMatchObject({ code: 'forbidden', message: expect.stringMatching('videos:write') })
  expect(service.video.applied).toEqual([])
})

test('an organization that is not enabled may send no request', async () => {
  const service = aService()
  const token = service.keys.videoNotEnabled
  const { status, json } = await askVideos(service, '/v1/videos', { token })
  expect(status).toBe(403)
  expect(json).toMatchObject({ code: 'org_not_enabled' })
})

test('the token can lose a scope, be revoked and be restored while the service runs', async () => {
  const service = aService()
  const code = async () => ((await askVideos(service, '/v1/videos')).json as { code?: string }).code
  service.video.allow({ scopes: ['videos:write'] })
  expect(await code()).toBe('forbidden')
  service.video.allow({ state: 'revoked' })
  expect(await code()).toBe('unauthorized')
  service.video.allow({ state: 'ok', scopes: ['videos:read'] })
  expect(await code()).toBeUndefined()
})

test('an upload needs videos:upload', async () => {
  const service = aService()
  service.video.allow({ scopes: ['videos:read', 'videos:write'] })
  expect(await upload(service, PNG)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
})

test('an unknown video, path or method is not_found', async () => {
  const service = aService()
  const { id } = await aVideo(service, () => true)
  const asked: [string, string][] = [
    ['GET', `/v1/videos/${'0'.repeat(24)}`],
    ['GET', `/v1/videos/${id.toUpperCase()}`],
    ['GET', '/v1/videos/%E0%A4%A'],
    ['GET', '/v1/ab_tests'],
    ['DELETE', `/v1/videos/${id}`],
  ]
  for (const [method, path] of asked) {
    const { status, json } = await askVideos(service, path, { method })
    expect([path, status, (json as { code: string }).code]).toEqual([path, 404, 'not_found'])
  }
})

test('a deleted video is not listed and not found', async () => {
  const clock = { now: NOW }
  const service = aService({ days: 10, now: () => clock.now })
  const { id } = await aVideo(service, () => true)
  clock.now += 31 * 86_400_000
  expect((await askVideos(service, `/v1/videos/${id}`)).status).toBe(404)
  expect((await page(service, 'per_page=100')).data.map((one) => one.id)).not.toContain(id)
})

test('the API needs neither the User-Agent nor the version of the other one', async () => {
  const service = aService()
  const headers = {
    authorization: `Bearer ${service.video_token}`,
    'user-agent': null,
    'x-api-version': null,
    'x-api-token': null,
  }
  expect((await ask(service, '/v1/videos', { headers })).status).toBe(200)
})

test('an upload returns an id, and the kind of the file depends on its bytes', async () => {
  const service = aService()
  const { status, json } = await upload(service, PNG)
  expect(status).toBe(201)
  expect(json.id).toMatch(/^[0-9a-f]{24}$/)
  await upload(service, new TextEncoder().encode('not a picture'))
  const made = service.video.files.filter(({ name }) => name === 'cover.png')
  expect(made.map(({ content_type }) => content_type)).toEqual([
    'image/png',
    'application/octet-stream',
  ])
})

test('JPEG, GIF and WebP are recognized by their first bytes', async () => {
  const service = aService()
  const starts = ['\xff\xd8\xff\xe0', 'GIF89a', 'RIFF\x10\x00\x00\x00WEBPVP8 ']
  for (const start of starts) await upload(service, Uint8Array.from(Buffer.from(start, 'latin1')))
  const made = service.video.files.filter(({ name }) => name === 'cover.png')
  expect(made.map(({ content_type }) => content_type)).toEqual([
    'image/jpeg',
    'image/gif',
    'image/webp',
  ])
})

test('an upload without a part named file, or with an empty one, is refused', async () => {
  const service = aService()
  expect(await upload(service, PNG, 'picture')).toMatchObject({ status: 422 })
  expect(await upload(service, new Uint8Array())).toMatchObject({ status: 422 })
  const asked = { method: 'POST', body: { file: 'text' } }
  expect((await askVideos(service, '/v1/files', asked)).status).toBe(422)
})
