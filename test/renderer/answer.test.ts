import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeAsking } from '../../src/renderer/answer.ts'
import { CallFailed } from '../../src/renderer/bridge.ts'
import type { Failure } from '../../src/shared/failure.ts'

const FULL: Failure = { kind: 'storage', reason: 'full', path: '/data', text: '' }

// What the preload gives the page; nothing changes here.
beforeAll(() => vi.stubGlobal('window', { desk: { onChanged: () => () => undefined } }))
afterAll(() => {
  vi.unstubAllGlobals()
})

interface Turn {
  answer: (value: string) => Promise<void>
  fail: (failure: Failure) => Promise<void>
}

/** Something asked, whose answers come when the test says so. */
function asked() {
  const turns: Turn[] = []
  const settled = () => new Promise<void>((done) => setImmediate(done))
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      turns.push({
        answer: (value) => (resolve(value), settled()),
        fail: (failure) => (reject(new CallFailed(failure)), settled()),
      })
    })
  const asking = makeAsking(ask, [])
  const seen: (string | undefined)[] = []
  const stop = asking.subscribe(() => seen.push(asking.now().value))
  const turn = (index: number) => turns[index] as Turn
  return { ...asking, seen, stop, turn, askAgain: asking.now().askAgain }
}

test('what is shown stays when it cannot be read again, with the reason, until it can', async () => {
  const { now, turn, askAgain } = asked()
  await turn(0).answer('first')
  askAgain()
  await turn(1).fail(FULL)
  expect(now()).toMatchObject({ value: 'first', failure: FULL, isAsking: false })
  askAgain()
  await turn(2).answer('second')
  expect(now()).toMatchObject({ value: 'second', failure: undefined })
})

test('where nothing was shown yet, a failure leaves nothing', async () => {
  const { now, turn } = asked()
  await turn(0).fail(FULL)
  expect(now()).toMatchObject({ value: undefined, failure: FULL })
})

test('what is asked again before each answer comes is shown all the same', async () => {
  const { now, turn, askAgain } = asked()
  for (let round = 0; round < 5; round++) {
    askAgain()
    await turn(round).answer(`answer ${round}`)
    expect(now()).toMatchObject({ value: `answer ${round}`, isAsking: true })
  }
  await turn(5).answer('last')
  expect(now()).toMatchObject({ value: 'last', isAsking: false })
})

test('an answer that a newer one has overtaken is dropped', async () => {
  const { now, turn, askAgain } = asked()
  askAgain()
  await turn(1).answer('newer')
  await turn(0).answer('older')
  expect(now()).toMatchObject({ value: 'newer', isAsking: false })
})

test('what comes when nobody looks any more is dropped', async () => {
  const { now, turn, stop } = asked()
  stop()
  await turn(0).answer('late')
  expect(now().value).toBeUndefined()
})
