import type { QuotaMetric, QuotaUsage } from '../../shared/api/quota.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'

type QuotaFailure = Extract<Failure, { kind: 'quota' }>

/** What is left of a metric in one window of the quota. Times are monotonic milliseconds. */
interface Meter {
  metric: QuotaMetric
  intervalMs: number
  limit: number
  left: number
  endsAt: number
  /** Cost of requests sent so late that the service may count them in the next window. */
  costNearEnd: number
  /** Requests since `usedAtFact` was set, by kind. */
  sent: Map<string, number>
  /** The service's last reported use of this window; null when not comparable to ours. */
  reportedUse: number | null
  /** The use that a 429 reported; kept until every request sent before it is answered. */
  refusedAt: number | null
}

interface LimiterState {
  clock: Clock
  costs: Costs
  meters: Meter[]
  /** Requests that are not answered yet, by kind. */
  inFlight: Map<string, number>
  /** Monotonic time of the service's last counts; null before the first. */
  learntAt: number | null
  /** Monotonic time before which nothing is sent: set by a 429 that does not say what ran out. */
  blockedUntil: number
  /** The last 429, and the monotonic time until which it said to wait. */
  refusal: { failure: QuotaFailure; until: number } | null
  /** Whether a request for the usage was refused by a window longer than a minute. */
  isUsageLimited: boolean
}

export interface Wanted {
  what: string
  priority: 'interactive' | 'background'
  /** Number of background requests that are still to be sent, this one included. */
  waiting: number
}

export type RateLimiter = ReturnType<typeof makeRateLimiter>

/** Added to a window's end, since the clocks may differ slightly. */
const MARGIN_MS = 250
const SAME_WINDOW_MS = 3_000
const MINUTE_MS = 60_000
/** Queries that a download leaves for the user, in a longer window the second, until it is about to end. */
const LARGEST_RESERVE = 5
const LARGEST_LONG_RESERVE = 100
/** The last part of a window in which the user needs no reserve: 4 seconds of a minute, 5 minutes of a day. */
const PART_WITHOUT_RESERVE = 1 / 15
const LONGEST_WITHOUT_RESERVE_MS = 5 * MINUTE_MS
/** A Date header has whole seconds, and its age on arrival is unknown. */
const CLOCK_UNCERTAINTY_MS = 3_000
const HOUR_MS = 3_600_000
const USAGE_REFRESH_MS = 5 * 60_000

/** When each request may be sent, by what is known of one company's quota. */
export function makeRateLimiter({ clock }: { clock: Clock }) {
  const state: LimiterState = {
    clock,
    costs: makeCosts(),
    meters: [],
    inFlight: new Map(),
    learntAt: null,
    blockedUntil: 0,
    refusal: null,
    isUsageLimited: false,
  }
  return {
    isKnown: () => state.learntAt !== null,
    /** Whether the service's counts are missing, or too old while some kinds seem to cost more than one query. */
    needsUsage: () =>
      state.learntAt === null ||
      (!state.costs.areEven('queries') && clock.monotonic() - state.learntAt > USAGE_REFRESH_MS),
    /** Monotonic time from which the request may be sent; in the past when at once. */
    readyAt: (wanted: Wanted) => readyAt(state, wanted),
    take(what: string) {
      add(state.inFlight, what, 1)
      count(state, what, 1)
    },
    /** A request counted by `take` was answered. */
    done(what: string) {
      add(state.inFlight, what, -1)
      if ([...state.inFlight.values()].every((requests) => requests === 0)) settle(state)
    },
    /** A request counted by `take` was not counted by the service: never sent, or refused. */
    giveBack: (what: string) => count(state, what, -1),
    /** A 429 to a request of the kind `what`, to be sent again after `waitMs`. */
    refuse: (what: string, failure: QuotaFailure, waitMs: number) =>
      refuse(state, { what, failure, waitMs }),
    /** The service's own counts; `serverNow` is its clock when it sent them, epoch milliseconds. */
    learn: (usage: QuotaUsage, serverNow: number | null) => learn(state, usage, serverNow),
    failureUntil: (at: number) => failureUntil(state, at),
    windows: () => windows(state),
    costOf: (metric: QuotaMetric, what: string) => state.costs.of(metric, what),
  }
}

/** Any time in the past. */
const AT_ONCE = 0

function readyAt(state: LimiterState, wanted: Wanted): number {
  // Analytics, GET /quota/usage: it counts against the limit of a minute only.
  const isUsage = wanted.what === 'quotaUsage' && !state.isUsageLimited
  const meters = state.meters.filter(({ intervalMs }) => !isUsage || intervalMs <= MINUTE_MS)
  const times = meters.map((meter) => {
    roll(state, meter)
    return readyIn(state, meter, wanted)
  })
  return Math.max(state.blockedUntil, ...times)
}

function readyIn(state: LimiterState, meter: Meter, { what, priority, waiting }: Wanted): number {
  // A request that costs more than a whole window allows is still tried once in each.
  if (meter.left >= meter.limit) return AT_ONCE
  const cost = Math.max(state.costs.of(meter.metric, what), meter.metric === 'queries' ? 1 : 0)
  const after = meter.left - cost - slack(state, meter)
  if (after < 0 || meter.left <= 0) return meter.endsAt + MARGIN_MS
  if (priority === 'interactive' || waiting <= meter.left || after >= reserve(meter)) return AT_ONCE
  const withoutReserve = meter.intervalMs * PART_WITHOUT_RESERVE
  return meter.endsAt - Math.min(withoutReserve, LONGEST_WITHOUT_RESERVE_MS)
}

/** Estimates of differing costs may be a little low. */
const slack = (state: LimiterState, meter: Meter) => (state.costs.areEven(meter.metric) ? 0 : 1)

function reserve({ metric, intervalMs, limit }: Meter) {
  if (metric !== 'queries') return 0
  const largest = intervalMs <= HOUR_MS ? LARGEST_RESERVE : LARGEST_LONG_RESERVE
  return Math.min(largest, Math.floor(limit / 10))
}

/** Starts the next window, as full, once this one has ended. */
function roll(state: LimiterState, meter: Meter) {
  const past = state.clock.monotonic() - meter.endsAt - MARGIN_MS
  if (past < 0) return
  meter.endsAt += (Math.floor(past / meter.intervalMs) + 1) * meter.intervalMs
  // Requests in flight, or sent just before the end, may count in either window.
  const onTheWay = Math.max(costInFlight(state, meter.metric), meter.costNearEnd)
  meter.left = meter.limit - onTheWay
  meter.sent = new Map()
  meter.reportedUse = onTheWay === 0 ? 0 : null
  meter.refusedAt = null
  meter.costNearEnd = 0
}

const costInFlight = ({ costs, inFlight }: LimiterState, metric: QuotaMetric) =>
  [...inFlight].reduce((sum, [what, requests]) => sum + requests * costs.of(metric, what), 0)

const add = (counts: Map<string, number>, what: string, requests: number) =>
  counts.set(what, Math.max(0, (counts.get(what) ?? 0) + requests))

function count(state: LimiterState, what: string, requests: 1 | -1) {
  for (const meter of state.meters) {
    const cost = requests * state.costs.of(meter.metric, what)
    // What a 429 said to be used up stays so until it is counted anew.
    if (requests > 0 || meter.refusedAt === null) meter.left -= cost
    const isLate = state.clock.monotonic() > meter.endsAt - CLOCK_UNCERTAINTY_MS
    if (isLate) meter.costNearEnd = Math.max(0, meter.costNearEnd + cost)
    add(meter.sent, what, requests)
  }
}

interface RefusedRequest {
  what: string
  failure: QuotaFailure
  waitMs: number
}

function refuse(state: LimiterState, { what, failure, waitMs }: RefusedRequest) {
  const until = state.clock.monotonic() + waitMs
  state.refusal = { failure, until }
  const metric = failure.limit_kind
  const intervalMs = (failure.interval_seconds ?? 0) * 1000
  const isKnown = metric === 'queries' || metric === 'read_bytes'
  // Without a limit it says when, but not how much.
  if (!isKnown || intervalMs === 0 || failure.limit <= 0) {
    state.blockedUntil = Math.max(state.blockedUntil, until)
    return
  }
  if (what === 'quotaUsage' && intervalMs > MINUTE_MS) state.isUsageLimited = true
  let meter = state.meters.find(
    (known) => known.metric === metric && known.intervalMs === intervalMs,
  )
  if (!meter) {
    meter = newMeter({ metric, intervalMs, limit: failure.limit })
    state.meters.push(meter)
  }
  meter.limit = failure.limit
  meter.left = 0
  meter.endsAt = until
  meter.refusedAt = Math.max(meter.refusedAt ?? 0, failure.used)
}

const newMeter = (known: Pick<Meter, 'metric' | 'intervalMs' | 'limit'>): Meter => ({
  ...known,
  left: 0,
  endsAt: 0,
  costNearEnd: 0,
  sent: new Map(),
  reportedUse: null,
  refusedAt: null,
})

function settle(state: LimiterState) {
  for (const meter of state.meters) {
    if (meter.refusedAt === null) continue
    if (meter.reportedUse !== null) {
      explain(state, meter, meter.refusedAt - meter.reportedUse)
    }
    meter.refusedAt = null
    meter.reportedUse = null
  }
}

function learn(state: LimiterState, usage: QuotaUsage, serverNow: number | null) {
  const now = state.clock.monotonic()
  state.learntAt = now
  state.meters = usage.quotas.flatMap((quota) =>
    (['queries', 'read_bytes'] as const).flatMap((metric) => {
      const { limit, used, remaining } = quota[metric]
      if (limit === null) return []
      const intervalMs = quota.interval_seconds * 1000
      const meter = newMeter({ metric, intervalMs, limit })
      meter.endsAt = now + timeLeft(quota.interval_ends_at, serverNow, intervalMs)
      const before = state.meters.find((m) => m.metric === metric && m.intervalMs === intervalMs)
      const uncounted = costInFlight(state, metric)
      if (before && uncounted === 0) explainUse(state, before, { used, endsAt: meter.endsAt })
      meter.reportedUse = uncounted === 0 ? used : null
      meter.left = (remaining ?? limit - used) - uncounted
      return [meter]
    }),
  )
}

function explainUse(state: LimiterState, before: Meter, now: { used: number; endsAt: number }) {
  roll(state, before)
  const isSame = Math.abs(before.endsAt - now.endsAt) < SAME_WINDOW_MS
  if (!isSame || before.reportedUse === null) return
  explain(state, before, now.used - before.reportedUse)
}

function explain({ costs }: LimiterState, { metric, sent, intervalMs }: Meter, used: number) {
  // In a longer window others of the company use too much of the quota to tell a cost from it.
  costs.explain(metric, sent, used, { mayRaise: intervalMs <= HOUR_MS })
}

/** Milliseconds to the window's end by the service's clock, since this computer's may be wrong. */
function timeLeft(endsAt: string, serverNow: number | null, intervalMs: number) {
  const end = Date.parse(endsAt)
  if (serverNow === null || Number.isNaN(end)) return intervalMs
  return Math.min(Math.max(end - serverNow, 0), intervalMs + 5000)
}

/** The refusal that the service would return now. */
function failureUntil(state: LimiterState, at: number): QuotaFailure {
  const resetsAt = Math.round(state.clock.now() + at - state.clock.monotonic())
  const { failure, until } = state.refusal ?? { until: Number.NEGATIVE_INFINITY }
  if (failure && Math.abs(at - until) <= MARGIN_MS) return { ...failure, resetsAt }
  const byShare = [...state.meters].sort((a, b) => a.left / a.limit - b.left / b.limit)
  const meter = byShare.find(({ endsAt }) => endsAt + MARGIN_MS === at) ?? byShare[0]
  const { metric = 'queries', limit = 0, left = 0, intervalMs = 0 } = meter ?? {}
  const used = Math.round(limit - Math.max(left, 0))
  return {
    kind: 'quota',
    limit_kind: metric,
    used,
    limit,
    interval_seconds: intervalMs / 1000,
    resetsAt,
    text: '',
  }
}

function windows(state: LimiterState) {
  const now = state.clock.monotonic()
  return state.meters.map((meter) => {
    roll(state, meter)
    return {
      metric: meter.metric,
      intervalSeconds: meter.intervalMs / 1000,
      remaining: Math.max(0, Math.floor(meter.left)),
      limit: meter.limit,
      endsAt: Math.round(state.clock.now() + meter.endsAt - now),
    }
  })
}

type Costs = ReturnType<typeof makeCosts>

/** The smallest cost that the service counts for a request. */
const MINIMUM_COST = { queries: 1, read_bytes: 0 } as const

/**
 * The estimated cost of each kind of request. Analytics, Limits, 1: a single request may count as
 * more than one query; which ones do is not documented, so it is learnt from the service's counts.
 */
function makeCosts() {
  const known = { queries: new Map<string, number>(), read_bytes: new Map<string, number>() }
  /** Higher costs that were observed once. */
  const doubted = { queries: new Map<string, number>(), read_bytes: new Map<string, number>() }

  const of = (metric: QuotaMetric, what: string) => known[metric].get(what) ?? MINIMUM_COST[metric]

  /**
   * Corrects the estimates: the service counted `sent` (by kind) as `used` in total. Limits, Quota
   * scope: `used` has the requests of the company's other keys too, so it lowers an estimate at once
   * and raises it only as far as two observations in a row agree.
   */
  function explain(
    metric: QuotaMetric,
    sent: ReadonlyMap<string, number>,
    used: number,
    { mayRaise }: { mayRaise: boolean },
  ) {
    const squares = [...sent.values()].reduce((sum, requests) => sum + requests ** 2, 0)
    if (squares === 0) return
    const expected = [...sent].reduce(
      (sum, [what, requests]) => sum + requests * of(metric, what),
      0,
    )
    const error = used - expected
    for (const [what, requests] of sent) {
      // The smallest change that explains the count (a projection, Kaczmarz's method): repeated, it
      // converges to the costs.
      const cost = Math.max(MINIMUM_COST[metric], of(metric, what) + (error * requests) / squares)
      if (cost <= of(metric, what)) {
        known[metric].set(what, cost)
        doubted[metric].delete(what)
      } else if (mayRaise) {
        const agreed = Math.min(cost, doubted[metric].get(what) ?? 0)
        if (agreed > of(metric, what)) known[metric].set(what, agreed)
        doubted[metric].set(what, cost)
      }
    }
  }

  /** Whether every kind is estimated at the minimum cost. */
  const areEven = (metric: QuotaMetric) =>
    [...known[metric].values()].every((cost) => cost - MINIMUM_COST[metric] < 0.01)

  return { of, explain, areEven }
}
