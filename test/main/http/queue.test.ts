import { expect, test } from 'vitest'
import { countingSleep } from '../../../src/main/clock.ts'
import { makeQueue, type RunOptions } from '../../../src/main/http/queue.ts'
import { AppError, type Failure, failureOf } from '../../../src/shared/failure.ts'
import { virtualClock } from '../../support/clock.ts'

const what = 'stats'
const background = { priority: 'background', what } as const
const interactive = { priority: 'interactive', what } as const
const refusing = (failure: Failure) => async () => {
  throw new AppError(failure)
}
const failureFrom = (promise: Promise<unknown>) => promise.then(() => null, failureOf)

function desk(concurrency = 6) {
  const clock = virtualClock()
  const queue = makeQueue({ clock, random: () => 0.5, concurrency })
  const quota = (waitMs: number): Failure => ({
    kind: 'quota',
    limit_kind: 'queries',
    used: 60,
    limit: 60,
    interval_seconds: 60,
    resetsAt: clock.now() + waitMs,
    text: 'exhausted',
  })
  return { clock, queue, quota }
}

test('interactive tasks go before background ones that came earlier', async () => {
  const { clock, queue } = desk(1)
  const order: string[] = []
  const task = (name: string) => async () => {
    await clock.wait(10)
    order.push(name)
  }
  const all = [
    queue.run(task('background 1'), background),
    queue.run(task('background 2'), background),
    queue.run(task('interactive'), interactive),
  ]
  await clock.until(Promise.all(all))
  expect(order).toEqual(['background 1', 'interactive', 'background 2'])
})

test('no more tasks run at once than allowed', async () => {
  const { clock, queue } = desk(6)
  let running = 0
  let most = 0
  const task = async () => {
    most = Math.max(most, ++running)
    await clock.wait(50)
    running--
  }
  await clock.until(Promise.all(Array.from({ length: 50 }, () => queue.run(task, background))))
  expect(most).toBe(6)
  expect(clock.monotonic()).toBe(450)
})

test('an interactive request does not wait for background ones that the service leaves unanswered', async () => {
  const { clock, queue } = desk(6)
  const unanswered = (signal: AbortSignal) => clock.wait(60_000, signal)
  const hanging = Array.from({ length: 7 }, () => queue.run(unanswered, background))
  expect(await clock.until(queue.run(async () => 'answer', interactive))).toBe('answer')
  expect(clock.monotonic()).toBe(0)
  await clock.until(Promise.all(hanging))
  expect(clock.monotonic()).toBe(120_000)
})

test('after each of a thousand refusals, no request is sent before the quota resets', async () => {
  const { clock, queue, quota } = desk()
  let refusals = 0
  let opensAt = 0
  const early: number[] = []
  const task = async () => {
    await clock.wait(20)
    if (clock.monotonic() < opensAt) early.push(clock.monotonic())
    if (refusals === 1000) return 'answer'
    refusals++
    const wait = 1_000 + ((refusals * 7919) % 59_000)
    opensAt = clock.monotonic() + wait
    throw new AppError(quota(wait))
  }
  const waits: number[] = []
  const answer = queue.run(task, { ...background, onWait: (at) => waits.push(at) })
  expect(await clock.until(answer)).toBe('answer')
  expect({ refusals, early }).toEqual({ refusals: 1000, early: [] })
  expect(waits.length).toBeGreaterThanOrEqual(999)
})

test('a quota that reset while the computer slept is used at once after it', async () => {
  const HOUR_MS = 3_600_000
  const clock = virtualClock()
  const slept = { ms: 0 }
  const sleep = countingSleep(clock, () => (clock.monotonic() + slept.ms) / 1000)
  const queue = makeQueue({ clock: sleep.clock, random: () => 0.5 })
  let asked = 0
  const task = async () => {
    if (++asked > 1) return 'answer'
    throw new AppError({
      ...({ kind: 'quota', limit_kind: 'queries', used: 60, limit: 60, text: '' } as const),
      interval_seconds: 24 * 3600,
      resetsAt: clock.now() + 2 * HOUR_MS,
    })
  }
  const answer = queue.run(task, background)
  await clock.advance(1000)
  expect(await failureFrom(queue.run(task, interactive))).toMatchObject({ kind: 'quota' })
  slept.ms = 8 * HOUR_MS
  sleep.resumeAfterSleep()
  queue.resumeAfterSleep()
  await clock.settle()
  expect([asked, await answer]).toEqual([2, 'answer'])
  expect(clock.monotonic()).toBeLessThan(HOUR_MS)
})

test('after a refusal every task of the queue waits for the reset, with one timer', async () => {
  const { clock, queue, quota } = desk()
  const sentAt: number[] = []
  let isOpen = false
  const task = async () => {
    sentAt.push(clock.monotonic())
    if (!isOpen) throw new AppError(quota(30_000))
  }
  const all = Promise.all(Array.from({ length: 300 }, () => queue.run(task, background)))
  await clock.advance(29_999)
  const before = sentAt.length
  expect(before).toBeLessThanOrEqual(6)
  expect(clock.timers()).toBe(1)
  isOpen = true
  clock.setBack(3_600_000)
  await clock.until(all)
  expect(sentAt[before]).toBeGreaterThanOrEqual(30_000)
  expect(sentAt[before]).toBeLessThan(30_500)
})

test('after a refusal that names no limit, requests go on together once it has passed', async () => {
  const { clock, queue, quota } = desk()
  const refusal = { ...quota(30_000), limit: 0, used: 0 } as Failure
  let isOpen = false
  const task = async () => {
    if (!isOpen) throw new AppError(refusal)
  }
  const all = Promise.all(Array.from({ length: 20 }, () => queue.run(task, background)))
  await clock.advance(29_999)
  isOpen = true
  await clock.until(all)
  expect(clock.monotonic()).toBeLessThan(31_000)
})

test('an interactive request fails at once when the quota would delay it by more than three seconds', async () => {
  const { clock, queue, quota } = desk()
  const refused = failureFrom(queue.run(refusing(quota(40_000)), interactive))
  expect(await clock.until(refused)).toMatchObject({ kind: 'quota', text: 'exhausted' })
  expect(await clock.until(failureFrom(queue.run(async () => 1, interactive)))).toEqual({
    ...quota(40_000),
    resetsAt: clock.now() + 40_250,
  })
  expect(clock.monotonic()).toBe(0)
  await clock.advance(38_000)
  expect(await clock.until(queue.run(async () => 'soon', interactive))).toBe('soon')
  expect(clock.monotonic()).toBe(40_250)
})

test('a background request waits for the quota, but no longer than it may', async () => {
  const { clock, queue, quota } = desk()
  const longest = { ...background, longestWaitMs: 75_000 }
  const refusedFor = (ms: number) => {
    let tries = 0
    return async () => {
      if (tries++ === 0) throw new AppError(quota(ms))
      return 'answered'
    }
  }
  expect(await clock.until(queue.run(refusedFor(60_000), longest))).toBe('answered')
  const at = clock.monotonic()
  const late = [queue.run(refusedFor(3_600_000), longest), queue.run(async () => 'other', longest)]
  expect(await clock.until(Promise.all(late.map(failureFrom)))).toMatchObject([
    { kind: 'quota' },
    null,
  ])
  expect(await failureFrom(queue.run(async () => 'later', longest))).toMatchObject({
    kind: 'quota',
  })
  expect(clock.monotonic()).toBe(at)
  expect(await clock.until(queue.run(async () => 'patient', background))).toBe('patient')
  const refusals = queue.run(refusing(quota(1000)), longest)
  expect(await clock.until(failureFrom(refusals))).toMatchObject({ kind: 'quota' })
})

test('a request that the quota of the day allows does not wait for a download that it does not', async () => {
  const { clock, queue } = desk()
  const hour = 3_600_000
  const end = new Date(clock.now() + 12 * hour).toISOString()
  const day = { interval_seconds: 86_400, interval_starts_at: end, interval_ends_at: end }
  const queries = { used: 9_950, limit: 10_000, remaining: 50 }
  const read_bytes = { used: 0, limit: null, remaining: null }
  queue.learn({ quotas: [{ ...day, queries, read_bytes }] }, clock.now())
  const waits: number[] = []
  const download = queue.run(async () => 'download', {
    ...{ ...background, remaining: () => 2_000 },
    onWait: (at) => waits.push(at - clock.now()),
  })
  const report = queue.run(async () => 'report', { ...background, longestWaitMs: 75_000 })
  expect(await clock.until(report)).toBe('report')
  expect(clock.monotonic()).toBe(0)
  expect(await clock.until(download)).toBe('download')
  expect(waits).toEqual([12 * hour - 5 * 60_000])
})

test('a request that is cheaper than the one of the user before it says until when both wait', async () => {
  const { clock, queue } = desk()
  const send = (
    kind: string,
    waits: number[] = [],
    as: Pick<RunOptions, 'priority'> = interactive,
  ) =>
    queue.run(async () => undefined, {
      ...{ ...as, what: kind },
      onWait: (at) => waits.push(at - clock.now()),
    })
  const learn = (used: number, endsInMs: number) => {
    const interval_ends_at = new Date(clock.now() + endsInMs).toISOString()
    const minute = { interval_seconds: 60, interval_starts_at: interval_ends_at, interval_ends_at }
    const queries = { used, limit: 60, remaining: 60 - used }
    const read_bytes = { used: 0, limit: null, remaining: null }
    queue.learn({ quotas: [{ ...minute, queries, read_bytes }] }, clock.now())
  }
  learn(0, 20_000)
  for (const time of [1, 2, 3, 4, 5, 6]) {
    await Promise.all([send('dear'), send('dear'), send('cheap')])
    learn(9 * time, 20_000)
  }
  await clock.advance(3_600_000)
  learn(56, 2_000)
  const [own, others]: [number[], number[]] = [[], []]
  const all = Promise.all([send('dear', own), send('cheap', others, background)])
  expect(own[0]).toBeGreaterThan(0)
  expect(others).toEqual(own)
  await clock.until(all)
})

test('a cancelled task ends at once, waiting or running', async () => {
  const { clock, queue, quota } = desk(1)
  const stop = new AbortController()
  let aborted = false
  const running = queue.run(
    (signal) =>
      clock.wait(60_000, signal).catch((thrown) => {
        aborted = true
        throw thrown
      }),
    { ...background, signal: stop.signal },
  )
  const waiting = queue.run(refusing(quota(1)), { ...background, signal: stop.signal })
  const outcomes = Promise.all([failureFrom(running), failureFrom(waiting)])
  await clock.advance(1_000)
  stop.abort()
  expect(await clock.until(outcomes)).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }])
  expect({ at: clock.monotonic(), aborted }).toEqual({ at: 1_000, aborted: true })
  expect(await clock.until(queue.run(async () => 'next', background))).toBe('next')
})

test.each<Failure>([
  { kind: 'unauthorized', reason: 'invalid-credentials', text: '' },
  { kind: 'not-in-plan', code: 516, text: '' },
])(
  'a refused key stops all background work for half a minute, or until it is opened again: $kind',
  async (failure) => {
    const { clock, queue } = desk(2)
    let sent = 0
    const task = async () => {
      sent++
      await clock.wait(10)
      throw new AppError(failure)
    }
    const outcomes = await clock.until(
      Promise.all(Array.from({ length: 50 }, () => failureFrom(queue.run(task, background)))),
    )
    expect(sent).toBe(2)
    expect(new Set(outcomes)).toEqual(new Set([failure]))
    expect(await failureFrom(queue.run(task, background))).toEqual(failure)
    expect(sent).toBe(2)
    await clock.advance(30_000)
    expect(await clock.until(failureFrom(queue.run(task, background)))).toEqual(failure)
    expect(await failureFrom(queue.run(task, background))).toEqual(failure)
    expect(sent).toBe(3)
    queue.reopen()
    expect(await clock.until(queue.run(async () => 'open', background))).toBe('open')
  },
)

test('a request outside the plan fails without stopping others', async () => {
  const { queue } = desk()
  const failure: Failure = { kind: 'not-in-plan', code: 241, text: '' }
  expect(await failureFrom(queue.run(refusing(failure), background))).toEqual(failure)
  expect(await queue.run(async () => 'other', background)).toBe('other')
})

test('a task with a temporary failure is attempted five times, with growing waits', async () => {
  const { clock, queue } = desk()
  const failure: Failure = { kind: 'unavailable', status: 503, text: '' }
  const at: number[] = []
  const task = async () => {
    at.push(clock.monotonic())
    throw new AppError(failure)
  }
  expect(await clock.until(failureFrom(queue.run(task, background)))).toEqual(failure)
  expect(at).toEqual([0, 500, 1500, 3500, 7500])
})

test('stopping the queue ends everything as cancelled', async () => {
  const { clock, queue } = desk(1)
  const hanging = (signal: AbortSignal) => clock.wait(60_000, signal)
  const outcomes = [1, 2, 3].map(() => failureFrom(queue.run(hanging, background)))
  queue.stop()
  expect(await clock.until(Promise.all(outcomes))).toEqual(Array(3).fill({ kind: 'cancelled' }))
  expect(clock.timers()).toBe(0)
})

test('a clock that advances between two readings does not block the queue', async () => {
  let readings = 0
  const monotonic = () => ++readings / 1_000
  const clock = {
    ...virtualClock(),
    now: () => 0,
    monotonic,
    wait: () => Promise.reject(new Error('nothing waits')),
  }
  const queue = makeQueue({ clock, random: () => 0.5, concurrency: 1 })
  const quotas = [
    {
      interval_seconds: 60,
      interval_starts_at: '2026-07-01T12:00:00Z',
      interval_ends_at: '2026-07-01T12:01:00Z',
      queries: { used: 0, limit: 60, remaining: 60 },
      read_bytes: { used: 0, limit: null, remaining: null },
    },
  ]
  queue.learn({ quotas }, Date.UTC(2026, 6, 1, 12))
  const asked = ['a', 'b', 'c'].map((name) => queue.run(async () => name, background))
  expect(await Promise.all(asked)).toEqual(['a', 'b', 'c'])
})
