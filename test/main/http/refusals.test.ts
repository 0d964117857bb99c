import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeActivity } from '../../../src/main/http/activity.ts'
import { makeRequest } from '../../../src/main/http/request.ts'
import { makeServices } from '../../../src/main/http/services.ts'
import { makeKeychain } from '../../../src/main/keychain/keychain.ts'
import { testClock } from '../../support/clock.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { memoryKeytar, newKeyNotes } from '../../support/keychain.ts'
import { count, tell } from '../../support/scale.ts'
import { answerWorker } from '../../support/threads.ts'

const REFUSALS = count('refusals', { usual: 60, full: 1_000 })
const SPEED = 1_000
const DAY_MS = 86_400_000
/** How far the service's clock is from this computer's. */
const SKEWS_MS = [0, 3_600_000, -3_600_000, DAY_MS, -DAY_MS, 3650 * DAY_MS, -3650 * DAY_MS]

const clock = fastClock(testClock.now(), SPEED)
let server: Server
let base_url: string
let refusals = 0
/** On a clock that only goes on; no request may come before. */
let opensAt = 0
/** What came too early, in milliseconds of the service. */
const early: number[] = []

/** How a refusal says how long to wait, and how long that is at least. */
const FORMS: ((response: ServerResponse, waitMs: number, serviceNow: number) => number)[] = [
  (response, waitMs, serviceNow) => {
    const resets_at = new Date(serviceNow + waitMs).toISOString()
    const details = { limit_kind: 'queries', used: 60, limit: 60, interval_seconds: 60, resets_at }
    response.end(JSON.stringify({ error: 'exceeded', code: 201, details }))
    return waitMs
  },
  (response, waitMs) => {
    const seconds = Math.ceil(waitMs / 1000)
    response.setHeader('retry-after', seconds)
    response.end(JSON.stringify({ error: 'exceeded' }))
    return seconds * 1000
  },
  (response) => {
    response.end(JSON.stringify({ error: 'exceeded' }))
    return 1_000
  },
  (response) => {
    const details = { limit_kind: 7, resets_at: 'soon', interval_seconds: -1 }
    response.end(JSON.stringify({ error: 'exceeded', details }))
    return 1_000
  },
]

beforeAll(async () => {
  server = createServer((request, response) => {
    const now = clock.monotonic()
    if (now < opensAt) early.push(opensAt - now)
    response.setHeader('content-type', 'application/json')
    const skew = SKEWS_MS[Math.floor(refusals / 10) % SKEWS_MS.length] ?? 0
    const serviceNow = clock.now() + skew
    response.setHeader('date', new Date(serviceNow).toUTCString())
    // The usage is read once before anything else, and every fifth request is answered.
    if (request.url === '/quota/usage') return response.end('{"quotas":[]}')
    if (refusals >= REFUSALS || refusals % 5 === 4) {
      refusals++
      return response.end('[]')
    }
    response.statusCode = 429
    const form = FORMS[refusals % FORMS.length] ?? FORMS[0]
    const waitMs = 1_000 + ((refusals * 7919) % 58_000)
    refusals++
    // From when it was asked, as what it says: the clock goes on a thousandfold while it answers.
    opensAt = now + (form?.(response, waitMs, serviceNow) ?? 0)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('over a thousand refusals of any form and with wrong clocks, no request is sent too early', async () => {
  const request = makeRequest({ clock, answerWorker })
  const { keytar } = memoryKeytar()
  const services = makeServices({
    send: request.send,
    keychain: makeKeychain({
      ...{ keytar: async () => keytar, clock, notes: newKeyNotes(), serviceName: 'test' },
    }),
    clock,
    random: Math.random,
    activity: makeActivity({ clock }),
    locate: async () => ({ base_url, api_base_url: null, sessionKey: 'a-key' }),
    version: '1.0.0',
  })
  let answered = 0
  while (refusals < REFUSALS) {
    const request = { name: 'players', input: {} } as const
    await services.ask('abcdefghijkl', request, { priority: 'background' })
    answered++
  }
  await request.close()
  tell(`${early.length} requests too early, ${answered} answers between them`)
  expect(answered).toBeGreaterThanOrEqual(REFUSALS / 5)
  expect(early).toEqual([])
})
