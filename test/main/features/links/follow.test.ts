import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FollowParts, makeFollow } from '../../../../src/main/features/links/follow.ts'
import { makeRequest } from '../../../../src/main/http/request.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { isBroken, linkState } from '../../../../src/shared/features/links/link.ts'
import { hasOpenssl, selfSigned } from '../../../support/certificates.ts'
import { testClock } from '../../../support/clock.ts'
import { startProxy } from '../../../support/proxy.ts'
import { answerWorker } from '../../../support/threads.ts'

type Page = (request: IncomingMessage, response: ServerResponse) => void

const pages = new Map<string, Page>()
const asked: IncomingMessage[] = []
const server = createServer((request, response) => {
  asked.push(request)
  const page = pages.get(request.url ?? '')
  if (page) return page(request, response)
  response.writeHead(404).end('no such page')
})
const http = makeRequest({ clock: testClock, answerWorker })

beforeAll(() => new Promise<void>((done) => server.listen(0, () => done())))
afterAll(async () => {
  await http.close()
  server.closeAllConnections()
  await new Promise<void>((done) => server.close(() => done()))
})
afterEach(() => {
  pages.clear()
  asked.splice(0)
})

const port = () => (server.address() as AddressInfo).port
/** Only these names are known: what is connected to is what was resolved here. */
const HOSTS: Record<string, string[]> = {
  'shop.test': ['127.0.0.1'],
  'other.test': ['127.0.0.1'],
  'inside.test': ['127.0.0.9'],
  'both.test': ['127.0.0.1', '127.0.0.9'],
}
const at = (path: string, host = 'shop.test') => `http://${host}:${port()}${path}`

/** Waits take no time, but count. */
function countingClock() {
  let elapsed = 0
  const waits: number[] = []
  return {
    waits,
    now: () => 5000 + elapsed,
    monotonic: () => elapsed,
    wait: async (ms: number) => {
      if (ms > 0) waits.push(ms)
      elapsed += ms
    },
  }
}

function follow(url: string, { allowPrivate = true, ...parts }: Partial<FollowParts> & Allowed) {
  const run = makeFollow({
    probe: http.probe,
    resolve: async (hostname) => {
      const known = HOSTS[hostname]
      if (known) return known
      throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
    },
    clock: countingClock(),
    ...parts,
  })
  return run(url, { allowPrivate, signal: parts.signal ?? new AbortController().signal })
}
interface Allowed {
  allowPrivate?: boolean
  signal?: AbortSignal
}

const says =
  (status: number, headers: Record<string, string> = {}): Page =>
  (_request, response) =>
    void response.writeHead(status, headers).end('hello')
const to = (location: string, status = 302) => says(status, { location })

test.each([
  ['UTF-8', Buffer.from('/promoção?x=á').toString('latin1'), '/promo%C3%A7%C3%A3o?x=%C3%A1'],
  ['Latin-1', '/promo\u00e7\u00e3o', '/promo%E7%E3o'],
])(
  'a redirect with the bytes of %s is followed as a browser follows it',
  async (_, location, path) => {
    pages.set('/start', (__, response) => response.writeHead(302, { location }).end())
    pages.set(path, (__, response) => response.end('sold'))
    const result = await follow(at('/start'), {})
    expect(asked.map(({ url }) => url)).toEqual(['/start', path])
    expect(linkState(result)).toBe('moved')
  },
)

test('a page that answers HEAD is alive, and requested once, without cookies or keys', async () => {
  pages.set('/page', says(200, { 'set-cookie': 'a=b' }))
  const result = await follow(at('/page#part').replace('//', '//me:secret@'), {})
  expect(result).toMatchObject({ status: 200, hops: [], failure: null, at: 5000 })
  expect(result.final_url).toBe(at('/page'))
  expect(asked.map(({ method }) => method)).toEqual(['HEAD'])
  expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
    ...['accept', 'connection', 'host', 'user-agent'],
  ])
})

test.each([405, 403, 404, 500])('a HEAD that gets %i is repeated as GET', async (status) => {
  pages.set('/page', (request, response) =>
    says(request.method === 'HEAD' ? status : 200)(request, response),
  )
  expect(await follow(at('/page'), {})).toMatchObject({ status: 200, failure: null })
  expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
})

test('a page that answers 429 is not requested again', async () => {
  pages.set('/page', says(429))
  const result = await follow(at('/page'), {})
  expect(linkState(result)).toBe('refused')
  expect(asked).toHaveLength(1)
})

test('a page that no longer exists is dead', async () => {
  expect(linkState(await follow(at('/gone'), {}))).toBe('dead')
})

test('redirects are followed and reported, also to another host and by a relative address', async () => {
  pages.set('/a', to('b', 301))
  pages.set('/b', to(at('/c', 'other.test'), 307))
  pages.set('/c', says(200))
  const result = await follow(at('/a'), {})
  expect(result).toMatchObject({ status: 200, final_url: at('/c', 'other.test') })
  expect(result.hops).toEqual([
    { url: at('/a'), status: 301 },
    { url: at('/b'), status: 307 },
  ])
  expect(linkState(result)).toBe('moved')
})

test.each([
  [10, { status: 200, failure: null }],
  [11, { status: 302, failure: 'too-many-redirects' }],
])('%i redirects', async (count, expected) => {
  for (let step = 0; step < count; step++) pages.set(`/${step}`, to(`/${step + 1}`))
  pages.set(`/${count}`, says(200))
  const result = await follow(at('/0'), {})
  expect(result).toMatchObject(expected)
  expect(asked.map(({ url }) => url)).toHaveLength(11)
})

test('a redirect to an address requested before is a loop', async () => {
  pages.set('/a', to('/b'))
  pages.set('/b', to('/a'))
  expect(await follow(at('/a'), {})).toMatchObject({ failure: 'loop', final_url: at('/a') })
  expect(asked).toHaveLength(2)
})

test('a redirect to an app is reported and not followed', async () => {
  pages.set('/a', to('whatsapp://send?phone=1'))
  const result = await follow(at('/a'), {})
  expect(result).toMatchObject({ failure: 'not-web', final_url: 'whatsapp://send?phone=1' })
})

test.each(['nothing', 'ftp://shop.test/', 'javascript:1', ''])(
  '%j is not a web address',
  async (url) => {
    expect((await follow(url, {})).failure).toBe('bad-address')
  },
)

test('an unknown host and a refused connection are reported as such', async () => {
  expect((await follow('http://nobody.test/', {})).failure).toBe('no-host')
  const closed = createServer()
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', () => done()))
  const { port: free } = closed.address() as AddressInfo
  await new Promise((done) => closed.close(done))
  expect((await follow(`http://shop.test:${free}/`, {})).failure).toBe('unreachable')
})

test('a page that never answers is abandoned after the deadline, by GET too', async () => {
  pages.set('/slow', () => undefined)
  expect((await follow(at('/slow'), { deadlineMs: 100 })).failure).toBe('timeout')
  expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
})

test('only a few kilobytes of an endless page are read', async () => {
  let sent = 0
  const isGone = new Promise<void>((done) => {
    pages.set('/endless', (request, response) => {
      if (request.method === 'HEAD') return says(405)(request, response)
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1024))) sent += 1024
      }
      response.on('drain', more).on('close', () => done())
      more()
    })
  })
  expect(await follow(at('/endless'), {})).toMatchObject({ status: 200 })
  await isGone
  // What the system's buffers of both sides take is sent, and no more.
  expect(sent).toBeLessThan(16 * 1024 * 1024)
})

test('headers without end are no answer', async () => {
  pages.set('/headers', says(200, { x: 'y'.repeat(60_000) }))
  expect((await follow(at('/headers'), {})).failure).toBe('answer')
})

test('a connection that is cut before an answer', async () => {
  pages.set('/cut', (request) => request.socket.destroy())
  expect((await follow(at('/cut'), {})).failure).toBe('interrupted')
})

test.each([
  'http://127.0.0.1',
  'http://[::1]',
  'http://2130706433',
  'http://0x7f.1',
  'http://shop.test',
])('without permission no request is sent to %s', async (origin) => {
  const result = await follow(`${origin}:${port()}/page`, { allowPrivate: false })
  expect(result).toMatchObject({ failure: 'not-allowed', status: null })
  expect(asked).toEqual([])
})

test.each(['inside.test', 'both.test'])(
  'a redirect that leads to a private address is not followed: %s',
  async (host) => {
    pages.set('/a', to(at('/b', host)))
    pages.set('/b', says(200))
    const isPrivate = (address: string) => address === '127.0.0.9'
    const result = await follow(at('/a'), { allowPrivate: false, isPrivate })
    expect(result).toMatchObject({ failure: 'not-allowed', final_url: at('/b', host) })
    expect(asked.map(({ url }) => url)).toEqual(['/a'])
  },
)

test('a host name is resolved and checked again before each request', async () => {
  pages.set('/page', says(405))
  let resolved = 0
  const result = await follow(at('/page'), {
    allowPrivate: false,
    isPrivate: (address) => address === '127.0.0.9',
    resolve: async () => (resolved++ === 0 ? ['127.0.0.1'] : ['127.0.0.9']),
  })
  expect(resolved).toBe(2)
  expect(asked.map(({ method }) => method)).toEqual(['HEAD'])
  expect(result).toMatchObject({ status: 405, failure: null })
})

test('one host gets one request per second, while others are requested meanwhile', async () => {
  pages.set('/a', to('/b'))
  pages.set('/b', to(at('/c', 'other.test')))
  pages.set('/c', says(405))
  const clock = countingClock()
  await follow(at('/a'), { clock })
  // HEAD a; HEAD b a second later; HEAD c at once; GET c a second later.
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    ...['HEAD /a', 'HEAD /b', 'HEAD /c', 'GET /c'],
  ])
  expect(clock.waits).toEqual([1000, 1000])
})

test('a stopped check ends at once', async () => {
  pages.set('/slow', () => undefined)
  const stop = new AbortController()
  const ended = follow(at('/slow'), { signal: stop.signal }).then(() => null, failureOf)
  while (asked.length === 0) await new Promise((next) => setImmediate(next))
  stop.abort()
  expect(await ended).toEqual({ kind: 'cancelled' })
})

test('behind a proxy the checked address is the one that is connected to, for http too', async () => {
  pages.set('/page', says(200))
  const proxy = await startProxy()
  const request = makeRequest({
    ...{ clock: testClock, answerWorker },
    network: {
      routesTo: async () => [new URL(proxy.url)],
      authorities: async () => [],
    },
  })
  const result = await follow(at('/page'), { probe: request.probe })
  expect(result).toMatchObject({ status: 200, failure: null })
  expect(proxy.asked).toEqual([`127.0.0.1:${port()}`])
  expect(asked[0]?.headers.host).toBe(`shop.test:${port()}`)
  await request.close()
  await proxy.close()
})

test('a name that only the proxy may know is not called dead, and nothing is sent there', async () => {
  const proxy = await startProxy()
  const request = makeRequest({
    ...{ clock: testClock, answerWorker },
    network: { routesTo: async () => [new URL(proxy.url)], authorities: async () => [] },
  })
  const result = await follow('https://outside.test/', { probe: request.probe })
  expect(result).toMatchObject({ status: null, failure: 'proxy' })
  expect(isBroken(result)).toBe(false)
  expect(proxy.asked).toEqual([])
  await request.close()
  await proxy.close()
})

test.skipIf(!hasOpenssl)('an untrusted certificate is reported', async () => {
  const { createServer: createSafe } = await import('node:https')
  const safe = createSafe(selfSigned(), (_request, response) => response.end('hello'))
  await new Promise<void>((done) => safe.listen(0, '127.0.0.1', () => done()))
  const { port: own } = safe.address() as AddressInfo
  expect((await follow(`https://shop.test:${own}/`, {})).failure).toBe('tls')
  safe.closeAllConnections()
  await new Promise((done) => safe.close(done))
})
