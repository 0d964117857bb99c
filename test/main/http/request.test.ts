import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { SendOptions } from '../../../src/main/http/request.ts'
import { type AnalyticsName, analytics } from '../../../src/shared/api/analytics.ts'
import { type Failure, failureOf } from '../../../src/shared/failure.ts'
import type { Endpoint } from '../../../src/shared/operation.ts'
import { hasOpenssl, selfSigned } from '../../support/certificates.ts'
import { requestsToRawServer } from '../../support/raw-request.ts'
import { until } from '../../support/until.ts'
import { answers, type Behaviour, rawAnswer, rawServer } from '../../support/wire.ts'

const player_id = 'a'.repeat(24)
const day = { start_date: '2026-07-01 00:00:00', end_date: '2026-07-01 23:59:59' }

const { request, server } = requestsToRawServer()

function send(name: AnalyticsName, input: unknown, options: Partial<SendOptions> = {}) {
  const endpoint: Endpoint = analytics[name]
  const all = { base_url: server().base_url, headers: {}, deadlineMs: 2_000, ...options }
  return request.send(endpoint, input, all)
}

async function failureWith(
  behaviour: Behaviour,
  { name, input }: { name: AnalyticsName; input: unknown },
  options: Partial<SendOptions> = {},
): Promise<Failure | null> {
  server().become(behaviour)
  return send(name, input, options).then(() => null, failureOf)
}

const text = (body: string | Uint8Array, headers = {}) => answers({ body, headers })
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
      const failure = await failureWith(behaviour, players, { deadlineMs: 300 })
      expect(failure).toMatchObject({ kind: 'offline', reason: 'timeout' })
    },
  )

  test.each([
    ['never answers', () => undefined],
    ['drips its body', drip],
  ] as [string, Behaviour][])(
    'a cancelled request ends: a server that %s',
    async (_name, behaviour) => {
      const stop = new AbortController()
      const asked = failureWith(behaviour, players, { signal: stop.signal })
      await new Promise((next) => setTimeout(next, 100))
      stop.abort()
      expect(await asked).toEqual({ kind: 'cancelled' })
    },
  )

  test('a connection that may have been lost in a sleep is not used after it', async () => {
    const open = new Set<Socket>()
    const lost = new Set<Socket>()
    server().become((socket, asked) => {
      open.add(socket)
      if (!lost.has(socket)) answers({ body: '[]' })(socket, asked)
    })
    for (let times = 0; times < 3; times++) await send('players', {})
    for (const socket of open) lost.add(socket)
    await request.reconnect()
    expect((await send('players', {})).value).toEqual([])
  })

  test('a request is answered while many others to the same service are held', async () => {
    const held: Socket[] = []
    server().become((socket) => held.push(socket))
    const long = { deadlineMs: 60_000 }
    // Four accounts, each with as many as its queue sends.
    const others = Promise.all(Array.from({ length: 32 }, () => send('players', {}, long)))
    await until(
      () => held.length,
      (sent) => sent === 32,
    )
    server().become(text('[]'))
    expect((await send('players', {}, long)).value).toEqual([])
    for (const socket of held) socket.write(rawAnswer({ body: '[]' }))
    await others
  })

  test('the service clock is its Date header, or unknown', async () => {
    server().become(text('[]', { date: 'Wed, 01 Jul 2026 12:00:00 GMT' }))
    expect((await send('players', {})).serverNow).toBe(Date.UTC(2026, 6, 1, 12))
    server().become(text('[]', { date: 'yesterday' }))
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
    server().become(text('[]'))
    const input = { name: 'Ação & co', timezone: undefined, account_id: 'no' }
    await send('players', input, { base_url: `${server().base_url}/v1/` })
    expect(server().requests.at(-1)?.split('\r\n')[0]).toBe(
      'GET /v1/players/list?name=A%C3%A7%C3%A3o+%26+co HTTP/1.1',
    )
    await send('statsByDay', { player_id, ...day, account_id: 'no' })
    expect(server().requests.at(-1)?.split('\r\n\r\n')[1]).toBe(
      JSON.stringify({ player_id, ...day }),
    )
  })

  test('an input that the row does not allow is refused before anything is sent', async () => {
    const sent = server().requests.length
    const failure = await send('stats', { player_id: 'x', ...day }).then(() => null, failureOf)
    expect(failure).toMatchObject({ kind: 'invalid', fields: [{ path: 'player_id' }] })
    expect(server().requests.length).toBe(sent)
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
    'a certificate from an unknown authority is refused, whatever the environment says',
    async () => {
      const server = createServer(selfSigned(), (_request, response) => response.end('[]'))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      const asked = send('players', {}, { base_url: `https://127.0.0.1:${port}` })
      expect(await asked.catch(failureOf)).toMatchObject({ kind: 'offline', reason: 'authority' })
      vi.unstubAllEnvs()
      server.close()
    },
  )
})
