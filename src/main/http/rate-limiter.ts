import type { QuotaUsage } from '../../shared/api/quota.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'
import { type Costs, type Metric, makeCosts } from './costs.ts'

export type QuotaFailure = Extract<Failure, { kind: 'quota' }>

/** What is left of one metric in one window of the company's quota. Times are monotonic. */
interface Meter {
  metric: Metric
  intervalMs: number
  limit: number
  left: number
  endsAt: number
  /** Cost of what was sent so near the end that it may count in the next window. */
  late: number
  /** Requests since `usedAtFact`, by what was asked. */
  sent: Map<string, number>
  /** What the service last said was used in this window; null when its count and ours differ. */
  usedAtFact: number | null
  /** What a 429 said, until every request sent before it has its answer. */
  refusedAt: number | null
}

interface Gauge {
  clock: Clock
  costs: Costs
  meters: Meter[]
  /** Requests without an answer yet, by what was asked. */
  inFlight: Map<string, number>
  isKnown: boolean
  /** Nothing is sent before, whatever is left: the word of a 429. */
  blockedUntil: number
  refusal: QuotaFailure | null
}

export interface Wanted {
  what: string
  priority: 'interactive' | 'background'
  /** Background requests that wait, this one included. */
  waiting: number
}

export type RateLimiter = ReturnType<typeof makeRateLimiter>

/** After a window's end by the service's clock, to be on the safe side of it. */
const MARGIN_MS = 250
const SAME_WINDOW_MS = 3_000
/** Long downloads leave a little for the person, and spend it just before the window ends. */
const LARGEST_RESERVE = 5
const RESERVE_UNTIL_END_MS = 4_000
/** A Date header tells whole seconds, and how old it is when it comes is not known. */
const UNSURE_MS = 3_000
const LONGEST_RESERVED_MS = 3_600_000

/** What may be sent when, by what is known of one company's quota. */
export function makeRateLimiter({ clock }: { clock: Clock }) {
  const gauge: Gauge = {
    clock,
    costs: makeCosts(),
    meters: [],
    inFlight: new Map(),
    isKnown: false,
    blockedUntil: 0,
    refusal: null,
  }
  return {
    isKnown: () => gauge.isKnown,
    /** Whether some kinds seem to cost more than one query: a look at the usage makes that surer. */
    isGuessing: () => !gauge.costs.areEven('queries'),
    /** The monotonic time from which this may be sent: now or earlier when it may be sent now. */
    readyAt: (wanted: Wanted) => readyAt(gauge, wanted),
    take(what: string) {
      add(gauge.inFlight, what, 1)
      count(gauge, what, 1)
    },
    /** A request that was taken has its answer. */
    done(what: string) {
      add(gauge.inFlight, what, -1)
      if ([...gauge.inFlight.values()].every((requests) => requests === 0)) settle(gauge)
    },
    /** What was taken was not counted by the service: it was never sent, or it was refused. */
    giveBack: (what: string) => count(gauge, what, -1),
    /** A 429; `waitMs` is how long nothing may be sent. */
    refuse: (failure: QuotaFailure, waitMs: number) => refuse(gauge, failure, waitMs),
    /** The service's own count, as it was on its clock at `serverNow`. */
    learn: (usage: QuotaUsage, serverNow: number | null) => learn(gauge, usage, serverNow),
    failureUntil: (at: number) => failureUntil(gauge, at),
    windows: () => windows(gauge),
    queriesFor: (what: string) => gauge.costs.of('queries', what),
  }
}

/** Any moment of the past: the clock goes on between two readings of it. */
const AT_ONCE = 0

function readyAt(gauge: Gauge, wanted: Wanted): number {
  const times = gauge.meters.map((meter) => {
    roll(gauge, meter)
    return readyIn(gauge, meter, wanted)
  })
  return Math.max(gauge.blockedUntil, ...times)
}

function readyIn(gauge: Gauge, meter: Meter, { what, priority, waiting }: Wanted): number {
  // Something that costs more than a whole window allows is still tried once in each.
  if (meter.left >= meter.limit) return AT_ONCE
  const cost = Math.max(gauge.costs.of(meter.metric, what), meter.metric === 'queries' ? 1 : 0)
  const after = meter.left - cost - slack(gauge, meter)
  if (after < 0 || meter.left <= 0) return meter.endsAt + MARGIN_MS
  if (priority === 'interactive' || waiting <= meter.left || after >= reserve(meter)) return AT_ONCE
  return meter.endsAt - RESERVE_UNTIL_END_MS
}

/** Where costs differ, their guess may be a little short. */
const slack = (gauge: Gauge, meter: Meter) => (gauge.costs.areEven(meter.metric) ? 0 : 1)

function reserve({ metric, intervalMs, limit }: Meter) {
  if (metric !== 'queries' || intervalMs > LONGEST_RESERVED_MS) return 0
  return Math.min(LARGEST_RESERVE, Math.floor(limit / 10))
}

/** Once a window has ended, the next one is taken as full. */
function roll(gauge: Gauge, meter: Meter) {
  const past = gauge.clock.monotonic() - meter.endsAt - MARGIN_MS
  if (past < 0) return
  meter.endsAt += (Math.floor(past / meter.intervalMs) + 1) * meter.intervalMs
  // What is on its way, or only just went, may count in either window.
  const onTheWay = Math.max(costInFlight(gauge, meter.metric), meter.late)
  meter.left = meter.limit - onTheWay
  meter.sent = new Map()
  meter.usedAtFact = onTheWay === 0 ? 0 : null
  meter.refusedAt = null
  meter.late = 0
}

const costInFlight = ({ costs, inFlight }: Gauge, metric: Metric) =>
  [...inFlight].reduce((sum, [what, requests]) => sum + requests * costs.of(metric, what), 0)

const add = (counts: Map<string, number>, what: string, requests: number) =>
  counts.set(what, Math.max(0, (counts.get(what) ?? 0) + requests))

function count(gauge: Gauge, what: string, requests: 1 | -1) {
  for (const meter of gauge.meters) {
    const cost = requests * gauge.costs.of(meter.metric, what)
    meter.left -= cost
    const isLate = gauge.clock.monotonic() > meter.endsAt - UNSURE_MS
    if (isLate) meter.late = Math.max(0, meter.late + cost)
    add(meter.sent, what, requests)
  }
}

function refuse(gauge: Gauge, failure: QuotaFailure, waitMs: number) {
  const now = gauge.clock.monotonic()
  gauge.blockedUntil = Math.max(gauge.blockedUntil, now + waitMs)
  gauge.refusal = failure
  const metric = failure.limit_kind
  if (!failure.interval_seconds || (metric !== 'queries' && metric !== 'read_bytes')) return
  const intervalMs = failure.interval_seconds * 1000
  let meter = gauge.meters.find(
    (known) => known.metric === metric && known.intervalMs === intervalMs,
  )
  if (!meter) {
    meter = newMeter({ metric, intervalMs, limit: failure.limit })
    gauge.meters.push(meter)
  }
  meter.limit = failure.limit
  meter.left = 0
  meter.endsAt = now + waitMs
  meter.refusedAt = Math.max(meter.refusedAt ?? 0, failure.used)
}

const newMeter = (known: Pick<Meter, 'metric' | 'intervalMs' | 'limit'>): Meter => ({
  ...known,
  left: 0,
  endsAt: 0,
  late: 0,
  sent: new Map(),
  usedAtFact: null,
  refusedAt: null,
})

function settle(gauge: Gauge) {
  for (const meter of gauge.meters) {
    if (meter.refusedAt === null) continue
    if (meter.usedAtFact !== null) {
      gauge.costs.explain(meter.metric, meter.sent, meter.refusedAt - meter.usedAtFact)
    }
    meter.refusedAt = null
    meter.usedAtFact = null
  }
}

function learn(gauge: Gauge, usage: QuotaUsage, serverNow: number | null) {
  const now = gauge.clock.monotonic()
  gauge.isKnown = true
  gauge.meters = usage.quotas.flatMap((quota) =>
    (['queries', 'read_bytes'] as const).flatMap((metric) => {
      const { limit, used, remaining } = quota[metric]
      if (limit === null) return []
      const intervalMs = quota.interval_seconds * 1000
      const meter = newMeter({ metric, intervalMs, limit })
      meter.endsAt = now + timeLeft(quota.interval_ends_at, serverNow, intervalMs)
      const before = gauge.meters.find((m) => m.metric === metric && m.intervalMs === intervalMs)
      const unsure = costInFlight(gauge, metric)
      if (before && unsure === 0) explainUse(gauge, before, { used, endsAt: meter.endsAt })
      meter.usedAtFact = unsure === 0 ? used : null
      meter.left = (remaining ?? limit - used) - unsure
      return [meter]
    }),
  )
}

function explainUse(gauge: Gauge, before: Meter, now: { used: number; endsAt: number }) {
  roll(gauge, before)
  const isSame = Math.abs(before.endsAt - now.endsAt) < SAME_WINDOW_MS
  if (!isSame || before.usedAtFact === null) return
  gauge.costs.explain(before.metric, before.sent, now.used - before.usedAtFact)
}

/** Milliseconds to a window's end on the service's clock: this computer's may be wrong. */
function timeLeft(endsAt: string, serverNow: number | null, intervalMs: number) {
  const end = Date.parse(endsAt)
  if (serverNow === null || Number.isNaN(end)) return intervalMs
  return Math.min(Math.max(end - serverNow, 0), intervalMs + 5000)
}

/** The refusal that the service would give now, without asking it. */
function failureUntil(gauge: Gauge, at: number): QuotaFailure {
  const resetsAt = Math.round(gauge.clock.now() + at - gauge.clock.monotonic())
  if (gauge.refusal && gauge.blockedUntil + MARGIN_MS >= at) return { ...gauge.refusal, resetsAt }
  const [meter] = [...gauge.meters].sort((a, b) => a.left / a.limit - b.left / b.limit)
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

function windows(gauge: Gauge) {
  const now = gauge.clock.monotonic()
  return gauge.meters
    .filter(({ metric }) => metric === 'queries')
    .map((meter) => {
      roll(gauge, meter)
      return {
        intervalSeconds: meter.intervalMs / 1000,
        remaining: Math.max(0, Math.floor(meter.left)),
        limit: meter.limit,
        endsAt: Math.round(gauge.clock.now() + meter.endsAt - now),
      }
    })
}
