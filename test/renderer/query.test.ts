import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CallFailed, call, shownCalls } from '../../src/renderer/bridge.ts'
import {
  callQuery,
  knownAtFirst,
  makeQuery,
  prefetch,
  type Query,
  sharedQuery,
} from '../../src/renderer/query.ts'
import type { Failure } from '../../src/shared/failure.ts'
import { change, stubBridge } from '../support/page-bridge.ts'

const FRAME_MS = 16
const FULL: Failure = { kind: 'storage', reason: 'full', path: '/data', text: '' }

// What the preload gives the page.
beforeAll(() => {
  const reply = { ok: true, value: [] }
  stubBridge(() => Promise.resolve(reply))
})
afterAll(() => {
  vi.unstubAllGlobals()
})

interface Turn {
  answer: (value: string) => Promise<void>
  fail: (failure: Failure) => Promise<void>
}

/** Something asked, whose answers come when the test says so. */
function query() {
  const turns: Turn[] = []
  // A call of another test that is never answered makes each notification wait for a frame.
  const settled = () => new Promise<void>((done) => setTimeout(done, 2 * FRAME_MS))
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      turns.push({
        answer: (value) => (resolve(value), settled()),
        fail: (failure) => (reject(new CallFailed(failure)), settled()),
      })
    })
  const asking = makeQuery(ask, [])
  const seen: (string | undefined)[] = []
  const stop = asking.subscribe(() => seen.push(asking.now().value))
  const turn = (index: number) => turns[index] as Turn
  return { ...asking, seen, stop, turn, refetch: asking.now().refetch }
}

test('a failed refetch keeps the shown value, with the failure, until a refetch succeeds', async () => {
  const { now, turn, refetch } = query()
  await turn(0).answer('first')
  refetch()
  await turn(1).fail(FULL)
  expect(now()).toMatchObject({ value: 'first', failure: FULL })
  refetch()
  await turn(2).answer('second')
  expect(now()).toMatchObject({ value: 'second', failure: undefined })
})

test('a refetch draws its components again only when the answer or the failure is another', async () => {
  const { seen, turn, refetch } = query()
  await turn(0).answer('first')
  refetch()
  await turn(1).answer('first')
  refetch()
  await turn(2).fail(FULL)
  refetch()
  await turn(3).fail({ ...FULL })
  expect(seen).toEqual(['first', 'first'])
})

test('a query knows whether the user asks or main reported a change', () => {
  const asked: boolean[] = []
  const fetch = (isAsked: boolean) => Promise.resolve(asked.push(isAsked))
  const { subscribe, now } = makeQuery(fetch, ['analytics'])
  const stop = subscribe(() => undefined)
  now().refetch()
  change('analytics')
  stop()
  expect(asked).toEqual([false, true, false])
})

test('an answer that is known when the query begins is fetched once something changed', async () => {
  const fetched: boolean[] = []
  const fetch = (isAsked: boolean) => Promise.resolve(`round ${fetched.push(isAsked)}`)
  const { subscribe, now, answered } = makeQuery(knownAtFirst('known', fetch), ['proposals'])
  const stop = subscribe(() => undefined)
  await answered()
  expect(now().value).toBe('known')
  expect(fetched).toEqual([])
  change('proposals')
  await answered()
  expect(now().value).toBe('round 1')
  stop()
})

test('a failed first fetch shows no value', async () => {
  const { now, turn } = query()
  await turn(0).fail(FULL)
  expect(now()).toMatchObject({ value: undefined, failure: FULL })
})

test('with overlapping refetches every answer is shown', async () => {
  const { now, turn, refetch } = query()
  for (let round = 0; round < 5; round++) {
    refetch()
    await turn(round).answer(`answer ${round}`)
    expect(now()).toMatchObject({ value: `answer ${round}` })
  }
  await turn(5).answer('last')
  expect(now()).toMatchObject({ value: 'last' })
})

test('an answer older than the shown one is dropped', async () => {
  const { now, turn, refetch } = query()
  refetch()
  await turn(1).answer('newer')
  await turn(0).answer('older')
  expect(now()).toMatchObject({ value: 'newer' })
})

test('an answer that arrives after the last unsubscribe is dropped', async () => {
  const { now, turn, stop } = query()
  stop()
  await turn(0).answer('late')
  expect(now().value).toBeUndefined()
})

test('the calls for a report are those of the queries on screen, each once', () => {
  const account_id = 'abcdefghijkl'
  const player_ids = ['a', 'b', 'c']
  const listen = () => undefined
  const [a, b, c] = player_ids.map((player_id) =>
    makeQuery(() => call.markers.list({ account_id, player_id }), []),
  )
  const markers = () => shownCalls().map(({ input }) => (input as { player_id: string }).player_id)
  const hideA = a?.subscribe(listen)
  const hideB = b?.subscribe(listen)
  const again = makeQuery(() => call.markers.list({ account_id, player_id: 'b' }), [])
  const hideAgain = again.subscribe(listen)
  expect(markers()).toEqual(['a', 'b'])
  hideA?.()
  const hideC = c?.subscribe(listen)
  expect(markers()).toEqual(['b', 'c'])
  hideB?.()
  expect(markers().toSorted()).toEqual(['b', 'c'])
  hideAgain()
  a?.subscribe(listen)()
  expect(markers()).toEqual(['c'])
  hideC?.()
  expect(markers()).toEqual([])
})

test('calls made outside a query, or of a stopped one, are in no report', async () => {
  const { stop } = query()
  await call.markers.list({ account_id: 'abcdefghijkl', player_id: 'a' })
  expect(shownCalls()).toEqual([])
  stop()
})

test('components with the same query share one fetch and its answer, until none of them is left', async () => {
  let fetches = 0
  const fetch = () => Promise.resolve(++fetches)
  const [one, other] = [sharedQuery('same', fetch, []), sharedQuery('same', fetch, [])]
  const stops = [one.subscribe(() => undefined), other.subscribe(() => undefined)]
  await one.answered()
  expect([fetches, one.now().value, other.now().value]).toEqual([1, 1, 1])
  for (const stop of stops) stop()
  expect(sharedQuery('same', fetch, []).now().value).toBeUndefined()
})

test('queries that follow changes of different things are not shared', async () => {
  let fetches = 0
  const fetch = () => Promise.resolve(++fetches)
  const all = [sharedQuery('key', fetch, ['videos']), sharedQuery('key', fetch, ['edits'])]
  const stops = all.map(({ subscribe }) => subscribe(() => undefined))
  await Promise.all(all.map(({ answered }) => answered()))
  expect(fetches).toBe(2)
  for (const stop of stops) stop()
})

test('a costly query is fetched again at once after its own change, and once a while after others', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let count = 0
  const { subscribe } = makeQuery(() => Promise.resolve(++count), ['problems', 'edits'], true)
  const stop = subscribe(() => undefined)
  change('problems')
  expect(count).toBe(2)
  for (let time = 0; time < 3; time++) change('edits')
  expect(count).toBe(2)
  vi.advanceTimersByTime(500)
  expect(count).toBe(3)
  change('edits')
  stop()
  vi.advanceTimersByTime(500)
  expect(count).toBe(3)
  vi.useRealTimers()
})

test('different queries about the same account have different keys', () => {
  const input = { account_id: 'abcdefghijkl' }
  const keys = [
    callQuery('analytics', 'players', input),
    callQuery('analytics', 'quotaUsage', input),
  ]
  expect(new Set(keys.map(([key]) => key)).size).toBe(2)
  // @ts-expect-error -- an id alone is no key
  const unnamed: Query<string> = [input.account_id, () => Promise.resolve(''), ['analytics']]
  expect(keys.map(([key]) => key)).not.toContain(unnamed[0])
})

test('an analytics call that is asked again by the user is requested anew, after a change it is not', async () => {
  const sent: string[] = []
  const answering = vi.spyOn(window.cuepoint, 'call').mockImplementation((_noun, _verb, input) => {
    sent.push(input ?? '')
    return Promise.resolve({ ok: true, value: [] })
  })
  const account_id = 'abcdefghijkl'
  const [, quota] = callQuery('analytics', 'quotaUsage', { account_id })
  const [, marks] = callQuery('players', 'marks', { account_id })
  await quota(true)
  await quota(false)
  await marks(true)
  expect(sent.map((input) => input.includes('"refresh":true'))).toEqual([true, false, false])
  answering.mockRestore()
})

test('a prefetched answer is in a report only once it is shown', async () => {
  const input = { account_id: 'abcdefghijkl', player_id: 'soon' }
  const list = () => call.markers.list(input)
  await prefetch('markers of soon', list, [])
  expect(shownCalls()).toEqual([])
  const hide = sharedQuery('markers of soon', list, []).subscribe(() => undefined)
  expect(shownCalls()).toHaveLength(1)
  hide()
  expect(shownCalls()).toEqual([])
})
