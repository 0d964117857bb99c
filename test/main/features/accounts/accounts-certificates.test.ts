import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDesk, aService, failing } from '../../../support/accounts.ts'
import { hasOpenssl, newAuthority, type Pair, selfSigned } from '../../../support/certificates.ts'

let company: ReturnType<typeof newAuthority>

beforeAll(() => {
  if (!hasOpenssl) return
  company = newAuthority('A company')
  // Trusted here, so that what is wrong with its certificates is that alone.
  vi.stubEnv('NODE_EXTRA_CA_CERTS', company.file)
})
afterAll(() => {
  vi.unstubAllEnvs()
})

/** A TLS listener that notes what it is sent, and answers as the service's quota does. */
async function aListener(pair: Pair) {
  const seen: unknown[] = []
  const server = createServer(pair, (request, response) => {
    seen.push(request.headers)
    response.end('{"quotas":[]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { seen, base_url: `https://127.0.0.1:${port}`, server }
}

const CERTIFICATES = [
  ['that only it vouches for', 'authority', () => selfSigned()],
  ['of another host', 'tls', () => company.issue('other.example.com')],
  ['that has expired', 'tls', () => company.issueExpired('127.0.0.1')],
] as const

test.skipIf(!hasOpenssl).each(CERTIFICATES)(
  'a certificate %s is an error at connect: no key is sent or kept, and no account',
  async (_which, reason, issue) => {
    const { seen, base_url, server } = await aListener(issue())
    const service = await aService()
    const desk = aDesk()
    const host = new URL(base_url).host
    const fault = { kind: 'offline', reason, host }
    expect(await failing(desk.connect(base_url, 'real-key-1'))).toEqual(fault)
    expect([await desk.list(), desk.keys()]).toEqual([[], []])
    const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
    const kept = desk.keys()
    const token = { account_id, api_base_url: base_url, video_token: 'real-token-1' }
    expect(await failing(desk.accounts.connectVideos(token))).toEqual({
      ...fault,
      service: 'video',
    })
    expect(desk.keys()).toEqual(kept)
    expect(seen).toEqual([])
    server.close()
  },
)

test.skipIf(!hasOpenssl)('a valid certificate connects', async () => {
  const { seen, base_url, server } = await aListener(company.issue('127.0.0.1'))
  const desk = aDesk()
  expect((await desk.connect(base_url, 'real-key-1')).base_url).toBe(base_url)
  expect(seen).toMatchObject([{ 'x-api-token': 'real-key-1' }])
  server.close()
  server.closeAllConnections()
})
