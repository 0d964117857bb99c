import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeActivity } from '../../../src/main/http/activity.ts'
import { makeRequest } from '../../../src/main/http/request.ts'
import { makeServices } from '../../../src/main/http/services.ts'
import { makeKeychain } from '../../../src/main/keychain/keychain.ts'
import { failureOf } from '../../../src/shared/failure.ts'
import { testClock } from '../../support/clock.ts'
import { memoryKeytar, newKeyNotes } from '../../support/keychain.ts'
import { closedLater } from '../../support/opened.ts'
import { answerWorker } from '../../support/threads.ts'

const account_id = 'abcdefghijkl'
const TOKEN = 'a-token-of-videos'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

type Answer = (seen: Seen) => { status?: number; body: unknown }

/** A service that answers as it is told to, for the shapes that the document does not show. */
async function aService(answer: Answer) {
  const seen: Seen[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(parts).toString('latin1') }
      seen.push(one)
      const { status = 200, body } = answer(one)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closedLater(() => new Promise((done) => server.close(done)))
  const api_base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  return { seen, api_base_url }
}

async function aDesk(answer: Answer) {
  const { seen, api_base_url } = await aService(answer)
  const clock = testClock
  const memory = memoryKeytar()
  const keychain = makeKeychain({
    ...{ keytar: async () => memory.keytar, clock, serviceName: 'test' },
    notes: newKeyNotes(),
  })
  await keychain.set({ account_id, use: 'video', address: api_base_url }, TOKEN)
  const request = makeRequest({ clock, answerWorker })
  closedLater(request.close)
  const deadlines: number[] = []
  const send: typeof request.send = (endpoint, input, options) => {
    deadlines.push(options.deadlineMs)
    return request.send(endpoint, input, options)
  }
  const { videos, connection } = makeServices({
    send,
    keychain,
    clock,
    random: () => 0.5,
    activity: makeActivity({ clock }),
    locate: async () => ({ base_url: 'https://analytics.example.com', api_base_url }),
    version: '1.2.3',
  })
  const state = () => keychain.state({ account_id, use: 'video', address: api_base_url })
  return { videos, connection, seen, deadlines, state }
}

const failureFrom = (promise: Promise<unknown>) => promise.then(() => null, failureOf)
const ids = (videos: { id: string }[]) => videos.map(({ id }) => id)

test('every page of the list is read, once per video, with the token as the document says', async () => {
  const { videos, seen } = await aDesk(({ url }) => ({
    body: url.includes('cursor=b%2F')
      ? { data: [{ id: 'two' }, { id: 'three' }], next_cursor: null }
      : { data: [{ id: 'one' }, { id: 'two' }], next_cursor: 'b/?&' },
  }))
  expect(ids((await videos.list(account_id)).value)).toEqual(['one', 'two', 'three'])
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/videos?per_page=100',
    'GET /api/v1/videos?cursor=b%2F%3F%26&per_page=100',
  ])
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'user-agent': 'Cuepoint/1.2.3',
  })
})

test.each([
  [{ data: [{ id: 'v' }], meta: { next_cursor: 'next' } }],
  [{ videos: [{ id: 'v' }], pagination: { next_cursor: 'next' } }],
  [{ items: [{ id: 'v' }], cursor: 'next' }],
])('a list and its cursor are found in %j', async (first) => {
  const { videos } = await aDesk(({ url }) => ({
    body: url.includes('cursor=next') ? { data: [{ id: 'w' }] } : first,
  }))
  expect(ids((await videos.list(account_id)).value)).toEqual(['v', 'w'])
})

test('the last page may repeat its own cursor beside the next one, which is null', async () => {
  const { videos, seen } = await aDesk(({ url }) => ({
    body: url.includes('cursor=next')
      ? { data: [{ id: 'w' }], next_cursor: null, cursor: 'next' }
      : { data: [{ id: 'v' }], next_cursor: 'next' },
  }))
  expect(ids((await videos.list(account_id)).value)).toEqual(['v', 'w'])
  expect(seen).toHaveLength(2)
})

test('an answer without a list is not an empty list', async () => {
  const { videos } = await aDesk(() => ({ body: { total: 0 } }))
  expect(await failureFrom(videos.list(account_id))).toMatchObject({ kind: 'malformed' })
})

test('pages that never end are refused', async () => {
  let page = 0
  const { videos } = await aDesk(() => ({
    body: { data: [{ id: `v${++page}` }], next_cursor: String(page) },
  }))
  expect(await failureFrom(videos.list(account_id))).toMatchObject({ reason: 'too-large' })
  expect(page).toBe(100)
})

test.each([[{ id: 'v', extra: 1 }], [{ data: { id: 'v', extra: 1 } }]])(
  'a video is read from %j, its unknown keys kept',
  async (body) => {
    const { videos, seen } = await aDesk(() => ({ body }))
    expect((await videos.read(account_id, 'v')).value).toEqual({ id: 'v', extra: 1 })
    expect(seen[0]?.url).toBe('/api/v1/videos/v')
  },
)

test('an answer about another video is rejected', async () => {
  const { videos } = await aDesk(() => ({ body: { id: 'other' } }))
  expect(await failureFrom(videos.read(account_id, 'v'))).toMatchObject({ kind: 'malformed' })
})

test('a PATCH contains its groups only, and its response is not read', async () => {
  const { videos, seen } = await aDesk(() => ({ body: 'whatever' }))
  await videos.patch(account_id, 'v', { playback: { smart_pause: true } })
  expect(seen).toMatchObject([
    { method: 'PATCH', url: '/api/v1/videos/v', body: '{"playback":{"smart_pause":true}}' },
  ])
  expect(seen[0]?.headers['content-type']).toBe('application/json')
})

test('a picture goes out as one part named file, and its id comes back', async () => {
  const { videos, seen } = await aDesk(() => ({ status: 201, body: { data: { id: 'f1' } } }))
  const bytes = new TextEncoder().encode('PNG…')
  const file = { name: 'a "b".png', type: 'image/png', bytes }
  expect(await videos.upload(account_id, file)).toEqual({ id: 'f1' })
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]?.body).toMatch(/name="file"; filename="a %22b%22\.png"/)
  expect(seen[0]?.body.match(/Content-Disposition/g)).toHaveLength(1)
})

test('a picture has as long as a connection of 128 kbit/s needs to send it, and a minute besides', async () => {
  const { videos, deadlines } = await aDesk(() => ({ body: { id: 'f1' } }))
  const file = { name: 'a.png', type: 'image/png' }
  await videos.upload(account_id, { ...file, bytes: new Uint8Array(16) })
  await videos.upload(account_id, { ...file, bytes: new Uint8Array(10_000_000) })
  await videos.patch(account_id, 'v', {})
  expect(deadlines).toEqual([60_001, 685_000, 60_000])
})

test('a refused token is reported, and not sent again', async () => {
  const problem = { code: 'unauthorized', message: 'No', request_id: 'r' }
  const { videos, seen, state } = await aDesk(() => ({ status: 401, body: problem }))
  expect(await failureFrom(videos.read(account_id, 'v'))).toMatchObject({ kind: 'unauthorized' })
  expect(state()).toBe('rejected')
  expect(await failureFrom(videos.read(account_id, 'v'))).toEqual({
    kind: 'key',
    state: 'rejected',
    service: 'video',
  })
  expect(seen).toHaveLength(1)
})

test('a 422 comes with the service’s words and its request id', async () => {
  const problem = { code: 'unprocessable_content', message: 'scale is 2', request_id: 'r-1' }
  const { videos } = await aDesk(() => ({ status: 422, body: problem }))
  expect(await failureFrom(videos.patch(account_id, 'v', {}))).toEqual({
    kind: 'invalid',
    fields: [],
    text: 'scale is 2',
    request_id: 'r-1',
    service: 'video',
  })
})

test.each(['patch', 'upload'] as const)(
  'a firewall’s answer to a change (%s) does not count as a lost service, but to a read it does',
  async (name) => {
    const { videos, connection } = await aDesk(() => ({
      status: 403,
      body: { message: 'Blocked' },
    }))
    const file = { name: 'a.png', type: 'image/png', bytes: new Uint8Array(1) }
    const change =
      name === 'patch' ? videos.patch(account_id, 'v', {}) : videos.upload(account_id, file)
    const failure = { kind: 'edge', status: 403, text: 'Blocked', service: 'video' }
    expect(await failureFrom(change)).toEqual(failure)
    expect(connection().lost).toEqual([])
    expect(await failureFrom(videos.read(account_id, 'v'))).toEqual(failure)
    expect(connection().lost).toMatchObject([{ api: 'video' }])
  },
)

test('one video that cannot be read keeps no other from being read', async () => {
  const { videos } = await aDesk(() => ({
    body: { data: [{ id: 'a' }, { id: 'b', created_at: 1_700_000_000 }, { id: 'c' }] },
  }))
  const { value, unread } = await videos.list(account_id)
  expect(ids(value)).toEqual(['a', 'c'])
  expect(unread).toEqual([{ id: 'b', fault: 'created_at' }])
})

const INEXACT = 2 ** 60

test.each(['data', 'videos', 'items'])(
  'a number of a setting that cannot be held exactly makes only its own video unread, in %s',
  async (list) => {
    const typography = { size: INEXACT }
    const call_actions = { items: [{ id: 'c', design: { typography } }] }
    const { videos } = await aDesk(() => ({
      body: { [list]: [{ id: 'a' }, { id: 'b', call_actions }, { id: 'c', duration: INEXACT }] },
    }))
    const { value, unread } = await videos.list(account_id)
    expect(value).toEqual([{ id: 'a' }])
    expect(unread).toEqual([
      { id: 'b', fault: 'call_actions.items.0.design.typography.size' },
      { id: 'c', fault: 'duration' },
    ])
  },
)

test('a field that no document names is left out when its number cannot be held exactly', async () => {
  const received = { id: 'v', name: 'VSL', of_service: { id: INEXACT }, order: 3 }
  for (const one of [received, { data: received }]) {
    const { videos } = await aDesk(({ url }) => ({
      body: url.includes('per_page') ? { data: [received] } : one,
    }))
    const video = { id: 'v', name: 'VSL', order: 3 }
    expect(await videos.list(account_id)).toMatchObject({ value: [video], unread: [] })
    const { value } = await videos.read(account_id, 'v')
    expect(value).toEqual(video)
  }
})

test.each([
  ['a video', { data: { id: 'v', duration: INEXACT } }, 'data.duration'],
  ['a video that is not in a field', { id: 'v', pixels: { size: INEXACT } }, 'pixels.size'],
])(
  '%s whose number cannot be held exactly is not read by itself either',
  async (...[, body, at]) => {
    const { videos } = await aDesk(() => ({ body }))
    const where = `${at}: an integer that cannot be held exactly`
    expect(await failureFrom(videos.read(account_id, 'v'))).toMatchObject({
      reason: 'shape',
      where,
    })
  },
)

test('a page whose own number cannot be held exactly is refused as a whole', async () => {
  const { videos } = await aDesk(() => ({ body: { data: [{ id: 'v' }], total: INEXACT } }))
  const where = 'total: an integer that cannot be held exactly'
  expect(await failureFrom(videos.list(account_id))).toMatchObject({ reason: 'shape', where })
})
