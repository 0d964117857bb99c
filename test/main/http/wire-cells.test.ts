import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRequest } from '../../../src/main/http/request.ts'
import type { FaultAction } from '../../../src/service/faults.ts'
import { type AnalyticsName, analytics } from '../../../src/shared/api/analytics.ts'
import { type Failure, failureOf } from '../../../src/shared/failure.ts'
import type { Endpoint } from '../../../src/shared/operation.ts'
import { testClock } from '../../support/clock.ts'
import { requestsOfEvery } from '../../support/requests.ts'
import { count, tell } from '../../support/scale.ts'
import { type Sandbox, startService } from '../../support/service.ts'
import { answerWorker } from '../../support/threads.ts'

type MalformedReason = Extract<Failure, { kind: 'malformed' }>['reason']

const body = (form: Extract<FaultAction, { kind: 'body' }>['form']): FaultAction => ({
  kind: 'body',
  form,
})
const cut = (at: Extract<FaultAction, { kind: 'cut' }>['at']): FaultAction => ({ kind: 'cut', at })
const offline = (reason: string) => ({ kind: 'offline', reason })
const malformed = (reason: MalformedReason) => ({ kind: 'malformed', reason })

/** Long enough for a good answer, and too short for any of the faults that only wait. */
const SHORT_MS = 1_000
const LONG_MS = 30_000

const FAULTS: [FaultAction, object][] = [
  [cut('before-headers'), offline('interrupted')],
  [cut('after-headers'), malformed('truncated')],
  [cut('mid-body'), malformed('truncated')],
  [cut('close'), malformed('truncated')],
  [{ kind: 'slow-headers' }, offline('timeout')],
  [{ kind: 'drip', everyMs: 2_000 }, offline('timeout')],
  [{ kind: 'never' }, offline('timeout')],
  [body('truncated'), malformed('truncated')],
  [body('invalid-json'), malformed('not-json')],
  [body('empty'), malformed('truncated')],
  [body('bom'), malformed('not-json')],
  [body('invalid-utf8'), malformed('encoding')],
  [body('nan'), malformed('not-json')],
  [body('trailing'), malformed('not-json')],
  [body('nested'), malformed('shape')],
  [body('unsafe-integers'), malformed('shape')],
  [{ kind: 'encoding', form: 'wrong' }, malformed('encoding')],
  [{ kind: 'encoding', form: 'gzip-bomb' }, malformed('too-large')],
  [{ kind: 'encoding', form: 'nested' }, malformed('encoding')],
  [{ kind: 'captive-portal' }, { kind: 'edge' }],
]
const NAMES = Object.keys(analytics) as AnalyticsName[]
const CELLS = NAMES.flatMap((name) => FAULTS.map((fault) => [name, ...fault] as const))

const request = makeRequest({ clock: testClock, answerWorker })
let service: Sandbox
let inputs: ReturnType<typeof requestsOfEvery>

beforeAll(async () => {
  service = await startService({
    seed: 3,
    plan: 'enterprise',
    limits: { queriesPerMinute: 60_000 },
  })
  inputs = requestsOfEvery(() => service)
})
afterAll(() => request.close())

function send(name: AnalyticsName, deadlineMs: number) {
  const endpoint: Endpoint = analytics[name]
  const headers = {
    'X-Api-Token': service.analytics_key,
    'X-Api-Version': 'v1',
    'User-Agent': 'Cuepoint/test',
    'Content-Type': 'application/json',
  }
  return request.send(endpoint, inputs[name](), {
    base_url: service.base_url,
    headers,
    deadlineMs,
  })
}

const times = count('wire cells', { usual: 24, full: CELLS.length })

test('each network fault is reported as its own kind of failure on every endpoint, and the next request works', async () => {
  expect(CELLS).toHaveLength(580)
  const wrong: string[] = []
  // Spread so that few of them have every endpoint and every fault.
  for (let turn = 0; turn < times; turn++) {
    const [name, action, expected] = CELLS[(turn * 61) % CELLS.length] ?? []
    if (!name || !action) throw new Error('no such cell')
    service.setFaults([{ match: {}, action }])
    const isWaiting = JSON.stringify(expected).includes('timeout')
    const told = await send(name, isWaiting ? SHORT_MS : LONG_MS).then(() => null, failureOf)
    service.setFaults([])
    const after = await send(name, LONG_MS).then(() => null, failureOf)
    const isTold = Object.entries(expected ?? {}).every(
      ([key, value]) => (told as Record<string, unknown> | null)?.[key] === value,
    )
    if (!isTold || after) wrong.push(`${name} ${JSON.stringify({ action, told, after })}`)
  }
  tell(`${times - wrong.length} of ${times} told right`)
  expect(wrong).toEqual([])
})
