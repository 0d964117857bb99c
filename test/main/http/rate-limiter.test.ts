import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeQueue } from '../../../src/main/http/queue.ts'
import { makeRateLimiter } from '../../../src/main/http/rate-limiter.ts'
import type { Plan } from '../../../src/service/quota.ts'
import { AppError, type Failure, failureOf } from '../../../src/shared/failure.ts'
import { type VirtualClock, virtualClock } from '../../support/clock.ts'
import { companyOf } from '../../support/company.ts'

const minute = 60_000

interface Download {
  clock: VirtualClock
  company: ReturnType<typeof companyOf>
  requests: string[]
  looksFirst?: boolean
}

/** Asks everything in the background; gives how long that took. */
async function download({ clock, company, requests, looksFirst = true }: Download) {
  const queue = makeQueue({ clock, random: () => 0.5 })
  const startedAt = clock.monotonic()
  const run = async () => {
    if (looksFirst) {
      const look = { what: 'quotaUsage', priority: 'interactive' } as const
      const { usage, serverNow } = await queue.run((signal) => company.usage(signal), look)
      queue.learn(usage, serverNow)
    }
    const asked = requests.map((what) =>
      queue.run((signal) => company.ask(what, signal), { what, priority: 'background' }),
    )
    await Promise.all(asked)
  }
  await clock.until(run())
  return clock.monotonic() - startedAt
}

const same = (count: number, what = 'stats') => Array.from({ length: count }, () => what)

/** Windows are aligned: what the first has left, then whole ones; the last request may go as one begins. */
function leastMs(queries: number, limit: number, untilWindowEnds: number) {
  if (queries <= limit) return 0
  return untilWindowEnds + (Math.ceil((queries - limit) / limit) - 1) * minute
}

test('300 requests at 60 a minute take the least possible time, without a refusal', async () => {
  const clock = virtualClock()
  const company = companyOf({ clock, plan: 'basic' })
  // The look at the usage is one of the queries.
  const took = await download({ clock, company, requests: same(299) })
  const least = leastMs(300, 60, minute)
  console.log(
    `300 requests at 60 a minute: ${took / 1000} s, least possible ${least / 1000} s, ` +
      `ratio ${(took / least).toFixed(4)}, refusals ${company.refusals().length}`,
  )
  expect(company.requests).toHaveLength(300)
  expect(company.refusals()).toHaveLength(0)
  expect(took / least).toBeLessThanOrEqual(1.05)
})

test('300 requests after the usage request are just as quick', async () => {
  const clock = virtualClock()
  const company = companyOf({ clock, plan: 'basic' })
  const took = await download({ clock, company, requests: same(300) })
  expect(took / leastMs(301, 60, minute)).toBeLessThanOrEqual(1.05)
  expect(company.refusals()).toHaveLength(0)
})

test('a start within a window, a slow network and a wrong clock make no difference to that', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 59_999 }),
      fc.integer({ min: 2, max: 2_000 }),
      fc.integer({ min: -864e7, max: 864e7 }),
      async (offset, latencyMs, aheadMs) => {
        const clock = virtualClock(Date.UTC(2026, 6, 1, 12) + offset - aheadMs)
        const company = companyOf({ clock, plan: 'basic', latencyMs, aheadMs })
        const took = await download({ clock, company, requests: same(299) })
        // Six at a time, ten rounds fill a window; begun too late, the first cannot be used up.
        const isFirstUsedUp = offset + 12 * latencyMs + 3_000 < minute
        const least = leastMs(300, 60, minute - offset) + (isFirstUsedUp ? 0 : minute)
        expect(company.refusals()).toHaveLength(0)
        expect(took).toBeLessThanOrEqual(least + 12 * latencyMs + 2_000)
      },
    ),
    { numRuns: 100 },
  )
})

test('without the usage request one round of refusals reveals the window', async () => {
  const clock = virtualClock()
  const company = companyOf({ clock, plan: 'basic' })
  const took = await download({ clock, company, requests: same(300), looksFirst: false })
  expect(company.refusals().length).toBeLessThanOrEqual(6)
  expect(took / leastMs(300, 60, minute)).toBeLessThanOrEqual(1.05)
})

test.each<{ order: string; requests: string[] }>([
  {
    order: 'player by player',
    requests: Array.from({ length: 100 }, () => [
      'stats',
      'userEngagement',
      'clicksTimed',
      'conversionsTimed',
      'statsByField',
      'statsByField',
      'statsByField',
    ]).flat(),
  },
  { order: 'kind by kind', requests: [...same(300), ...same(300, 'statsByField'), ...same(300)] },
])(
  'kinds that count as two queries are learnt from refusals: $order',
  async ({ order, requests }) => {
    const clock = virtualClock()
    const costs = { statsByField: 2, conversionsTimed: 2 } as Record<string, number>
    const company = companyOf({ clock, plan: 'basic', costs })
    const took = await download({ clock, company, requests })
    const queries = 1 + requests.reduce((sum, what) => sum + (costs[what] ?? 1), 0)
    const least = leastMs(queries, 60, minute)
    const refused = company.refusals().map(({ at }) => Math.floor(at / minute))
    console.log(
      `${requests.length} requests of uneven cost, ${order}: ratio ${(took / least).toFixed(3)}, ` +
        `windows with refusals ${[...new Set(refused)].join(', ')} of ${Math.ceil(took / minute)}`,
    )
    expect(took / least).toBeLessThanOrEqual(1.12)
    expect(new Set(refused).size).toBeLessThanOrEqual(4)
  },
)

test.each<Plan>(['pro', 'scale', 'enterprise'])(
  'the whole limit of the %s plan is used too',
  async (plan) => {
    const limit = { pro: 120, scale: 300, enterprise: 800, basic: 60 }[plan]
    const clock = virtualClock()
    const company = companyOf({ clock, plan, latencyMs: 100 })
    const took = await download({ clock, company, requests: same(limit * 4 - 1) })
    expect(company.refusals()).toHaveLength(0)
    expect(took / leastMs(limit * 4, limit, minute)).toBeLessThanOrEqual(1.1)
  },
)

test('during a long download, interactive requests are possible in most of each minute', async () => {
  const clock = virtualClock()
  const company = companyOf({ clock, plan: 'basic' })
  const queue = makeQueue({ clock, random: () => 0.5 })
  const look = { what: 'quotaUsage', priority: 'interactive' } as const
  const { usage, serverNow } = await clock.until(queue.run(() => company.usage(), look))
  queue.learn(usage, serverNow)
  const options = { what: 'stats', priority: 'background' } as const
  const all = same(300).map(() => queue.run(() => company.ask('stats'), options))
  await clock.advance(30_000)
  const asked = queue.run(() => company.ask('stats'), { what: 'stats', priority: 'interactive' })
  await clock.until(asked)
  expect(clock.monotonic()).toBeLessThan(31_000)
  await clock.until(Promise.all(all))
  expect(company.refusals()).toHaveLength(0)
})

/** A queue with the usage of its window, and how to read that again. */
async function readQueue(costs: Record<string, number> = {}) {
  const clock = virtualClock()
  const company = companyOf({ clock, plan: 'basic', costs })
  const queue = makeQueue({ clock, random: () => 0.5 })
  const ask = (what: string) =>
    clock.until(queue.run((signal) => company.ask(what, signal), { what, priority: 'interactive' }))
  async function look() {
    const options = { what: 'quotaUsage', priority: 'interactive' } as const
    const read = queue.run((signal) => company.usage(signal), options)
    const { usage, serverNow } = await clock.until(read)
    queue.learn(usage, serverNow)
  }
  await look()
  return { clock, company, queue, ask, look }
}

test('requests with other keys of the company are not taken for the cost of own requests', async () => {
  const { clock, company, queue, ask, look } = await readQueue()
  for (const what of same(3)) await ask(what)
  await clock.until(Promise.all(same(40).map((what) => company.ask(what))))
  await look()
  expect(queue.rateLimiter.costOf('queries', 'stats')).toBe(1)
  expect(queue.rateLimiter.needsUsage()).toBe(false)
})

test('a higher cost is learnt once two counts agree, and read again after five minutes', async () => {
  const { clock, queue, ask, look } = await readQueue({ stats: 3 })
  for (const times of [4, 4]) {
    for (const what of same(times)) await ask(what)
    await look()
  }
  expect(queue.rateLimiter.costOf('queries', 'stats')).toBeGreaterThan(2)
  expect(queue.rateLimiter.needsUsage()).toBe(false)
  await clock.advance(5 * minute + 1)
  expect(queue.rateLimiter.needsUsage()).toBe(true)
})

const DAY_MS = 86_400_000

/** A queue whose quota of a day was refused, and the usage as the service tells it. */
async function dayRefused() {
  const clock = virtualClock(Date.UTC(2026, 6, 1, 12))
  const queue = makeQueue({ clock, random: () => 0.5 })
  const asked: string[] = []
  const ask = (what: string, priority: 'interactive' | 'background' = 'interactive') =>
    queue.run(async () => asked.push(what), { what, priority }).catch(failureOf)
  const quota = { limit: 1000, used: 1000, interval_seconds: DAY_MS / 1000, text: 'out' }
  const refused: Failure = {
    ...{ kind: 'quota', limit_kind: 'queries', ...quota },
    resetsAt: clock.now() + DAY_MS / 2,
  }
  const refusing = (what: string) => async () => {
    asked.push(what)
    throw new AppError(refused)
  }
  const first = queue.run(refusing('stats'), { what: 'stats', priority: 'interactive' })
  expect(await clock.until(first.catch(failureOf))).toMatchObject({ kind: 'quota', text: 'out' })
  const windowOf = (seconds: number, limit: number, used: number) => ({
    interval_seconds: seconds,
    interval_starts_at: '2026-07-01T00:00:00Z',
    interval_ends_at: seconds === 60 ? '2026-07-01T12:01:00Z' : '2026-07-02T00:00:00Z',
    queries: { used, limit, remaining: limit - used },
    read_bytes: { used: 0, limit: null, remaining: null },
  })
  const learn = (used: number, limit = 1000) =>
    queue.learn({ quotas: [windowOf(60, 60, 0), windowOf(86_400, limit, used)] }, clock.now())
  return { clock, queue, asked, ask, refusing, learn }
}

test('while the quota of a day is used up, its usage can be read, and nothing else', async () => {
  const { clock, ask, learn, asked } = await dayRefused()
  expect(await clock.until(ask('stats'))).toMatchObject({ kind: 'quota', limit: 1000 })
  await clock.until(ask('quotaUsage'))
  learn(1000)
  expect(await clock.until(ask('stats'))).toMatchObject({ kind: 'quota' })
  await clock.until(ask('quotaUsage'))
  expect(asked).toEqual(['stats', 'quotaUsage', 'quotaUsage'])
})

test('a quota that has queries left by the service’s own count is used at once', async () => {
  const { clock, ask, learn, asked } = await dayRefused()
  const waiting = ask('days', 'background')
  // The plan was changed.
  learn(1000, 5000)
  await clock.until(waiting)
  await clock.until(ask('stats'))
  expect(asked).toEqual(['stats', 'days', 'stats'])
  expect(clock.monotonic()).toBeLessThan(minute)
})

test('a service that refuses the usage too is not asked for it until the reset', async () => {
  const { clock, queue, asked, ask, refusing } = await dayRefused()
  const usage = { what: 'quotaUsage', priority: 'interactive' } as const
  const read = queue.run(refusing('quotaUsage'), usage)
  expect(await clock.until(read.catch(failureOf))).toMatchObject({ kind: 'quota', text: 'out' })
  expect(await clock.until(ask('quotaUsage'))).toMatchObject({ kind: 'quota', text: 'out' })
  expect(asked).toEqual(['stats', 'quotaUsage'])
})

test('during a download that has six requests in the queue at a time, those of the user are answered', async () => {
  const clock = virtualClock()
  const company = companyOf({ clock, plan: 'basic' })
  const queue = makeQueue({ clock, random: () => 0.5 })
  const run = (what: string, priority: 'interactive' | 'background', remaining?: () => number) =>
    queue.run((signal) => company.ask(what, signal), { what, priority, remaining })
  const { usage, serverNow } = await clock.until(company.usage())
  queue.learn(usage, serverNow)
  let left = 400
  const worker = async () => {
    while (left > 0) {
      await run('days', 'background', () => left)
      left--
    }
  }
  const refused: unknown[] = []
  const user = async () => {
    while (left > 0) {
      await run('stats', 'interactive').catch((thrown) => refused.push(failureOf(thrown)))
      await clock.wait(12_000)
    }
  }
  await clock.until(Promise.all([user(), ...Array.from({ length: 6 }, worker)]))
  expect(refused).toEqual([])
  // 60 a minute, of which the user has five.
  expect(clock.monotonic()).toBeLessThan(9 * minute)
})

test('a request that the quota of a minute does not allow is refused with that quota, whatever is left of the day', () => {
  const clock = virtualClock()
  const limiter = makeRateLimiter({ clock })
  const learn = (ofMinute: number, ofDay: number) => {
    const quota = (seconds: number, used: number, limit: number, end: string) => ({
      ...{ interval_seconds: seconds, interval_starts_at: '2026-07-01T12:00:00Z' },
      interval_ends_at: end,
      queries: { used, limit, remaining: limit - used },
      read_bytes: { used: 0, limit: null, remaining: null },
    })
    const minuteEnd = new Date(clock.now() + minute).toISOString()
    const dayEnd = new Date(clock.now() + 720 * minute).toISOString()
    const quotas = [quota(60, ofMinute, 60, minuteEnd), quota(86_400, ofDay, 10_000, dayEnd)]
    limiter.learn({ quotas }, clock.now())
  }
  for (let used = 0; used <= 57; used += 3) {
    if (used > 0) limiter.take('breakdown')
    if (used > 0) limiter.done('breakdown')
    learn(used + 1, 9_862 + used)
  }
  const at = limiter.readyAt({ what: 'breakdown', priority: 'interactive', waiting: 0 })
  expect(limiter.failureUntil(at)).toMatchObject({ limit: 60, used: 58 })
})

test('a download larger than what is left of the day leaves the user a tenth, at most 100 queries', () => {
  const clock = virtualClock()
  const limiter = makeRateLimiter({ clock })
  const hour = 60 * minute
  const sentOf = (download: number, limit: number) => {
    const endsAt = new Date(clock.now() + 12 * hour).toISOString()
    const [queries, read_bytes] = [limit, null].map((cap) => ({
      used: 0,
      limit: cap,
      remaining: cap,
    }))
    const quota = { interval_seconds: 86_400, interval_starts_at: endsAt, interval_ends_at: endsAt }
    limiter.learn({ quotas: [{ ...quota, queries, read_bytes } as never] }, clock.now())
    const now = clock.monotonic()
    const isReady = (priority: 'interactive' | 'background', waiting = 0) =>
      limiter.readyAt({ what: 'stats', priority, waiting }) <= now
    let sent = 0
    for (; sent < download && isReady('background', download - sent); sent++) limiter.take('stats')
    const left = limit - sent
    expect(isReady('interactive')).toBe(left > 0)
    const at = limiter.readyAt({ what: 'stats', priority: 'background', waiting: limit }) - now
    for (let request = 0; request < sent; request++) limiter.done('stats')
    return { sent, at: at / hour }
  }
  const until = 12 - 5 / 60
  expect(sentOf(20_000, 10_000)).toEqual({ sent: 9_900, at: until })
  expect(sentOf(1_001, 500)).toEqual({ sent: 450, at: until })
  // What fits into the rest of the day is not held back.
  expect(sentOf(480, 500).sent).toBe(480)
})
