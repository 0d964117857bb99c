import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { resultClass } from '../../../src/main/features/publishing/result-class.ts'
import { makeAuthorities } from '../../../src/main/http/authorities.ts'
import { type Environment, makeProxies } from '../../../src/main/http/proxies.ts'
import { makeRequest } from '../../../src/main/http/request.ts'
import { analytics } from '../../../src/shared/api/analytics.ts'
import { type Failure, failureOf } from '../../../src/shared/failure.ts'
import { hasOpenssl, newAuthority } from '../../support/certificates.ts'
import { testClock } from '../../support/clock.ts'
import { closedLater } from '../../support/opened.ts'
import { startProxy, startSocks } from '../../support/proxy.ts'
import { answerWorker, authoritiesWorker } from '../../support/threads.ts'
import { rawServer } from '../../support/wire.ts'

const HOST = 'analytics.test'
let company: ReturnType<typeof newAuthority>
let service: Server
let heard: string[] = []
let port: number

describe.skipIf(!hasOpenssl)('a company network', () => {
  beforeAll(async () => {
    company = newAuthority('A company')
    service = createServer(company.issue(HOST), ({ url = '', headers }, response) => {
      const { 'x-api-token': key, 'proxy-authorization': login = '' } = headers
      heard.push(`${url} ${String(key)} ${login}`.trim())
      response.end('[]')
    })
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    port = (service.address() as AddressInfo).port
  })
  afterEach(() => {
    heard = []
  })
  afterAll(() => {
    service.closeAllConnections()
    service.close()
  })

  interface Sent {
    environment?: Environment
    system?: string
    base_url?: string
  }

  /** One request with a network as this environment and these settings of the system make it. */
  async function send({ environment = {}, system = 'DIRECT', base_url }: Sent) {
    const request = makeRequest({
      clock: testClock,
      answerWorker,
      network: {
        routesTo: makeProxies({
          environment,
          readPac: () => Promise.resolve(null),
          system: () => Promise.resolve(system),
          clock: testClock,
        }),
        authorities: makeAuthorities({
          ...{ environment, platform: process.platform, workerFile: authoritiesWorker },
        }).read,
      },
    })
    closedLater(request.close)
    const options = { headers: { 'X-Api-Token': 'a-key' }, deadlineMs: 5_000 }
    const url = base_url ?? `https://${HOST}:${port}`
    return request.send(analytics.players, {}, { ...options, base_url: url })
  }
  const failureWith = (sent: Sent): Promise<Failure | null> =>
    send(sent).then(() => null, failureOf)

  const trusted = () => ({ NODE_EXTRA_CA_CERTS: company.file })

  test('a proxy from the environment is used, and does not see the request', async () => {
    const way = await startProxy()
    await send({ environment: { ...trusted(), HTTPS_PROXY: way.url } })
    expect(way.asked).toEqual([`${HOST}:${port}`])
    expect(heard).toEqual(['/players/list a-key'])
  })

  test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'HTTP_PROXY', 'http_proxy'])(
    '%s names the proxy',
    async (name) => {
      const way = await startProxy()
      await send({ environment: { ...trusted(), [name]: way.host } })
      expect(way.asked).toHaveLength(1)
    },
  )

  test('a name and a password in the address are sent to the proxy only', async () => {
    const way = await startProxy({ login: 'ann:p@ss%' })
    const address = way.url.replace('://', '://ann:p%40ss%25@')
    await send({ environment: { ...trusted(), HTTPS_PROXY: address } })
    expect(heard).toEqual(['/players/list a-key'])
  })

  test('the system’s proxy is used when the environment names none', async () => {
    const way = await startProxy()
    await send({ environment: trusted(), system: `PROXY ${way.host}` })
    expect(way.asked).toEqual([`${HOST}:${port}`])
  })

  test('the next proxy of the system is tried when one does not answer', async () => {
    const gone = await startProxy()
    await gone.close()
    const way = await startProxy()
    await send({ environment: trusted(), system: `PROXY ${gone.host}; PROXY ${way.host}; DIRECT` })
    expect(way.asked).toEqual([`${HOST}:${port}`])
  })

  test('an https proxy needs a trusted certificate too', async () => {
    const way = await startProxy({ pair: company.issue('127.0.0.1') })
    await send({ environment: { ...trusted(), HTTPS_PROXY: way.url } })
    expect(heard).toHaveLength(1)
    expect(await failureWith({ environment: { HTTPS_PROXY: way.url } })).toEqual({
      ...{ kind: 'offline', reason: 'authority', host: way.host },
    })
  })

  test('a SOCKS proxy is used, with and without a login', async () => {
    const open = await startSocks()
    const closed = await startSocks({ login: 'ann:secret' })
    await send({ environment: { ...trusted(), ALL_PROXY: open.url } })
    await send({ environment: { ...trusted(), ALL_PROXY: `socks5h://ann:secret@${closed.host}` } })
    await send({ environment: trusted(), system: `SOCKS5 ${open.host}` })
    expect([...open.asked, ...closed.asked]).toEqual(Array(3).fill(`${HOST}:${port}`))
    expect(await failureWith({ environment: { ...trusted(), ALL_PROXY: closed.url } })).toEqual({
      ...{ kind: 'offline', reason: 'proxy-login', host: HOST, proxy: closed.host },
    })
  })

  test('requests to this computer never use a proxy', async () => {
    const way = await startProxy()
    const demo = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]'),
    )
    const { base_url } = demo
    await send({ base_url, environment: { HTTPS_PROXY: way.url, HTTP_PROXY: way.url } })
    await send({ base_url, system: `PROXY ${way.host}` })
    expect([way.asked.length, demo.requests.length]).toEqual([0, 2])
  })

  test.each([
    ['the system’s', 'SSL_CERT_FILE'],
    ['its own variable’s', 'NODE_EXTRA_CA_CERTS'],
  ])('a company’s certificate authority is trusted from %s file', async (_, name) => {
    const way = await startProxy()
    await send({ environment: { HTTPS_PROXY: way.url, [name]: company.file } })
    expect(heard).toHaveLength(1)
  })

  const offline = { kind: 'offline', host: HOST }

  test('each network fault has its own failure, and nothing of the request is sent', async () => {
    const gone = await startProxy()
    await gone.close()
    const login = await startProxy({ login: 'ann:right' })
    const refuses = await startProxy({ refuses: 403 })
    const fails = await startProxy({ refuses: 502 })
    const drops = await startProxy({ drops: true })
    const open = await startProxy()
    const cases: [string, object][] = [
      [gone.url, { reason: 'proxy-unreachable', proxy: gone.host }],
      [
        'http://nowhere.invalid:3128',
        { reason: 'proxy-unreachable', proxy: 'nowhere.invalid:3128' },
      ],
      ['ftp://127.0.0.1', { reason: 'proxy-unreachable', proxy: 'invalid' }],
      [login.url, { reason: 'proxy-login', proxy: login.host }],
      [login.url.replace('://', '://ann:wrong@'), { reason: 'proxy-login', proxy: login.host }],
      [refuses.url, { reason: 'proxy-refused', proxy: refuses.host, answer: 'HTTP 403' }],
      [fails.url, { reason: 'proxy-refused', proxy: fails.host, answer: 'HTTP 502' }],
      [drops.url, { reason: 'proxy-unreachable', proxy: drops.host }],
    ]
    for (const [address, told] of cases) {
      const failure = await failureWith({ environment: { ...trusted(), HTTPS_PROXY: address } })
      expect(failure).toEqual({ ...offline, ...told })
      expect(failure && resultClass(failure)).toBe('not-sent')
      expect(JSON.stringify(failure)).not.toMatch(/wrong/)
    }
    const unknown = await failureWith({ environment: { HTTPS_PROXY: open.url } })
    expect(unknown).toEqual({ ...offline, host: `${HOST}:${port}`, reason: 'authority' })
    expect(unknown && resultClass(unknown)).toBe('not-sent')
    expect(heard).toEqual([])
  })

  test('a certificate for another host is refused, whichever authority issued it', async () => {
    const way = await startProxy()
    const environment = { ...trusted(), HTTPS_PROXY: way.url }
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const failure = await failureWith({ environment, base_url: `https://other.test:${port}` })
    vi.unstubAllEnvs()
    expect(failure).toMatchObject({ kind: 'offline', reason: 'tls' })
    expect(heard).toEqual([])
  })

  test('a connection that breaks behind the proxy is reported as interrupted', async () => {
    const way = await startProxy()
    service.prependOnceListener('request', ({ socket }) => socket.destroy())
    const failure = await failureWith({ environment: { ...trusted(), HTTPS_PROXY: way.url } })
    expect(failure).toMatchObject({ kind: 'offline', reason: 'interrupted' })
  })
})
