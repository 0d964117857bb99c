import { expect, test } from 'vitest'
import { AT_ONCE } from '../../../../src/main/features/downloads/pool.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import {
  type DownloadScope,
  downloadOutcome,
  failedRequests,
} from '../../../../src/shared/features/downloads/download.ts'
import { isSettled } from '../../../../src/shared/time/period.ts'
import { virtualClock } from '../../../support/clock.ts'
import {
  ACCOUNT,
  type Ask,
  answers,
  desk,
  ended,
  fails,
  memoryStore,
  PLAYERS,
  rangeOf,
  SCOPE,
  STARTS_AT,
  turns,
  ZONE,
} from '../../../support/download-desk.ts'
import { aPlayer, idOf } from '../../../support/statistics.ts'

test('a download sends each request once, the player list first, at most six at a time', async () => {
  const { downloads, asked, seen } = desk(answers)
  const started = await downloads.start(SCOPE)
  expect(started.status).toBe('running')
  await downloads.ended(ACCOUNT)
  const [state] = await downloads.list()
  expect(state).toMatchObject({ status: 'done', total: 61, done: 61, failures: [] })
  expect(asked[0]?.name).toBe('players')
  expect(asked).toHaveLength(61)
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(61)
  expect(seen.most).toBe(6)
})

test('an account was downloaded when all of its players were asked about and most answered', async () => {
  const downloadedAt = async (answer: Ask, scope: DownloadScope) => {
    const { downloads, seen, clock } = desk(answer)
    await downloads.start(scope)
    await ended({ downloads, clock })
    return seen.downloadedAt
  }
  const unavailable: Failure = { kind: 'unavailable', status: 503, text: '' }
  const failing = (of: readonly Player[], failed: number, failure: Failure = unavailable): Ask => {
    const ids: unknown[] = of.slice(0, failed).map(({ id }) => id)
    return async (name, { player_id }) => {
      if (name === 'players') return of
      return ids.includes(player_id) ? fails(failure) : []
    }
  }
  expect(await downloadedAt(answers, SCOPE)).toEqual([STARTS_AT])
  expect(await downloadedAt(failing(PLAYERS, 1), SCOPE)).toEqual([STARTS_AT])
  expect(await downloadedAt(failing(PLAYERS.slice(0, 2), 2), SCOPE)).toEqual([null])
  const notInPlan: Failure = { kind: 'not-in-plan', code: 241, text: '' }
  expect(await downloadedAt(failing(PLAYERS, PLAYERS.length, notInPlan), SCOPE)).toEqual([null])
  expect(await downloadedAt(answers, { ...SCOPE, player_ids: [idOf(1)] })).toEqual([null])
})

test('an account whose zone changed during a download was downloaded in the zone that it had', async () => {
  let timezone = ZONE
  const kept: unknown[] = []
  const store = {
    ...memoryStore(),
    accounts: async () => [{ id: ACCOUNT, timezone }],
    keepDownloaded: async (...one: unknown[]) => void kept.push(one),
  }
  const { downloads, seen } = desk((...asking) => {
    if (asking[0] === 'statsByDay') timezone = 'Asia/Tokyo'
    return answers(...asking)
  }, store)
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  expect(await downloads.list()).toMatchObject([{ status: 'done', failures: [] }])
  expect(seen.downloadedAt).toEqual([null])
  expect(kept).toEqual([[{ account_id: ACCOUNT, timezone: ZONE }, STARTS_AT]])
})

test('failed requests beyond those that are listed count as failed', async () => {
  const players = Array.from({ length: 400 }, (_, index) => aPlayer({ id: idOf(index + 1) }))
  let count = 0
  const { downloads, seen, clock } = desk((name) => {
    if (name === 'players') return players
    return ++count % 10 === 0 ? [] : fails({ kind: 'unavailable', status: 503, text: '' })
  })
  await downloads.start(SCOPE)
  await ended({ downloads, clock })
  const [state] = await downloads.list()
  if (!state) throw new Error('no download')
  const failed = count - Math.floor(count / 10)
  expect([state.failures.length, failedRequests(state)]).toEqual([500, failed])
  expect(failed).toBeGreaterThan(state.done / 2)
  expect(seen.downloadedAt).toEqual([null])
  expect(downloadOutcome({ ...state, done: failed })).toBe('failed')
})

test('the plan lists its requests, and reads the player list only when it is not stored', async () => {
  const { downloads, asked } = desk(answers)
  expect(await downloads.plan(SCOPE)).toMatchObject({ players: 20, requests: 61, settledDays: 0 })
  await downloads.plan(SCOPE)
  expect(asked.map(({ name }) => name)).toEqual(['players'])
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  expect(await downloads.plan(SCOPE)).toMatchObject({
    // The players, and of each the days that can still change and the period's figures.
    requests: 41,
    settledDays: 200,
  })
})

test('a second download requests no settled day again', async () => {
  const { downloads, asked } = desk(answers)
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  const before = asked.length
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  const days = asked.slice(before).filter(({ name }) => name === 'statsByDay')
  expect(
    days.flatMap(({ input }) => rangeOf(input)).filter((day) => isSettled(day, ZONE, STARTS_AT)),
  ).toEqual([])
})

test('killed at any moment, a download is found interrupted, and resumes without repeating a request', async () => {
  for (const diesAfter of [1, 2, 7, 20, 40, 59, 60]) {
    const store = memoryStore()
    let answered = 0
    const first = desk(
      (...asking) => (answered++ < diesAfter ? answers(...asking) : new Promise(() => {})),
      store,
    )
    await first.downloads.start(SCOPE)
    for (let turn = 0; turn < 200; turn++) await new Promise((next) => setImmediate(next))
    void first.clock.advance(60_000)

    const second = desk(answers, store, virtualClock(STARTS_AT + 60_000))
    expect(await second.downloads.list()).toMatchObject([{ status: 'interrupted', scope: SCOPE }])
    await second.downloads.resume(ACCOUNT)
    await second.downloads.ended(ACCOUNT)
    const kept = first.asked.slice(0, diesAfter).map((one) => JSON.stringify(one))
    const again = second.asked.map((one) => JSON.stringify(one))
    expect(again.filter((one) => kept.includes(one))).toEqual([])
    expect(new Set([...kept, ...again]).size).toBe(61)
    expect((await second.downloads.list())[0]).toMatchObject({ status: 'done' })
  }
})

const HOUR = 3_600_000

/** A download of over six hours, an answer each half hour, that stopped before its last requests. */
async function longDownload(stops: (first: ReturnType<typeof desk>) => Promise<void>) {
  const clock = virtualClock(STARTS_AT)
  const first = desk(
    async (name, _, { signal }) => {
      await clock.wait(HOUR / 2, signal)
      return name === 'players' ? PLAYERS : []
    },
    memoryStore(),
    clock,
  )
  const scope = { ...SCOPE, withPlayers: true }
  await first.downloads.start(scope)
  await clock.advance(6.2 * HOUR)
  await stops(first)
  const answered = first.asked.slice(0, -AT_ONCE).map((one) => JSON.stringify(one))
  expect(answered.length).toBeGreaterThan(50)
  /** How many of the answered requests are sent again when it resumes after a pause. */
  return async (pause: number) => {
    const second = desk(answers, first.store, virtualClock(clock.now() + pause))
    await second.downloads.resume(ACCOUNT)
    await second.downloads.ended(ACCOUNT)
    return second.asked.filter((one) => answered.includes(JSON.stringify(one))).length
  }
}

test.each([
  ['quit', ({ downloads }: ReturnType<typeof desk>) => downloads.close()],
  ['cancelled', ({ downloads }: ReturnType<typeof desk>) => downloads.cancel(ACCOUNT)],
  ['killed', () => Promise.resolve()],
] as const)(
  'a download that was %s after more than six hours of work continues until the end of the next day, and starts over after that',
  async (_, stops) => {
    const askedAgainAfter = async (pause: number) => (await longDownload(stops))(pause)
    expect(await askedAgainAfter(60_000)).toBe(0)
    // It began at noon.
    expect(await askedAgainAfter(29 * HOUR)).toBe(0)
    // Settled days are never asked about again.
    expect(await askedAgainAfter(30 * HOUR)).toBeGreaterThan(PLAYERS.length)
  },
)

test('an account whose download was continued was downloaded when the first part of it began', async () => {
  const store = memoryStore()
  await desk(() => new Promise(() => {}), store).downloads.start(SCOPE)
  const { downloads, seen } = desk(answers, store, virtualClock(STARTS_AT + 5 * HOUR))
  await downloads.resume(ACCOUNT)
  await downloads.ended(ACCOUNT)
  expect(seen.downloadedAt).toEqual([STARTS_AT])
})

test('a download is continued, not begun anew, while this computer’s clock is far ahead of the service’s', async () => {
  const store = memoryStore()
  let answered = 0
  const first = desk(
    (...asking) => (answered++ < 40 ? answers(...asking) : new Promise(() => {})),
    store,
    virtualClock(STARTS_AT),
    3 * HOUR,
  )
  await first.downloads.start(SCOPE)
  await turns(200)

  const second = desk(answers, store, virtualClock(STARTS_AT + 60_000), 3 * HOUR)
  await second.downloads.resume(ACCOUNT)
  await second.downloads.ended(ACCOUNT)
  const kept = first.asked.slice(0, 40).map((one) => JSON.stringify(one))
  expect(second.asked.filter((one) => kept.includes(JSON.stringify(one)))).toEqual([])
  expect(await second.downloads.list()).toMatchObject([{ status: 'done' }])
})

test('cancelling a download that an earlier run left is no activity of it', async () => {
  const store = memoryStore()
  await desk(() => new Promise(() => {}), store).downloads.start(SCOPE)
  const { downloads } = desk(answers, store, virtualClock(STARTS_AT + 7 * HOUR))
  await downloads.cancel(ACCOUNT)
  expect(await downloads.list()).toMatchObject([{ status: 'cancelled', endedAt: STARTS_AT }])
})

test.each<Failure>([
  { kind: 'invalid', fields: [], text: 'no' },
  { kind: 'offline', reason: 'timeout', host: 'x' },
])('a failed request is recorded and the others continue ($kind)', async (failure) => {
  const bad = idOf(3)
  const { downloads } = desk((name, input, options) =>
    input['player_id'] === bad && name === 'stats' ? fails(failure) : answers(name, input, options),
  )
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  const [state] = await downloads.list()
  expect(state).toMatchObject({ status: 'done', done: 61 })
  expect(state?.failures).toEqual([
    { what: 'stats', player_id: bad, failure },
    { what: 'stats', player_id: bad, failure },
  ])
})

test('a download of which requests failed sends these alone when it is resumed', async () => {
  let isBad = true
  const { downloads, asked } = desk((name, input, options) =>
    isBad && name === 'stats' && input['player_id'] === idOf(3)
      ? fails({ kind: 'invalid', fields: [], text: 'no' })
      : answers(name, input, options),
  )
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  const before = asked.length
  isBad = false
  await downloads.resume(ACCOUNT)
  await downloads.ended(ACCOUNT)
  expect(asked.slice(before).map(({ name }) => name)).toEqual(['stats', 'stats'])
  expect((await downloads.list())[0]).toMatchObject({ status: 'done', failures: [] })
})

test('a failure that affects every request stops the download, which can be resumed', async () => {
  const failures: Failure[] = [
    { kind: 'unauthorized', reason: 'invalid-credentials', text: 'x' },
    { kind: 'not-in-plan', code: 516, text: 'x' },
    { kind: 'storage', reason: 'full', path: '/x', text: 'x' },
    { kind: 'offline', reason: 'unreachable', host: 'x' },
    { kind: 'key', state: 'locked' },
  ]
  for (const failure of failures) {
    let isBroken = true
    let count = 0
    const { downloads, asked } = desk((...asking) =>
      isBroken && count++ >= 10 ? fails(failure) : answers(...asking),
    )
    await downloads.start(SCOPE)
    await downloads.ended(ACCOUNT)
    const [state] = await downloads.list()
    expect(state).toMatchObject({ status: 'failed', failures: [{ failure }] })
    expect(asked.length).toBeLessThanOrEqual(17)
    isBroken = false
    await downloads.resume(ACCOUNT)
    await downloads.ended(ACCOUNT)
    expect((await downloads.list())[0]).toMatchObject({ status: 'done', failures: [] })
  }
})

test('what the plan does not allow is recorded once, counts as failed, is requested no more, and stops nothing else', async () => {
  const failure: Failure = { kind: 'not-in-plan', code: 241, text: 'x' }
  const refuses = (name: string, input: Record<string, unknown>) =>
    name === 'customMetrics' || (name === 'statsByField' && input['field'] === 'browser')
  const { downloads, asked } = desk((name, input, options) =>
    refuses(name, input) ? fails(failure) : answers(name, input, options),
  )
  await downloads.start({ ...SCOPE, withPlayers: true })
  await downloads.ended(ACCOUNT)
  const [state] = await downloads.list()
  expect(state?.status).toBe('done')
  expect(state?.done).toBe(state?.total)
  const said = state?.failures.map(({ what }) => what)
  expect(said?.toSorted()).toEqual(['customMetrics', 'statsByField'])
  // The metrics of the period alone, and the field of both periods.
  expect(state && failedRequests(state)).toBe(3 * PLAYERS.length)
  const refused = asked.filter(({ name, input }) => refuses(name, input))
  expect(refused.length).toBeLessThanOrEqual(2 * AT_ONCE)
  const countries = asked.filter(({ input }) => input['field'] === 'country')
  expect(countries.length).toBeGreaterThanOrEqual(PLAYERS.length)
})

test('without a player list the download fails with the reason', async () => {
  const failure: Failure = { kind: 'unavailable', status: 503, text: 'x' }
  const { downloads, clock } = desk(() => fails(failure))
  await downloads.start(SCOPE)
  await ended({ downloads, clock })
  expect((await downloads.list())[0]).toMatchObject({ status: 'failed', failures: [{ failure }] })
})

test('a download that cannot be planned fails with the reason', async () => {
  const failure: Failure = { kind: 'unexpected', text: 'x' }
  const { downloads } = desk(answers, { ...memoryStore(), dayCover: () => fails(failure) })
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  expect((await downloads.list())[0]).toMatchObject({ status: 'failed', failures: [{ failure }] })
})

test('a download stops early when every request fails', async () => {
  const { downloads, asked } = desk((name, input, options) =>
    name === 'players'
      ? answers(name, input, options)
      : fails({ kind: 'malformed', reason: 'shape', where: '$' }),
  )
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  expect((await downloads.list())[0]?.status).toBe('failed')
  expect(asked.length).toBeLessThan(48)
})

test('an endpoint that fails for every player is given up, and all others are requested', async () => {
  const failure: Failure = { kind: 'malformed', reason: 'shape', where: '$' }
  const { downloads, asked } = desk((name, input, options) =>
    name === 'userEngagement' ? fails(failure) : answers(name, input, options),
  )
  await downloads.start({ ...SCOPE, withPlayers: true })
  await downloads.ended(ACCOUNT)
  const [state] = await downloads.list()
  expect(state?.status).toBe('done')
  expect(new Set(state?.failures.map(({ what }) => what))).toEqual(new Set(['userEngagement']))
  const times = (name: string) => asked.filter((one) => one.name === name).length
  expect(times('userEngagement')).toBeLessThan(24 + AT_ONCE)
  expect([times('statsByDay'), times('stats')]).toEqual([PLAYERS.length, 2 * PLAYERS.length])
})

/** A download whose requests wait for the quota, by their number: `waits` is given it and the time. */
function waitingForQuota(waits: (count: number, now: number) => boolean) {
  const clock = virtualClock(STARTS_AT)
  let count = 0
  const { downloads } = desk(
    async (name, input, options) => {
      if (waits(++count, clock.now())) {
        options.onWait(RESUMES_AT)
        await clock.wait(RESUMES_AT - STARTS_AT)
      }
      return answers(name, input, options)
    },
    memoryStore(),
    clock,
  )
  return { downloads, clock }
}

const RESUMES_AT = STARTS_AT + 30_000

test('waiting for the quota is reported with its reset time, until the next answer', async () => {
  const { downloads, clock } = waitingForQuota((count, now) => count >= 20 && now < RESUMES_AT)
  await downloads.start(SCOPE)
  await turns(100)
  expect((await downloads.list())[0]).toMatchObject({ status: 'waiting', resumesAt: RESUMES_AT })
  await clock.until(downloads.ended(ACCOUNT))
  expect((await downloads.list())[0]).toMatchObject({ status: 'done', resumesAt: null })
})

test('a download waits for the quota as long as a request of it does, whatever else is answered', async () => {
  const { downloads, clock } = waitingForQuota((count) => count === 20)
  await downloads.start(SCOPE)
  await turns(300)
  const waiting = { status: 'waiting', resumesAt: RESUMES_AT, done: 60 }
  expect((await downloads.list())[0]).toMatchObject(waiting)
  await clock.until(downloads.ended(ACCOUNT))
  expect((await downloads.list())[0]).toMatchObject({ status: 'done', resumesAt: null })
})

test('a cancelled download aborts pending requests, and keeps what it has', async () => {
  const { downloads, asked, store } = desk((name, input, options) =>
    asked.length > 30 ? new Promise(() => {}) : answers(name, input, options),
  )
  await downloads.start(SCOPE)
  await turns(100)
  await downloads.cancel(ACCOUNT)
  expect((await downloads.list())[0]).toMatchObject({ status: 'cancelled', done: 30 })
  expect(await store.openDownloads()).toEqual([])
  const sent = asked.length
  await downloads.ended(ACCOUNT)
  expect(asked).toHaveLength(sent)
})

test('requests that a new key cancels are sent again by the download, and nothing is missing', async () => {
  const cancelled = new Set<string>()
  const { downloads } = desk((name, input, options) => {
    const request = JSON.stringify([name, input])
    if (cancelled.has(request)) return answers(name, input, options)
    cancelled.add(request)
    return fails({ kind: 'cancelled' })
  })
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  expect((await downloads.list())[0]).toMatchObject({ status: 'done', failures: [] })
})

test('progress is reported at most four times a second', async () => {
  const clock = virtualClock(STARTS_AT)
  const { downloads, seen } = desk(
    async (name, input, options) => {
      await clock.wait(100)
      return answers(name, input, options)
    },
    memoryStore(),
    clock,
  )
  await downloads.start(SCOPE)
  const before = clock.monotonic()
  await ended({ downloads, clock })
  const seconds = (clock.monotonic() - before) / 1000
  // The start and the end are told on top.
  expect(seen.changes).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 3)
})

test('an account is downloaded once at a time', async () => {
  const { downloads } = desk(answers)
  await downloads.start(SCOPE)
  await expect(downloads.start(SCOPE)).rejects.toMatchObject({ failure: { kind: 'refused' } })
  await downloads.ended(ACCOUNT)
  await expect(downloads.resume('acc000000009')).rejects.toMatchObject({
    failure: { kind: 'refused' },
  })
})

test('after the app is closed, an unfinished download is found at the next start', async () => {
  const store = memoryStore()
  const { downloads } = desk(() => new Promise(() => {}), store)
  await downloads.start(SCOPE)
  await downloads.close()
  expect(await store.openDownloads()).toHaveLength(1)
  const next = desk(answers, store)
  await next.downloads.cancel(ACCOUNT)
  expect((await next.downloads.list())[0]?.status).toBe('cancelled')
  expect(await store.openDownloads()).toEqual([])
})
