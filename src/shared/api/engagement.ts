import { z } from 'zod'
import { LONGEST_VIDEO_SECONDS } from '../time/time.ts'
import { looseRate, rateNumber } from './schemas.ts'

// Analytics, Engagement distribution.
export const engagement = z.looseObject({
  grouped_timed: z.array(
    z.looseObject({ timed: z.int().nonnegative(), total_users: z.int().nonnegative() }),
  ),
  /** Seconds. */
  average_watched_time: z.number(),
  engagement_rate: rateNumber,
})
export type Engagement = z.output<typeof engagement>

/** Sessions that reached `second`: the sum of the distribution's items at or after it. */
export function reached(distribution: Engagement['grouped_timed'], second: number): number {
  return distribution.reduce(
    (sum, item) => (item.timed >= second ? sum + item.total_users : sum),
    0,
  )
}

/**
 * Sessions that reached each second from 0 to `duration`. Items beyond the duration (the last may
 * be `duration + 1`) count as having reached its end. At most the first 100 hours.
 */
export function survival(distribution: Engagement['grouped_timed'], seconds: number): number[] {
  const duration = Math.min(seconds, LONGEST_VIDEO_SECONDS)
  const curve = new Array<number>(duration + 1).fill(0)
  for (const { timed, total_users } of distribution) {
    const at = Math.min(timed, duration)
    curve[at] = (curve[at] ?? 0) + total_users
  }
  for (let second = duration - 1; second >= 0; second--) {
    curve[second] = (curve[second] ?? 0) + (curve[second + 1] ?? 0)
  }
  return curve
}

export const engagementDay = z.looseObject({
  date: z.iso.date(),
  /** Percent; null for a day without plays. */
  engagement_rate: looseRate,
})
export type EngagementDay = z.output<typeof engagementDay>
