import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRequest } from '../../src/main/http/request.ts'
import { type Listening, listen } from '../../src/service/server.ts'
import { makeService } from '../../src/service/service.ts'
import { type AnalyticsName, analytics } from '../../src/shared/api/analytics.ts'
import { type Failure, failureOf } from '../../src/shared/failure.ts'
import type { Endpoint } from '../../src/shared/operation.ts'
import { testClock } from '../support/clock.ts'
import {
  figuresIn,
  type Json,
  type Mutant,
  mutantsOf,
  numbersIn,
  spoiledTwice,
} from '../support/mutants.ts'
import { requestsOfEvery } from '../support/requests.ts'
import { count, isProof, tell } from '../support/scale.ts'
import { answerWorker } from '../support/threads.ts'
import { answers, rawServer } from '../support/wire.ts'

const service = makeService({
  now: testClock.now,
  seed: 3,
  plan: 'enterprise',
  limits: { queriesPerMinute: null },
})
const requests = requestsOfEvery(() => service)
const { send, close } = makeRequest({ clock: testClock, answerWorker })
const NAMES = Object.keys(analytics) as AnalyticsName[]
/** More than those with one fault, of which a usual run has all, have two faults each. */
const MUTANTS = count('spoiled answers of each row', { usual: 0, full: 850 })
/** Of each row, how many mutants were tried. */
const tried = new Map<AnalyticsName, number>()

let sandbox: Listening
let spoiled: Awaited<ReturnType<typeof rawServer>>

beforeAll(async () => {
  sandbox = await listen(service, { port: 0 })
  spoiled = await rawServer(answers({ body: '[]' }))
})
afterAll(async () => {
  await close()
  await sandbox.close()
  await spoiled.close()
})

const headers = {
  'X-Api-Token': service.analytics_key,
  'X-Api-Version': 'v1',
  'User-Agent': 'Cuepoint/1.0.0',
  'Content-Type': 'application/json',
}

// No player is called what the contract searches for: here there must be some to be spoiled.
const inputOf = (name: AnalyticsName) => (name === 'players' ? {} : requests[name]())

/** What the sandbox says, as it is on the wire. */
async function wireAnswer(name: AnalyticsName): Promise<Json> {
  const { path, method }: Endpoint = analytics[name]
  const input = inputOf(name)
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const body = method === 'GET' ? {} : { body: JSON.stringify(input) }
  const answer = await fetch(`${sandbox.base_url}${path}${query}`, { method, headers, ...body })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Json
}

/** As many of the first and the last rows of a list stay. */
const ENDS = 4

/** The rows of a list are alike, and those of each second of a video take long. */
function withShortLists(value: Json): Json {
  if (Array.isArray(value)) {
    const ends = [...value.slice(0, ENDS), ...value.slice(-ENDS)]
    return (value.length > 2 * ENDS ? ends : value).map(withShortLists)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withShortLists(inner)]),
  )
}

function outcome(name: AnalyticsName, { text }: Mutant) {
  const endpoint: Endpoint = analytics[name]
  spoiled.become(answers({ body: text }))
  const options = { base_url: spoiled.base_url, headers, deadlineMs: 10_000 }
  return send(endpoint, inputOf(name) as never, options).then(
    ({ value }) => ({ value: value as unknown, failure: null }),
    (thrown: unknown) => ({ value: null, failure: failureOf(thrown) }),
  )
}

test.each(NAMES)(
  '%s: a spoiled response is refused with its path, or has the same figures',
  async (name) => {
    const whole = await wireAnswer(name)
    const answer = isProof ? whole : withShortLists(whole)
    const figures = new Set(figuresIn(answer))
    const once = mutantsOf(answer)
    const mutants = [...once, ...spoiledTwice(once, MUTANTS - once.length)]
    let refused = 0
    for (const mutant of mutants) {
      const { value, failure } = await outcome(name, mutant)
      const told = `${mutant.what} ${mutant.paths.map((path) => path.join('.')).join(', ')} ${failure && 'where' in failure ? failure.where : ''}`
      if (failure) {
        refused++
        expect(isNamed(failure, mutant), told).toBe(true)
      } else {
        const wrong = numbersIn(value).filter((one) => !figures.has(one))
        expect(wrong, told).toEqual([])
      }
    }
    tried.set(name, mutants.length)
    expect(refused).toBeGreaterThan(0)
  },
)

test('more than two thousand spoiled responses were tried, of every endpoint', () => {
  expect([...tried.keys()]).toEqual(NAMES)
  const sum = [...tried.values()].reduce((all, one) => all + one, 0)
  expect(sum).toBeGreaterThanOrEqual(2000)
  tell(`${sum} spoiled answers in all`)
})

/** Whether a refusal says where: at the spoiled field, at what holds it, or at what it lacks. */
function isNamed(failure: Failure, { paths }: Mutant): boolean {
  if (failure.kind !== 'malformed' || failure.reason !== 'shape') return false
  const place = failure.where.split(': ', 1)[0]?.split('.') ?? []
  return paths.some((path) =>
    place.every((step, index) => index >= path.length || spelled(step) === spelled(path[index])),
  )
}

/** The other spelling of a field, as the service may write it. */
const SPELLINGS: Readonly<Record<string, string>> = {
  totalUsers: 'total_users',
  group_key: 'grouped_key',
  group_values: 'grouped_values',
}
/** Of a missing field nothing says in which spelling it would have come; a second fault may be in a renamed one. */
function spelled(step: string | number | undefined) {
  const name = `${step}`.replace(/_v2$/, '')
  return SPELLINGS[name] ?? name
}
