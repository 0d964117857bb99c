import { expect, test } from 'vitest'
import { PAUSES_MS } from '../../../../src/main/features/downloads/job.ts'
import { AT_ONCE } from '../../../../src/main/features/downloads/pool.ts'
import {
  ACCOUNT,
  type Ask,
  answers,
  desk,
  ended,
  fails,
  PLAYERS,
  SCOPE,
  STARTS_AT,
  turns,
} from '../../../support/download-desk.ts'
import { aPlayer, idOf } from '../../../support/statistics.ts'

const MINUTE_MS = 60_000
const MANY = Array.from({ length: 40 }, (_, index) => aPlayer({ id: idOf(index + 1) }))

/** A service of 40 players that is unavailable from the 31st request on, for so long. */
function outage(ms: number) {
  let until: number | undefined
  let count = 0
  const made: ReturnType<typeof desk> = desk(async (name, ...rest) => {
    await answers(name, ...rest)
    if (made.asked.length > 30) until ??= made.clock.now() + ms
    if (until && made.clock.now() < until)
      return fails({ kind: 'unavailable', status: 503, text: '' })
    count++
    return name === 'players' ? MANY : []
  })
  return { ...made, answered: () => count }
}

test.each([1, 6, 60])(
  'a download goes on after an outage of %i minutes, and misses nothing',
  async (minutes) => {
    const made = outage(minutes * MINUTE_MS)
    await made.downloads.start(SCOPE)
    await turns(200)
    const waits = { status: 'waiting', resumesAt: STARTS_AT + MINUTE_MS, isUnavailable: true }
    const done = made.answered()
    expect(await made.downloads.list()).toMatchObject([{ ...waits, done, failures: [] }])
    await ended(made)
    const [state] = await made.downloads.list()
    expect(state).toMatchObject({ status: 'done', resumesAt: null, failures: [] })
    expect(state?.isUnavailable).toBeUndefined()
    const requests = new Set(made.asked.map((one) => JSON.stringify(one)))
    expect(requests.size).toBe(1 + 3 * MANY.length)
    // All that failed before the first pause, and after each the first ones.
    expect(made.asked.length - requests.size).toBeLessThan(48 + PAUSES_MS.length * 2 * AT_ONCE)
    expect(made.seen.downloadedAt).toEqual([STARTS_AT])
  },
)

test('a download stops when the service stays unavailable for more than an hour', async () => {
  const made = outage(Infinity)
  await made.downloads.start(SCOPE)
  await ended(made)
  const [state] = await made.downloads.list()
  expect(state).toMatchObject({ status: 'failed', endedAt: STARTS_AT + 68 * MINUTE_MS })
  expect(state?.failures[0]?.failure.kind).toBe('unavailable')
})

test('a download that waits for an unavailable service can be cancelled', async () => {
  const made = outage(Infinity)
  await made.downloads.start(SCOPE)
  await turns(200)
  const sent = made.asked.length
  await made.downloads.cancel(ACCOUNT)
  const done = made.answered()
  expect(await made.downloads.list()).toMatchObject([{ status: 'cancelled', done }])
  await made.clock.advance(2 * MINUTE_MS)
  expect(made.asked).toHaveLength(sent)
  expect(await made.store.openDownloads()).toEqual([])
})

test('requests that the service never answers do not delay the others', async () => {
  const failing = new Set<unknown>([3, 4, 5, 6, 7, 8, 9].map(idOf))
  const ask: Ask = async (name, input, options) => {
    const answer = await answers(name, input, options)
    const isFailing = name === 'stats' && failing.has(input['player_id'])
    return isFailing ? fails({ kind: 'unavailable', status: 503, text: '' }) : answer
  }
  const { downloads, clock } = desk(ask)
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  const [state] = await downloads.list()
  expect(state).toMatchObject({ status: 'done', done: 1 + 3 * PLAYERS.length })
  expect(state?.failures).toHaveLength(2 * failing.size)
  expect(clock.now()).toBe(STARTS_AT)
})

test.each([500, 503])(
  'requests that the service always refuses with %i are asked for again once, when the user wants it',
  async (status) => {
    const made = desk(async (name, ...rest) => {
      await answers(name, ...rest)
      if (name === 'stats') return fails({ kind: 'unavailable', status, text: '' })
      return name === 'players' ? MANY : []
    })
    await made.downloads.start(SCOPE)
    await made.downloads.ended(ACCOUNT)
    expect(await made.downloads.list()).toMatchObject([{ status: 'done' }])
    await made.downloads.resume(ACCOUNT)
    await made.downloads.ended(ACCOUNT)
    expect(made.clock.now()).toBe(STARTS_AT)
  },
)

test('after a sleep in a pause, a download goes on at once', async () => {
  const made = outage(30 * MINUTE_MS)
  await made.downloads.start(SCOPE)
  await turns(200)
  made.clock.sleep(8 * 60 * MINUTE_MS)
  await made.clock.advance(10_000)
  await made.downloads.ended(ACCOUNT)
  expect(await made.downloads.list()).toMatchObject([{ status: 'done', failures: [] }])
})

test('a report does not wait for an unavailable service, so that others need not wait for it', async () => {
  const { downloads, clock } = outage(Infinity)
  const state = await downloads.runInBetween(SCOPE)
  expect(state.status).toBe('failed')
  expect(clock.now()).toBe(STARTS_AT)
})
