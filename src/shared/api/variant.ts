import { z } from 'zod'
import { cents } from '../model/money.ts'
import { notShown, rateNumber } from './schemas.ts'

const count = z.int().nonnegative()

// Analytics, Other response shapes, /headlines/stats_by_player.
export const headline = z.looseObject({
  number: z.int(),
  views: count,
  plays: count,
  clicks: count,
  conversions: count,
  engagement: rateNumber,
  play_rate: rateNumber,
  play_over_engagement: rateNumber,
  pitch: rateNumber,
  conversion_rate: rateNumber,
  amount_brl: cents,
  amount_usd: cents,
  amount_eur: cents,
})
export type Headline = z.output<typeof headline>

// The names of these counts on POST /turbo/stats_by_player are assumed from other endpoints.
const byAnalogy = () => notShown(count.optional(), 'low')

/** One item per Turbo speed. `pitch` and `click` are percentages. */
export const speed = z.looseObject({
  speed: z.union([z.number(), z.string()]),
  views: count.optional(),
  plays: byAnalogy(),
  engagement: rateNumber.nullable().optional(),
  pitch: rateNumber.nullable().optional(),
  click: rateNumber.nullable().optional(),
  clicks: byAnalogy(),
  conversions: byAnalogy(),
})
export type Speed = z.output<typeof speed>

/** No public source shows these rows, so they are kept and shown as received. */
export const smartAutoplayRow = z.looseObject({ number: z.int().optional() })
