import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRequest } from '../../../src/main/http/request.ts'
import { opened } from '../../../src/main/threads/large-json.ts'
import { type AnalyticsName, analytics } from '../../../src/shared/api/analytics.ts'
import { type Failure, failureOf } from '../../../src/shared/failure.ts'
import type { Endpoint } from '../../../src/shared/operation.ts'
import { testClock } from '../../support/clock.ts'
import { answerWorker } from '../../support/threads.ts'
import { answers, type Behaviour, rawAnswer, rawServer } from '../../support/wire.ts'

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

const request = makeRequest({ clock: testClock, answerWorker })
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

function send({ name, input }: { name: AnalyticsName; input: unknown }) {
  const endpoint: Endpoint = analytics[name]
  return request.send(endpoint, input, {
    base_url: server.base_url,
    headers: {},
    // None of the answers here waits for it.
    deadlineMs: 60_000,
  })
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
  ['418', answers({ status: 418 }), short('declined')],
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
  ['no prototype', text('{"quotas":[],"__proto__":null}'), short('malformed', 'shape')],
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

/** The size is limited before anything of the family is known. */
const BOMBS: typeof FAULTS = [
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
]

test('a response that takes long to decode is complete although its connection was closed early', async () => {
  const spaces = Buffer.alloc(1 << 20, 32)
  const member = gzipSync(spaces, { level: 1 })
  const bytes = Buffer.concat([gzipSync('['), ...Array<Buffer>(60).fill(member), gzipSync(']')])
  const headers = { 'content-encoding': 'gzip' }
  server.become((socket) => {
    socket.write(rawAnswer({ body: bytes, headers }))
    // As a service does when no other request comes.
    setTimeout(() => socket.end(), 100)
  })
  const options = { base_url: server.base_url, headers: {}, deadlineMs: 60_000 }
  const { value } = await request.send(analytics.players, {}, options)
  expect(opened(value)).toEqual([])
})

test('there are at least 40 faults', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(40)
})

describe.each(FAMILIES)('of $name', (family) => {
  test.each(family === FAMILIES[0] ? [...FAULTS, ...BOMBS] : FAULTS)(
    '%s',
    async (_name, behaviour, expected) => {
      server.become(behaviour)
      expect(await send(family).then(() => null, failureOf)).toMatchObject(expected)
    },
  )

  test.each([
    ['plain', text(JSON.stringify(family.good))],
    ['gzip', text(gzipSync(JSON.stringify(family.good)), { 'content-encoding': 'gzip' })],
    ['deflate', text(deflateSync(JSON.stringify(family.good)), { 'content-encoding': 'deflate' })],
    ['br', text(brotliCompressSync(JSON.stringify(family.good)), { 'content-encoding': 'br' })],
    ['ended by closing', answers({ body: JSON.stringify(family.good), length: null })],
  ])('a valid response, %s', async (_name, behaviour) => {
    server.become(behaviour)
    expect((await send(family)).value).toEqual(family.good)
  })
})
