import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { FaultAction } from '../../../src/service/faults.ts'
import { type Listening, listen } from '../../../src/service/server.ts'
import { makeService } from '../../../src/service/service.ts'
import { testClock } from '../../support/clock.ts'

const service = makeService({ now: testClock.now, players: 3, analyticsKey: 'a-key' })
const listening: Listening = await listen(service, { port: 0 })
afterAll(() => listening.close())

const headers = { 'x-api-token': 'a-key', 'x-api-version': 'v1', 'user-agent': 'Cuepoint tests' }
const get = () => fetch(`${listening.base_url}/players/list`, { headers })

/** What comes over the bare socket until it ends, or until a while has passed. */
function raw(action: FaultAction, forMs = 2000): Promise<{ text: string; hasEnded: boolean }> {
  service.setFaults([{ match: {}, action }])
  return sent('GET /players/list HTTP/1.1', forMs)
}

function sent(line: string, forMs = 2000): Promise<{ text: string; hasEnded: boolean }> {
  const port = Number(new URL(listening.base_url).port)
  return new Promise((resolve) => {
    let text = ''
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${line}\r\nhost: x\r\n${lines.join('')}\r\n`)
    })
    const finish = (hasEnded: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, hasEnded })
    }
    const timer = setTimeout(() => finish(false), forMs)
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => finish(true))
    socket.on('close', () => finish(true))
  })
}

test('the server answers on loopback, at both addresses', async () => {
  service.setFaults([])
  expect(listening.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(listening.api_base_url).toBe(listening.base_url)
  const response = await get()
  expect(response.status).toBe(200)
  expect(response.headers.get('date')).toBeTruthy()
  expect(await response.json()).toHaveLength(3)
})

test('a POST body and a query arrive', async () => {
  service.setFaults([])
  const response = await fetch(`${listening.base_url}/sessions/stats?x=1`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"player_id":"é"}',
  })
  expect(response.status).toBe(400)
  expect(service.log.at(-1)).toMatchObject({ query: '?x=1', body: '{"player_id":"é"}' })
})

test('a request that is too long is refused', async () => {
  service.setFaults([])
  const response = await fetch(`${listening.base_url}/sessions/stats`, {
    method: 'POST',
    headers,
    body: 'x'.repeat(2 * 1024 * 1024),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toEqual({ error: 'body must not be longer than 1048576 bytes' })
  expect((await get()).status).toBe(200)
})

test('a request to the Video service that is too long is refused with a problem', async () => {
  service.setFaults([])
  const response = await fetch(`${listening.api_base_url}/v1/files`, {
    method: 'POST',
    body: 'x'.repeat(33 * 1024 * 1024),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    413,
    'application/problem+json',
  ])
  expect(await response.json()).toMatchObject({
    code: 'unprocessable_content',
    message: 'The body must not be longer than 33554432 bytes',
  })
})

test('a body nested too deeply is refused, without a cut connection', async () => {
  service.setFaults([])
  const deep = `{"player_id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const json = { ...headers, 'content-type': 'application/json' }
  const asked = { method: 'POST', headers: json, body: deep }
  const analytics = await fetch(`${listening.base_url}/sessions/stats`, asked)
  expect([analytics.status, await analytics.json()]).toEqual([
    400,
    { error: 'body must not be nested deeper than 64 levels' },
  ])
  const [player] = service.world.players(testClock.now() / 1000)
  const authorization = `Bearer ${service.video_token}`
  const videos = await fetch(`${listening.api_base_url}/v1/videos/${player?.id}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: `{"call_actions":{"items":[{"design":{"styles":${deep}}}]}}`,
  })
  expect([videos.status, await videos.json()]).toMatchObject([
    422,
    { message: 'The body must not be nested deeper than 64 levels' },
  ])
})

test('a request that crashes its handler is answered with a 500, without a cut connection', async () => {
  service.setFaults([])
  const { text } = await sent('TRACE /players/list HTTP/1.1')
  expect(text).toMatch(/^HTTP\/1\.1 500 [\s\S]*"error":/)
})

test('cut before the headers: nothing arrives', async () => {
  expect(await raw({ kind: 'cut', at: 'before-headers' })).toEqual({ text: '', hasEnded: true })
})

test('cut after the headers: no body comes', async () => {
  const { text, hasEnded } = await raw({ kind: 'cut', at: 'after-headers' })
  expect(hasEnded).toBe(true)
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*content-length: \d+\r\n\r\n$/)
})

test('cut in the body: fewer bytes arrive than the declared length', async () => {
  const { text, hasEnded } = await raw({ kind: 'cut', at: 'mid-body' })
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(hasEnded).toBe(true)
  expect(body.length).toBeGreaterThan(0)
  expect(body.length).toBeLessThan(Number(/content-length: (\d+)/.exec(head)?.[1]))
})

test('cut by closing: a 200 that looks complete and is not', async () => {
  service.setFaults([{ match: {}, action: { kind: 'cut', at: 'close' } }])
  const response = await get()
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text.length).toBeGreaterThan(0)
  expect(() => JSON.parse(text) as unknown).toThrow()
})

test('slow headers and a dripping body come byte by byte', async () => {
  const head = await raw({ kind: 'slow-headers', everyMs: 20 }, 300)
  expect(head.hasEnded).toBe(false)
  expect('HTTP/1.1 200 OK'.startsWith(head.text.slice(0, 15))).toBe(true)
  expect(head.text.length).toBeLessThan(20)
  const body = await raw({ kind: 'drip', everyMs: 20, bytes: 2 }, 300)
  expect(body.hasEnded).toBe(false)
  expect(body.text.split('\r\n\r\n')[1]?.length).toBeLessThan(40)
})

test('never: the request is taken and stays unanswered', async () => {
  expect(await raw({ kind: 'never' }, 200)).toEqual({ text: '', hasEnded: false })
})
