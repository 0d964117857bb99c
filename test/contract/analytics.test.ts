import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeActivity } from '../../src/main/http/activity.ts'
import { makeRequest } from '../../src/main/http/request.ts'
import { makeServices } from '../../src/main/http/services.ts'
import { makeKeychain } from '../../src/main/keychain/keychain.ts'
import { type Listening, listen } from '../../src/service/server.ts'
import { makeService, type Service } from '../../src/service/service.ts'
import { type AnalyticsName, analytics } from '../../src/shared/api/analytics.ts'
import { type Failure, failureOf } from '../../src/shared/failure.ts'
import type { Endpoint } from '../../src/shared/operation.ts'
import { testClock } from '../support/clock.ts'
import { memoryKeytar, newKeyNotes } from '../support/keychain.ts'
import { ago, busiest, range, requestsOfEvery } from '../support/requests.ts'
import { answerWorker } from '../support/threads.ts'

const account_id = 'abcdefghijkl'
const interactive = { priority: 'interactive' } as const
const clock = testClock
const request = makeRequest({ clock, answerWorker })

let service: Service
let listening: Listening

beforeAll(async () => {
  service = makeService({ now: testClock.now, seed: 3, plan: 'enterprise' })
  listening = await listen(service, { port: 0 })
})
afterAll(async () => {
  await request.close()
  await listening.close()
})

function makeDesk(key = service.analytics_key, base_url = listening.base_url) {
  const memory = memoryKeytar()
  const keychain = makeKeychain({
    ...{ keytar: async () => memory.keytar, clock, serviceName: 'test' },
    notes: newKeyNotes(),
  })
  const services = makeServices({
    send: request.send,
    keychain,
    clock,
    random: () => 0.01,
    activity: makeActivity({ clock }),
    locate: async () => ({ base_url, api_base_url: null, sessionKey: key }),
    version: '1.0.0',
  })
  return services
}

const failureFrom = (promise: Promise<unknown>) => promise.then(() => null, failureOf)

const player_id = () => busiest(service)
const inputs = requestsOfEvery(() => service)

test.each(Object.keys(analytics) as AnalyticsName[])(
  '%s is requested, and its response parses',
  async (name) => {
    const endpoint: Endpoint = analytics[name]
    const input = inputs[name]()
    const lacking = endpoint.input.safeParse(input).error?.issues ?? []
    expect(lacking, `${name} needs a request of its own in test/support/requests.ts`).toEqual([])
    const request = { name, input } as { name: 'stats'; input: never }
    const { value } = await makeDesk().ask(account_id, request, interactive)
    expect(endpoint.output.safeParse(value).success).toBe(true)
    // No player is called what is searched for: every other answer has something to be parsed.
    if (name !== 'players') expect(value).not.toEqual([])
    const seen = service.log.at(-1)
    expect(seen).toMatchObject({ path: endpoint.path, method: endpoint.method, status: 200 })
    expect(seen?.headers).toMatchObject({ 'user-agent': 'Cuepoint/1.0.0', 'x-api-version': 'v1' })
  },
)

test('an unknown player gets zeros, as the document says', async () => {
  const request = { name: 'stats', input: { player_id: 'f'.repeat(24), ...range } } as const
  const { value } = await makeDesk().ask(account_id, request, interactive)
  expect(value).toMatchObject({ total_viewed: 0, total_amount_usd: 0 })
})

const asksStats = (desk: ReturnType<typeof makeDesk>) =>
  failureFrom(
    desk.ask(
      account_id,
      { name: 'statsByField', input: { player_id: player_id(), ...range, field: 'country' } },
      interactive,
    ),
  )

test.each<[string, () => string, Partial<Failure>]>([
  ['an unknown key', () => 'nobody', { kind: 'unauthorized', reason: 'invalid-credentials' }],
  ['a company without access', () => service.keys.noAccess, { kind: 'not-in-plan', code: 516 }],
  ['a plan without this query', () => service.keys.notInPlan, { kind: 'not-in-plan', code: 241 }],
])('401: %s', async (_name, key, expected) => {
  expect(await asksStats(makeDesk(key()))).toMatchObject(expected)
})

const sendWith = (headers: Record<string, string>) =>
  failureFrom(
    request.send(
      analytics.quotaUsage,
      {},
      { base_url: listening.base_url, headers, deadlineMs: 5_000 },
    ),
  )

test.each<[string, (headers: Record<string, string>) => void, Partial<Failure>]>([
  ['the key', (h) => delete h['X-Api-Token'], { kind: 'unauthorized', reason: 'missing-token' }],
  ['the version', (h) => delete h['X-Api-Version'], { kind: 'edge', status: 404 }],
  ['the user agent', (h) => delete h['User-Agent'], { kind: 'edge', status: 403 }],
])('a request without %s', async (_name, without, expected) => {
  const headers = { 'X-Api-Token': service.analytics_key, 'X-Api-Version': 'v1', 'User-Agent': 'x' }
  without(headers)
  expect(await sendWith(headers)).toMatchObject(expected)
})

test('400: a breakdown field that the service does not know', async () => {
  const input = { player_id: player_id(), ...range, field: 'shoe_size' }
  const asked = makeDesk().ask(account_id, { name: 'statsByField', input }, interactive)
  const failure = await failureFrom(asked)
  expect(failure).toMatchObject({ kind: 'invalid', fields: [] })
  expect(failure && 'text' in failure && failure.text).toContain('field')
})

test('429: the failure carries the time at which the quota resets', async () => {
  const small = makeService({
    now: testClock.now,
    players: 2,
    days: 3,
    plan: 'enterprise',
    limits: { queriesPerMinute: 3 },
  })
  const server = await listen(small, { port: 0 })
  const desk = makeDesk(small.analytics_key, server.base_url)
  const outcomes: (Failure | null)[] = []
  for (let time = 0; time < 12; time++) {
    const asked = desk.ask(account_id, { name: 'players', input: {} }, interactive)
    outcomes.push(await failureFrom(asked))
  }
  const quota = outcomes.find((failure) => failure?.kind === 'quota')
  expect(quota).toMatchObject({ kind: 'quota', limit_kind: 'queries', limit: 3 })
  const wait = (quota?.kind === 'quota' ? quota.resetsAt : 0) - testClock.now()
  expect(wait).toBeGreaterThan(-1_000)
  expect(wait).toBeLessThanOrEqual(65_000)
  if (wait > 3_000) expect(small.log.filter(({ status }) => status === 429)).toHaveLength(1)
  await server.close()
})

test('a query parameter named __proto__ does not hide the other parameters', async () => {
  const input = { player_id: player_id(), ...range, start_date: `${ago(30)} 00:00:00` }
  const { value } = await makeDesk().ask(account_id, { name: 'validUtms', input }, interactive)
  const names = (value as Record<string, number>[]).flatMap(Object.keys)
  expect(names).toEqual(expect.arrayContaining(['utm_source', 'src', 'constructor']))
})
