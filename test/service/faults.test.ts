import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type FaultAction, readFaults } from '../../src/service/faults.ts'
import { makeService } from '../../src/service/service.ts'
import { testClock } from '../support/clock.ts'
import { ask } from './asking.ts'

const NOW = Date.parse('2026-07-15T10:20:30Z')
const faulty = (action: FaultAction, match = {}) =>
  makeService({ players: 3, now: () => NOW, faults: [{ match, action }] })
const list = (action: FaultAction) => ask(faulty(action), '/players/list')

test('a fault affects the nth matching request, for a given number of times', async () => {
  const service = faulty(
    { kind: 'status', status: 503 },
    { path: '/players/list', nth: 2, times: 2 },
  )
  const statuses: number[] = []
  for (let request = 0; request < 4; request++) {
    await ask(service, '/quota/usage')
    statuses.push((await ask(service, '/players/list')).status)
  }
  expect(statuses).toEqual([200, 503, 503, 200])
  expect(service.log.filter(({ status }) => status === 503)).toHaveLength(2)
})

test('a status before applying does not use the quota, and one after does', async () => {
  for (const [when, used] of [
    ['before', 1],
    ['after', 2],
  ] as const) {
    const service = faulty({ kind: 'status', status: 502, when }, { nth: 1 })
    expect((await ask(service, '/players/list')).status).toBe(502)
    const { json } = await ask(service, '/quota/usage')
    expect(json).toMatchObject({ quotas: [{ queries: { used } }, {}] })
  }
})

test('faults can be set while it runs', async () => {
  const service = makeService({ now: testClock.now })
  service.setFaults([{ match: {}, action: { kind: 'edge-html' } }])
  expect((await ask(service, '/quota/usage')).status).toBe(403)
  service.setFaults([])
  expect((await ask(service, '/quota/usage')).status).toBe(200)
})

test('a 429 has each of its documented forms', async () => {
  const details = await list({ kind: 'quota', form: 'details', resetsInMs: 2000 })
  expect(details.status).toBe(429)
  expect(details.json).toMatchObject({ details: { resets_at: '2026-07-15T10:20:32.000Z' } })
  expect(details.headers.get('date')).toBe('Wed, 15 Jul 2026 10:20:30 GMT')
  expect((await list({ kind: 'quota', form: 'none' })).json).not.toHaveProperty('details')
  const malformed = await list({ kind: 'quota', form: 'malformed' })
  expect(malformed.json).toMatchObject({ details: { resets_at: 'soon' } })
  const later = await list({ kind: 'quota', form: 'retry-after', resetsInMs: 3000 })
  expect(later.headers.get('retry-after')).toBe('3')
})

test('proxies, portals and redirects answer in place of the API', async () => {
  expect((await list({ kind: 'route-not-found' })).status).toBe(404)
  const portal = await list({ kind: 'captive-portal' })
  expect(portal).toMatchObject({ status: 200, type: 'text/html' })
  const elsewhere = await list({ kind: 'redirect', to: 'http://127.0.0.1:9/steal' })
  expect(elsewhere.status).toBe(307)
  expect(elsewhere.headers.get('location')).toBe('http://127.0.0.1:9/steal')
  for (const [form, code] of [
    ['516', 516],
    ['241', 241],
  ] as const) {
    expect((await list({ kind: 'unauthorized', form })).json).toMatchObject({ code })
  }
})

test.each(['truncated', 'invalid-json', 'empty', 'bom', 'nan', 'trailing'] as const)(
  'a %s body does not parse',
  async (form) => {
    const { status, headers, text } = await list({ kind: 'body', form })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/json')
    const raw = form === 'bom' ? `\uFEFF${text}` : text
    expect(() => JSON.parse(raw) as unknown).toThrow()
  },
)

async function bytes(action: FaultAction) {
  const service = faulty(action)
  const headers = {
    'x-api-token': service.analytics_key,
    'x-api-version': 'v1',
    'user-agent': 'Cuepoint tests',
  }
  const response = await service.answer(new Request('http://sandbox/players/list', { headers }))
  const encoding = response.headers.get('content-encoding')
  return { body: Buffer.from(await response.arrayBuffer()), encoding }
}

test('bodies with a byte order mark, invalid UTF-8, deep nesting and unsafe integers', async () => {
  const { body: mark } = await bytes({ kind: 'body', form: 'bom' })
  expect([...mark.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const { body: invalid } = await bytes({ kind: 'body', form: 'invalid-utf8' })
  expect(() => new TextDecoder('utf-8', { fatal: true }).decode(invalid)).toThrow()
  const { body: nested } = await bytes({ kind: 'body', form: 'nested' })
  expect(nested.length).toBe(200_000)
  const { body: unsafe } = await bytes({ kind: 'body', form: 'unsafe-integers' })
  expect(unsafe.toString()).toContain('"duration":9007199254740993')
})

test('wrong encodings, gzip bombs and nested encodings', async () => {
  const wrong = await bytes({ kind: 'encoding', form: 'wrong' })
  expect(wrong.encoding).toBe('gzip')
  expect(() => gunzipSync(wrong.body)).toThrow()
  const bomb = await bytes({ kind: 'encoding', form: 'gzip-bomb' })
  expect(bomb.body.length).toBeLessThan(300 * 1024)
  expect(gunzipSync(bomb.body).length).toBe(200 * 1024 * 1024)
  const nested = await bytes({ kind: 'encoding', form: 'nested' })
  expect(nested.encoding?.split(', ')).toHaveLength(10)
})

test('drift changes one field at a path', async () => {
  const first = async (change: 'delete' | 'null' | 'retype' | 'rename') =>
    ((await list({ kind: 'drift', change, path: '0.duration' })).json as object[])[0]
  expect(await first('delete')).not.toHaveProperty('duration')
  expect(await first('null')).toHaveProperty('duration', null)
  expect(await first('retype')).toHaveProperty('duration', expect.stringMatching(/^\d+$/))
  expect(await first('rename')).toHaveProperty('duration_v2')
})

test('an invalid fault file is refused with a sentence', () => {
  expect(() => readFaults({})).toThrow('must be a list')
  expect(() => readFaults([{ action: {} }])).toThrow('Fault 1')
  expect(() => readFaults([{ match: {}, action: { kind: 'constructor' } }])).toThrow('no action')
  expect(() => readFaults([{ match: {}, action: { kind: 'cut' } }])).toThrow('needs at')
  expect(() => readFaults([{ match: {}, action: { kind: 'cut', at: 'x' } }])).toThrow('one of')
  expect(() => readFaults([{ match: { nth: 'x' }, action: { kind: 'never' } }])).toThrow('nth')
})
