import type { Engagement } from '../../../../shared/api/engagement.ts'
import { truncatedRate } from '../../../../shared/api/statistics.ts'
import { retentionCurve } from '../../../../shared/features/player/curves/curve.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../../shared/features/player/timing.ts'
import { perWeek } from '../../../../shared/features/sheet/figures.ts'

/** The audience's figures, as far as they are stored. */
export interface Audience {
  engagement: Engagement | null
  clicks: ClicksTimed | null
  sales: ConversionsTimed | null
  /** Days that had passed when the engagement was read; see `elapsedDays`. */
  days: number
}

/** Clicks or sales before a second, and their total. */
export interface Before {
  count: number
  all: number
}

export interface ReachAt {
  /** Sessions that reached the second in the past; not a forecast. */
  sessions: number
  /** In percent of all sessions, truncated; null without sessions. */
  share: number | null
  /** Null before a day has passed. */
  firesPerWeek: number | null
}

export interface Reach {
  /** Sessions that reached each second; empty when no distribution is stored. */
  curve: readonly number[]
  /** Null when no distribution is stored. */
  at: (second: number) => ReachAt | null
  clicksBefore: (second: number) => Before | null
  salesBefore: (second: number) => Before | null
}

/** Precomputes the figures for every second, so that lookups while dragging need neither a call nor a loop. */
export function makeReach({ engagement, clicks, sales, days }: Audience, length: number): Reach {
  const curve = engagement ? retentionCurve(engagement, { duration: length }) : []
  const all = curve[0] ?? 0
  const clicked = clicks?.map(({ timed, total_users }) => [timed, total_users] as const)
  const sold = sales?.map(({ timed, timed_conversions }) => [timed, timed_conversions] as const)
  return {
    curve,
    at: (second) => {
      if (!engagement) return null
      // Rounded up: a fraction of a second counts as the next whole one.
      const sessions = curve[Math.max(0, Math.ceil(second))] ?? 0
      return {
        sessions,
        share: truncatedRate(sessions, all),
        firesPerWeek: perWeek(sessions, days),
      }
    },
    clicksBefore: makeBefore(clicked, length),
    salesBefore: makeBefore(sold, length),
  }
}

function makeBefore(items: readonly (readonly [number, number])[] | undefined, length: number) {
  if (!items) return () => null
  // `before[second]` is the sum of earlier seconds; the last element is the total.
  const before = new Array<number>(length + 2).fill(0)
  for (const [timed, figure] of items) {
    const next = Math.min(timed, length) + 1
    before[next] = (before[next] ?? 0) + figure
  }
  for (let second = 1; second < before.length; second++) {
    before[second] = (before[second] ?? 0) + (before[second - 1] ?? 0)
  }
  const all = before.at(-1) ?? 0
  return (second: number): Before => {
    const at = Math.min(Math.max(0, Math.ceil(second)), length + 1)
    return { count: before[at] ?? 0, all }
  }
}
