import { z } from 'zod'

const metric = z.looseObject({
  used: z.int(),
  /** Null when the metric has no cap. */
  limit: z.int().nullable(),
  remaining: z.int().nullable(),
})

// Analytics, Quota usage.
export const quotaUsage = z.looseObject({
  quotas: z.array(
    z.looseObject({
      interval_seconds: z.int().positive(),
      interval_starts_at: z.string(),
      interval_ends_at: z.string(),
      queries: metric.extend({ note: z.string().optional() }),
      read_bytes: metric,
    }),
  ),
})
export type QuotaUsage = z.output<typeof quotaUsage>
