import type { QuotaUsage } from '../shared/api/quota.ts'
import { Refusal } from './refusal.ts'

// Analytics, Limits: queries per minute.
export const PLANS = { basic: 60, pro: 120, scale: 300, enterprise: 800 } as const
export type Plan = keyof typeof PLANS

/** Limits of an Enterprise plan; null for no limit. */
export interface Limits {
  queriesPerMinute?: number | null
  queriesPerDay?: number | null
  readBytesPerMinute?: number | null
  readBytesPerDay?: number | null
}

type Metric = 'queries' | 'read_bytes'

interface Window {
  seconds: number
  limits: Record<Metric, number | null>
  startsAt: number
  used: Record<Metric, number>
}

export interface Quota {
  /**
   * Counts a request's queries in the windows of at most these seconds, all by default. Throws the
   * 429 when they exceed the rest of one.
   */
  spend(queries: number, nowMs: number, longestSeconds?: number): void
  read(bytes: number, nowMs: number): void
  usage(nowMs: number): QuotaUsage
}

/** The quota of a company, shared by all its keys. Without a plan there are no windows. */
export function makeQuota(plan: Plan | null, limits: Limits = {}): Quota {
  const windows = plan ? makeWindows(plan, limits) : []

  /** Windows are aligned to whole minutes and UTC days. */
  function current(nowMs: number): Window[] {
    for (const window of windows) {
      const startsAt = Math.floor(nowMs / 1000 / window.seconds) * window.seconds
      if (startsAt === window.startsAt) continue
      window.startsAt = startsAt
      window.used = { queries: 0, read_bytes: 0 }
    }
    return windows
  }

  return {
    spend(queries, nowMs, longestSeconds = Infinity) {
      const counted = current(nowMs).filter(({ seconds }) => seconds <= longestSeconds)
      for (const window of counted) {
        const { limits: caps, used } = window
        // Bytes are known only after reading, so the next request is refused.
        if (exceeds(used.read_bytes + 1, caps.read_bytes)) throw exhausted(window, 'read_bytes')
        if (exceeds(used.queries + queries, caps.queries)) throw exhausted(window, 'queries')
      }
      for (const { used } of counted) used.queries += queries
    },
    read(bytes, nowMs) {
      for (const { used } of current(nowMs)) used.read_bytes += bytes
    },
    usage: (nowMs) => ({ quotas: current(nowMs).map(shown) }),
  }
}

function makeWindows(plan: Plan, limits: Limits): Window[] {
  const { queriesPerMinute = PLANS[plan], queriesPerDay = null } = limits
  const { readBytesPerMinute = null, readBytesPerDay = null } = limits
  const unused = () => ({ startsAt: Number.NaN, used: { queries: 0, read_bytes: 0 } })
  // Analytics, Limits: windows of 60 and 86400 seconds. Daily limits are not shown.
  return [
    {
      seconds: 60,
      limits: { queries: queriesPerMinute, read_bytes: readBytesPerMinute },
      ...unused(),
    },
    {
      seconds: 86_400,
      limits: { queries: queriesPerDay, read_bytes: readBytesPerDay },
      ...unused(),
    },
  ]
}

const exceeds = (used: number, limit: number | null) => limit !== null && used > limit

const endOf = (window: Window) => isoSecond(window.startsAt + window.seconds)
const isoSecond = (second: number) => `${new Date(second * 1000).toISOString().slice(0, 19)}Z`

function remaining(window: Window, metric: Metric): number | null {
  const limit = window.limits[metric]
  return limit === null ? null : Math.max(0, limit - window.used[metric])
}

// Analytics, Errors: the body of a 429.
function exhausted(window: Window, limit_kind: Metric): Refusal {
  return new Refusal(429, {
    error: 'Query quota exceeded for this API key',
    code: 201,
    details: {
      limit_kind,
      used: window.used[limit_kind],
      limit: window.limits[limit_kind],
      remaining: remaining(window, limit_kind),
      interval_seconds: window.seconds,
      resets_at: endOf(window),
    },
  })
}

function shown(window: Window): QuotaUsage['quotas'][number] {
  const metric = (kind: Metric) => ({
    used: window.used[kind],
    limit: window.limits[kind],
    remaining: remaining(window, kind),
  })
  // Analytics, Quota usage: `note` when a hard limit applies.
  const note =
    window.limits.queries === null ? {} : { note: 'One request may count as more than one query' }
  return {
    interval_seconds: window.seconds,
    interval_starts_at: isoSecond(window.startsAt),
    interval_ends_at: endOf(window),
    queries: { ...metric('queries'), ...note },
    read_bytes: metric('read_bytes'),
  }
}
