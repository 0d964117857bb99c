import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeRequest, type SendOptions } from '../../../src/main/api/request.ts'
import { type AnalyticsName, analytics } from '../../../src/shared/api/analytics.ts'
import { type Failure, failureOf } from '../../../src/shared/failure.ts'
import type { Endpoint } from '../../../src/shared/operation.ts'
import { answers, type Behaviour, rawAnswer, rawServer } from '../../support/wire.ts'

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined
const player_id = 'a'.repeat(24)
const day = { start_date: '2026-07-01 00:00:00', end_date: '2026-07-01 23:59:59' }

/** A row of each family: a lookup, a list, a report, and a report of points. */
const FAMILIES: { name: AnalyticsName; input: unknown; good: unknown }[] = [
  { name: 'quotaUsage', input: {}, good: { quotas: [] } },
  { name: 'players', input: {}, good: [] },
  { name: 'statsByDay', input: { player_id, ...day }, good: [] },
  {
    name: 'userEngagement',
    input: { player_id, ...day },
    good: { grouped_timed: [], average_watched_time: 1.5, engagement_rate: 2 },
  },
]

const request = makeRequest({ clock: { now: () => Date.now() } })
const uncaught: unknown[] = []
const note = (error: unknown) => uncaught.push(error)
let server: Awaited<ReturnType<typeof rawServer>>

beforeAll(async () => {
  server = await rawServer(() => undefined)
  process.on('uncaughtException', note).on('unhandledRejection', note)
})
afterAll(async () => {
  await request.close()
  await server.close()
  process.off('uncaughtException', note).off('unhandledRejection', note)
  expect(uncaught).toEqual([])
})

function send(name: AnalyticsName, input: unknown, options: Partial<SendOptions> = {}) {
  const endpoint: Endpoint = analytics[name]
  const all = { base_url: server.base_url, headers: {}, deadlineMs: 2_000, ...options }
  return request.send(endpoint, input, all)
}

async function failureWith(
  behaviour: Behaviour,
  { name, input }: { name: AnalyticsName; input: unknown },
  options: Partial<SendOptions> = {},
): Promise<Failure | null> {
  server.become(behaviour)
  return send(name, input, options).then(() => null, failureOf)
}

const short = (kind: Failure['kind'], reason?: string) => ({ kind, ...(reason ? { reason } : {}) })
const json = (body: unknown, status = 200) => answers({ status, body: JSON.stringify(body) })
const text = (body: string | Uint8Array, headers = {}) => answers({ body, headers })
const cut =
  (bytes: Buffer, part: number): Behaviour =>
  (socket) =>
    socket.end(bytes.subarray(0, Math.floor(bytes.length * part)))
const whole = rawAnswer({ body: `[${'{"a":1},'.repeat(200)}{}]` })
const details = {
  limit_kind: 'queries',
  used: 60,
  limit: 60,
  remaining: 0,
  interval_seconds: 60,
  resets_at: '2026-07-01T12:01:00Z',
}
const page = '<!doctype html><html><head><title>Sign in</title></head></html>'
const html = (status: number) =>
  answers({ status, body: page, headers: { 'content-type': 'text/html' } })
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const FAULTS: [string, Behaviour, ReturnType<typeof short>][] = [
  [
    '401 missing token',
    json({ error: 'missing token' }, 401),
    short('unauthorized', 'missing-token'),
  ],
  [
    '401 invalid credentials',
    json({ error: 'invalid credentials' }, 401),
    short('unauthorized', 'invalid-credentials'),
  ],
  ['401 code 516', json({ error: 'no access', code: 516 }, 401), short('not-in-plan')],
  ['401 code 241', json({ error: 'not in plan', code: 241 }, 401), short('not-in-plan')],
  ['400 text', json({ error: 'start_date is missing' }, 400), short('invalid')],
  [
    '400 list',
    json({ error: ['Player could not be found for the current request'] }, 400),
    short('invalid'),
  ],
  ['400 plain text', answers({ status: 400, body: 'field is unknown' }), short('invalid')],
  ['403 of the edge', html(403), short('edge')],
  ['404 of the edge', json({ error_msg: '404 Route Not Found' }, 404), short('edge')],
  ['404', json({ error: 'no such group' }, 404), short('not-found')],
  ['407 of a proxy', html(407), short('edge')],
  ['422', json({ error: 'no valid item' }, 422), short('invalid')],
  ['429 with details', json({ error: 'exceeded', code: 201, details }, 429), short('quota')],
  ['429 without details', json({ error: 'exceeded' }, 429), short('quota')],
  ['429 of a proxy', html(429), short('quota')],
  ['500', json({}, 500), short('unavailable')],
  ['502 page', html(502), short('unavailable')],
  ['503 empty', answers({ status: 503 }), short('unavailable')],
  ['504', json({ error: 'late' }, 504), short('unavailable')],
  ['captive portal', html(200), short('edge')],
  ['418', answers({ status: 418 }), short('unexpected')],
  [
    'problem+json not found',
    json({ code: 'not_found', message: 'x', request_id: 'r' }, 400),
    short('not-found'),
  ],
  [
    'redirect 301',
    answers({ status: 301, headers: { location: 'https://example.com/' } }),
    short('malformed', 'redirect'),
  ],
  [
    'redirect 307',
    answers({ status: 307, headers: { location: '/players/list' } }),
    short('malformed', 'redirect'),
  ],
  ['304', answers({ status: 304 }), short('malformed', 'redirect')],
  ['empty 200', text(''), short('malformed', 'truncated')],
  ['half an answer with its length', cut(whole, 0.5), short('malformed', 'truncated')],
  [
    'half an answer without length',
    answers({ body: '[{"a":1},{"a"', length: null }),
    short('malformed', 'truncated'),
  ],
  ['a string that never ends', text('["abc'), short('malformed', 'truncated')],
  [
    'half a chunked answer',
    (s) => s.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n[{"a"\r\n'),
    short('malformed', 'truncated'),
  ],
  [
    'half a gzip',
    answers({ body: gzipSync(whole).subarray(0, 30), headers: { 'content-encoding': 'gzip' } }),
    short('malformed', 'truncated'),
  ],
  ['not JSON', text('nonsense'), short('malformed', 'not-json')],
  ['NaN', text('{"quotas":NaN}'), short('malformed', 'not-json')],
  ['something after the end', text('[] []'), short('malformed', 'not-json')],
  ['byte order mark', text('\ufeff[]'), short('malformed', 'not-json')],
  ['not UTF-8', text(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d)), short('malformed', 'encoding')],
  ['gzip that is none', text('[]', { 'content-encoding': 'gzip' }), short('malformed', 'encoding')],
  [
    'br that is none',
    text('[[[[[[[[[]', { 'content-encoding': 'br' }),
    short('malformed', 'encoding'),
  ],
  ['unknown coding', text('[]', { 'content-encoding': 'zstd' }), short('malformed', 'encoding')],
  [
    'coding in coding',
    text(gzipSync(gzipSync('[]')), { 'content-encoding': 'gzip, gzip' }),
    short('malformed', 'encoding'),
  ],
  [
    'gzip bomb',
    text(gzipSync(Buffer.alloc(80 << 20, 32)), { 'content-encoding': 'gzip' }),
    short('malformed', 'too-large'),
  ],
  [
    'brotli bomb',
    text(brotliCompressSync(Buffer.alloc(80 << 20, 32)), { 'content-encoding': 'br' }),
    short('malformed', 'too-large'),
  ],
  [
    'headers without end',
    (s) => s.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`),
    short('malformed', 'too-large'),
  ],
  ['another shape', text('{"quotas":{},"grouped_timed":7}'), short('malformed', 'shape')],
  ['null', text('null'), short('malformed', 'shape')],
  ['a key twice', text('{"quotas":[],"quotas":[]}'), short('malformed', 'shape')],
  ['too deep', text(deep), short('malformed', 'shape')],
  [
    'an integer too large',
    text('{"quotas":[],"extra":9007199254740993}'),
    short('malformed', 'shape'),
  ],
  ['a prototype', text('{"quotas":[],"__proto__":{"isAdmin":true}}'), short('malformed', 'shape')],
  ['not HTTP', (s) => s.end('220 mail.example.com ESMTP\r\n'), short('malformed', 'not-json')],
  ['closed before an answer', (s) => s.end(), short('offline', 'interrupted')],
  ['reset before an answer', (s) => s.resetAndDestroy(), short('offline', 'interrupted')],
  ['cut in the headers', cut(whole, 0.005), short('offline', 'interrupted')],
  [
    'cut inside a header',
    (s) => s.end('HTTP/1.1 200 OK\r\ncontent-ty'),
    short('offline', 'interrupted'),
  ],
]

test('the list of faults is long enough', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(40)
})

describe.each(FAMILIES)('of $name', (family) => {
  test.each(FAULTS)('%s', async (_name, behaviour, expected) => {
    expect(await failureWith(behaviour, family)).toMatchObject(expected)
  })

  test.each([
    ['plain', text(JSON.stringify(family.good))],
    ['gzip', text(gzipSync(JSON.stringify(family.good)), { 'content-encoding': 'gzip' })],
    ['deflate', text(deflateSync(JSON.stringify(family.good)), { 'content-encoding': 'deflate' })],
    ['br', text(brotliCompressSync(JSON.stringify(family.good)), { 'content-encoding': 'br' })],
    ['ended by closing', answers({ body: JSON.stringify(family.good), length: null })],
  ])('a good answer, %s', async (_name, behaviour) => {
    server.become(behaviour)
    expect((await send(family.name, family.input)).value).toEqual(family.good)
  })
})

const players = { name: 'players', input: {} } as const

describe('time', () => {
  const drip: Behaviour = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n[')
    const timer = setInterval(() => socket.write(' '), 20)
    socket.on('close', () => clearInterval(timer))
  }
  const slowHeaders: Behaviour = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x: y\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  }

  test.each([
    ['never answers', () => undefined],
    ['drips its body', drip],
    ['drips its headers', slowHeaders],
  ] as [string, Behaviour][])(
    'one deadline over all: a server that %s',
    async (_name, behaviour) => {
      const startedAt = performance.now()
      const failure = await failureWith(behaviour, players, { deadlineMs: 300 })
      expect(failure).toMatchObject({ kind: 'offline', reason: 'timeout' })
      expect(performance.now() - startedAt).toBeLessThan(1_000)
    },
  )

  test.each([
    ['never answers', () => undefined],
    ['drips its body', drip],
  ] as [string, Behaviour][])(
    'cancelling takes no longer than 200 ms: a server that %s',
    async (_name, behaviour) => {
      const stop = new AbortController()
      const asked = failureWith(behaviour, players, { signal: stop.signal })
      await new Promise((next) => setTimeout(next, 100))
      const startedAt = performance.now()
      stop.abort()
      expect(await asked).toEqual({ kind: 'cancelled' })
      expect(performance.now() - startedAt).toBeLessThan(200)
    },
  )

  test('the service clock is its Date header, or unknown', async () => {
    server.become(text('[]', { date: 'Wed, 01 Jul 2026 12:00:00 GMT' }))
    expect((await send('players', {})).serverNow).toBe(Date.UTC(2026, 6, 1, 12))
    server.become(text('[]', { date: 'yesterday' }))
    expect((await send('players', {})).serverNow).toBeNull()
  })
})

describe('where a request goes', () => {
  test('a redirect is not followed, and the key goes nowhere else', async () => {
    const other = await rawServer(answers({ body: '[]' }))
    const redirect = answers({
      status: 307,
      headers: { location: `${other.base_url}/players/list` },
    })
    const headers = { 'X-Api-Token': 'canary' }
    expect(await failureWith(redirect, players, { headers })).toMatchObject({ reason: 'redirect' })
    expect(other.requests).toEqual([])
    await other.close()
  })

  test.each([
    'http://example.com',
    'ftp://127.0.0.1',
    'nonsense',
    'https://user:pass@example.com',
    'http://127.0.0.1.example.com',
  ])('an unsafe address is refused before anything is sent: %s', async (base_url) => {
    expect(await send('players', {}, { base_url }).then(() => null, failureOf)).toMatchObject({
      kind: 'refused',
    })
  })

  test('the base address may have a path, input becomes query or body, and nothing else does', async () => {
    server.become(text('[]'))
    const input = { name: 'Ação & co', timezone: undefined, account_id: 'no' }
    await send('players', input, { base_url: `${server.base_url}/v1/` })
    expect(server.requests.at(-1)?.split('\r\n')[0]).toBe(
      'GET /v1/players/list?name=A%C3%A7%C3%A3o+%26+co HTTP/1.1',
    )
    await send('statsByDay', { player_id, ...day, account_id: 'no' })
    expect(server.requests.at(-1)?.split('\r\n\r\n')[1]).toBe(JSON.stringify({ player_id, ...day }))
  })

  test('an input that the row does not allow is refused before anything is sent', async () => {
    const sent = server.requests.length
    const failure = await send('stats', { player_id: 'x', ...day }).then(() => null, failureOf)
    expect(failure).toMatchObject({ kind: 'invalid', fields: [{ path: 'player_id' }] })
    expect(server.requests.length).toBe(sent)
  })

  test('a host that refuses or does not exist is unreachable', async () => {
    const gone = await rawServer(() => undefined)
    await gone.close()
    const refused = send('players', {}, { base_url: gone.base_url })
    expect(await refused.catch(failureOf)).toMatchObject({ kind: 'offline', reason: 'unreachable' })
    const unknown = send('players', {}, { base_url: 'https://nowhere.invalid' })
    expect(await unknown.catch(failureOf)).toMatchObject({ kind: 'offline', reason: 'unreachable' })
  })

  test.skipIf(!hasOpenssl)(
    'a certificate nobody vouches for is refused, whatever the environment says',
    async () => {
      const server = createServer(selfSigned(), (_request, response) => response.end('[]'))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      const asked = send('players', {}, { base_url: `https://127.0.0.1:${port}` })
      expect(await asked.catch(failureOf)).toMatchObject({ kind: 'offline', reason: 'tls' })
      vi.unstubAllEnvs()
      server.close()
    },
  )
})

/** A key and a certificate that only it vouches for. */
function selfSigned() {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = [
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '1',
  ]
  spawnSync('openssl', ['req', ...made, ...subject])
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return pair
}
