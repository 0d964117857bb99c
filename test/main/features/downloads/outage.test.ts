import { expect, test } from 'vitest'
import { AT_ONCE } from '../../../../src/main/features/downloads/pool.ts'
import {
  ACCOUNT,
  answers,
  desk,
  ended,
  fails,
  SCOPE,
  STARTS_AT,
  turns,
} from '../../../support/download-desk.ts'
import { idOf } from '../../../support/statistics.ts'

const MINUTE_MS = 60_000

/** A service that fails from the request `from` on, for so long. */
function outage({ ms, from = 20, status = 503 }: { ms: number; from?: number; status?: number }) {
  let until: number | undefined
  const made: ReturnType<typeof desk> = desk((...asking) => {
    if (made.asked.length < from) return answers(...asking)
    until ??= made.clock.now() + ms
    if (made.clock.now() >= until) return answers(...asking)
    return fails({ kind: 'unavailable', status, text: '' })
  })
  return made
}

test.each([1, 6, 17])(
  'a download waits %i minutes for an unavailable service, and misses nothing',
  async (minutes) => {
    const made = outage({ ms: minutes * MINUTE_MS })
    await made.downloads.start(SCOPE)
    await turns(100)
    expect(await made.downloads.list()).toMatchObject([{ status: 'waiting', resumesAt: null }])
    await ended(made)
    expect(await made.downloads.list()).toMatchObject([{ status: 'done', done: 61, failures: [] }])
    expect(made.asked.length - 61).toBeLessThanOrEqual(5 * AT_ONCE)
  },
)

test('a download that waits for an unavailable service can be cancelled', async () => {
  const { downloads, asked } = outage({ ms: Infinity })
  await downloads.start(SCOPE)
  await turns(100)
  const sent = asked.length
  await downloads.cancel(ACCOUNT)
  expect(await downloads.list()).toMatchObject([{ status: 'cancelled', done: 19, failures: [] }])
  await turns(100)
  expect(asked).toHaveLength(sent)
})

test('a request that the service cannot answer delays the others by a minute at most', async () => {
  const made = desk((name, input, options) =>
    name === 'stats' && input['player_id'] === idOf(3)
      ? fails({ kind: 'unavailable', status: 503, text: '' })
      : answers(name, input, options),
  )
  await made.downloads.start(SCOPE)
  await ended(made)
  const [state] = await made.downloads.list()
  expect(state).toMatchObject({ status: 'done', done: 61 })
  expect(state?.failures.map(({ player_id }) => player_id)).toEqual([idOf(3), idOf(3)])
  expect(made.clock.now() - STARTS_AT).toBeLessThanOrEqual(2 * MINUTE_MS)
})

test.each([
  { status: 500, minutes: 0 },
  { status: 503, minutes: 18 },
])(
  'a download stops when every request fails with $status for more than $minutes minutes',
  async ({ status, minutes }) => {
    const made = outage({ ms: Infinity, from: 2, status })
    await made.downloads.start(SCOPE)
    await ended(made)
    expect(await made.downloads.list()).toMatchObject([{ status: 'failed' }])
    expect(made.asked.length).toBeLessThan(48 + 4 * AT_ONCE)
    expect(made.clock.now() - STARTS_AT).toBe(minutes * MINUTE_MS)
  },
)

test('a report does not wait for an unavailable service, so that others need not wait for it', async () => {
  const { downloads, clock } = outage({ ms: Infinity, from: 2 })
  const state = await downloads.runInBetween(SCOPE)
  expect(state.status).toBe('failed')
  expect(clock.now()).toBe(STARTS_AT)
})
