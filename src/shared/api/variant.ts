import { z } from 'zod'
import { cents } from '../model/money.ts'
import { looseCount, notShown, rateNumber } from './schemas.ts'

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

/** As received where it is none, so that it does not hide its row. */
const oddCount = () => z.union([looseCount, z.unknown()]).optional()
const oddRate = z.union([rateNumber, z.unknown()]).optional()

// The names of these counts on POST /turbo/stats_by_player are assumed from other endpoints.
const byAnalogy = () => notShown(oddCount(), 'low')

/** One item per Turbo speed. `pitch` and `click` are percentages. */
export const speed = z.looseObject({
  speed: z.unknown().optional(),
  views: oddCount(),
  plays: byAnalogy(),
  engagement: oddRate,
  pitch: oddRate,
  click: oddRate,
  clicks: byAnalogy(),
  conversions: byAnalogy(),
})
export type Speed = z.output<typeof speed>

/** No public source shows these rows, so they are kept and shown as received. */
export const smartAutoplayRow = z.looseObject({})
