import { z } from 'zod'
import { nullAsAbsent } from './schemas.ts'

const metric = z.looseObject({
  used: z.int(),
  /** Null when the metric has no cap. */
  limit: z.int().nullable(),
  remaining: z.int().nullable(),
})

type Metric = z.output<typeof metric>

const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time as ISO 8601 writes it')

// Analytics, Quota usage.
export const quotaUsage = z.looseObject({
  quotas: z.array(
    z.looseObject({
      interval_seconds: z.int().positive(),
      interval_starts_at: instant,
      interval_ends_at: instant,
      queries: metric.extend({ note: nullAsAbsent(z.string()) }),
      read_bytes: metric,
    }),
  ),
})
export type QuotaUsage = z.output<typeof quotaUsage>

/** What is left of a limit, also where the service does not say it. */
export const leftOf = (limit: number, { used, remaining }: Pick<Metric, 'used' | 'remaining'>) =>
  remaining ?? Math.max(0, limit - used)

export type QuotaMetric = 'queries' | 'read_bytes'

/** The times of the windows by this computer's clock, which is so far ahead of the service’s. */
export function byOwnClock({ quotas, ...usage }: QuotaUsage, aheadMs: number): QuotaUsage {
  const ours = (time: string) => new Date(Date.parse(time) + aheadMs).toISOString()
  const windows = quotas.map(({ interval_starts_at, interval_ends_at, ...quota }) => {
    const times = {
      interval_starts_at: ours(interval_starts_at),
      interval_ends_at: ours(interval_ends_at),
    }
    return { ...quota, ...times }
  })
  return { ...usage, quotas: windows }
}
