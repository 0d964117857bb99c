import { z } from 'zod'
import { cents } from '../model/money.ts'
import { rateNumber, rateText } from './schemas.ts'

const count = z.int().nonnegative()

// Analytics, Statistics row. Unknown fields are kept.
export const statistics = z.looseObject({
  total_viewed: count,
  total_viewed_session_uniq: count,
  total_viewed_device_uniq: count,
  total_started: count,
  total_started_session_uniq: count,
  total_started_device_uniq: count,
  total_finished: count,
  total_finished_session_uniq: count,
  total_finished_device_uniq: count,
  total_clicked: count,
  total_clicked_session_uniq: count,
  total_clicked_device_uniq: count,
  total_over_pitch: count,
  total_under_pitch: count,
  total_conversions: count,
  overall_conversion_rate: rateNumber,
  total_amount_usd: cents,
  total_amount_brl: cents,
  total_amount_eur: cents,
  // Analytics, Conventions: truncated to two decimals; strings here.
  engagement_rate: rateText,
  over_pitch_rate: rateText,
  play_rate: rateText,
})
export type Statistics = z.output<typeof statistics>
export type Measure = keyof typeof statistics.shape

export const dayStatistics = statistics.extend({ date_key: z.iso.date() })
export type DayStatistics = z.output<typeof dayStatistics>

export const fieldStatistics = statistics.extend({ grouped_field: z.string() })
export type FieldStatistics = z.output<typeof fieldStatistics>

export const AMOUNTS = [
  'total_amount_usd',
  'total_amount_brl',
  'total_amount_eur',
] as const satisfies readonly Measure[]

/**
 * The measures that may be summed over days and players: events, credited sales and amounts.
 * Analytics, Statistics row, Rules: rates and unique counts cannot be summed across days. Neither
 * can sessions over and under the pitch: a session is a unique, and may span midnight.
 */
export const ADDITIVE = [
  'total_viewed',
  'total_started',
  'total_finished',
  'total_clicked',
  'total_conversions',
  ...AMOUNTS,
] as const satisfies readonly Measure[]
export type Additive = (typeof ADDITIVE)[number]
export type AdditiveTotals = Record<Additive, number>

/** Whether there was any view, play, click or sale. */
export const hasActivity = (figures: Readonly<Record<Additive, number>>): boolean =>
  ADDITIVE.some((measure) => figures[measure] > 0)

/** The three ways to count an event: all, unique sessions, unique devices. */
export type Basis = 'events' | 'sessions' | 'devices'
export type FunnelEvent = 'viewed' | 'started' | 'finished' | 'clicked'

const SUFFIX = { events: '', sessions: '_session_uniq', devices: '_device_uniq' } as const

/** The measure that counts an event on a basis. */
export function countOf<E extends FunnelEvent>(event: E, basis: Basis) {
  return `total_${event}${SUFFIX[basis]}` as const
}

/** Percent truncated to two decimals as the service does, without floating-point error. */
export const truncatedPercent = (percent: number): number =>
  Math.trunc(Number((percent * 100).toFixed(6))) / 100

/** The exact difference of two figures of two decimals; of percentages it is in percentage points. */
export const exactDifference = (figure: number, other: number): number =>
  (Math.round(figure * 100) - Math.round(other * 100)) / 100

/**
 * A share in percent, truncated to two decimals as the service does; null when `whole` is 0. Both are whole
 * numbers: throws a RangeError for any other.
 */
export function truncatedRate(part: number, whole: number): number | null {
  if (whole === 0) return null
  // Integers, because 0.29 * 100 is 28.999999999999996.
  return Number((BigInt(part) * 10_000n) / BigInt(whole)) / 100
}
