/**
 * The expected tables, computed directly from the service's JSON by the document's rules and the
 * app's definitions, without any of the app's code.
 */

import type { Cell } from '../../src/shared/tables/table.ts'
import type { Period } from '../../src/shared/time/period.ts'

/** A row of the service's JSON. */
export type Raw = Record<string, number | string>
export interface RawEngagement {
  grouped_timed: { timed: number; total_users: number }[]
}
export interface RawPlayer {
  id: string
  name: string
  pitch_time: number
  duration: number
  created_at: string
}

const COUNTS = ['viewed', 'started', 'finished', 'clicked'].flatMap((event) =>
  ['', '_session_uniq', '_device_uniq'].map((basis) => `total_${event}${basis}`),
)
export const AMOUNTS = ['total_amount_usd', 'total_amount_brl', 'total_amount_eur']
export const PITCH = ['total_over_pitch', 'total_under_pitch', 'over_pitch_rate']
const RATES = ['overall_conversion_rate', 'engagement_rate', 'over_pitch_rate', 'play_rate']
export const MEASURES = [
  ...new Set([...COUNTS, ...PITCH, 'total_conversions', ...RATES, ...AMOUNTS]),
]
export const NOTHING: Cell = { missing: 'not-applicable' }

/** Whole days before a day, by the calendar alone. */
export const back = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const todayOf = (zone: string, now: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)

export const periodsAt = (zone: string, now: number) => {
  const today = todayOf(zone, now)
  const period = { start: back(today, 29), end: today }
  return { period, comparison: { start: back(period.start, 35), end: back(period.end, 35) } }
}

export const rawRange = ({ start, end }: Period, timezone: string) => ({
  start_date: `${start} 00:00:00`,
  end_date: `${end} 23:59:59`,
  timezone,
})

export const rawRequest = (player: RawPlayer, period: Period, timezone: string) => ({
  player_id: player.id,
  ...rawRange(period, timezone),
  video_duration: player.duration,
  pitch_time: player.pitch_time,
})

export const percent = (part: number, whole: number): Cell =>
  whole === 0 ? NOTHING : Math.trunc((part * 10_000) / whole) / 100

/** What the service's document divides each rate by. */
const WHOLES: Record<string, string[]> = {
  play_rate: ['total_viewed_device_uniq'],
  engagement_rate: ['total_started_session_uniq'],
  over_pitch_rate: ['total_over_pitch', 'total_under_pitch'],
  overall_conversion_rate: ['total_started_device_uniq'],
}

/** The expected cell for a row of the service. */
export function plainly(row: Raw, key: string, player: Pick<RawPlayer, 'pitch_time'>): Cell {
  if (player.pitch_time === 0 && PITCH.includes(key)) return NOTHING
  // Of a row of zeros the service says 0 %, which is a share of nothing.
  if (WHOLES[key]?.every((whole) => Number(row[whole]) === 0)) return NOTHING
  return Number.parseFloat(String(row[key]))
}

export interface Sides {
  row: Raw
  before: Raw
  player: RawPlayer
}

export function plainChange(sides: Sides, key: string): unknown {
  const { row, before, player } = sides
  const [now, then] = [plainly(row, key, player), plainly(before, key, player)]
  if (typeof now !== 'number' || typeof then !== 'number') return { missing: 'no-comparison' }
  if (RATES.includes(key)) return plainPoints(sides, { key, now, then })
  if (then === 0 && now !== 0) return { missing: 'new' }
  const counted = AMOUNTS.includes(key) ? 'total_conversions' : key
  const most = Math.max(Number(row[counted]), Number(before[counted]))
  if (most > 0 && most < 30) return { missing: 'few-data' }
  return then === 0 ? 0 : Math.trunc(((now - then) * 10_000) / then) / 100
}

/** The count on which a rate's random variation depends, and the minimum of it. */
const BEHIND_RATES: Record<string, [count: string, fewest: number]> = {
  play_rate: ['total_viewed_device_uniq', 100],
  engagement_rate: ['total_started_session_uniq', 100],
  over_pitch_rate: ['total_over_pitch', 30],
  overall_conversion_rate: ['total_conversions', 30],
}

function plainPoints(
  { row, before }: Sides,
  { key, now, then }: { key: string; now: number; then: number },
) {
  const [count, enough] = BEHIND_RATES[key] ?? ['', 0]
  const fewest = Math.min(Number(row[count]), Number(before[count]))
  return !(fewest >= enough) ? { missing: 'few-data' } : Number((now - then).toFixed(2))
}

function plainRatio({ row }: Sides, key: string): unknown {
  const currency = key.slice(-3)
  const units = Number(row[key.startsWith('average') ? 'total_conversions' : 'total_started'])
  const isMixed = AMOUNTS.some((other) => !other.endsWith(currency) && Number(row[other]) > 0)
  if ((key.startsWith('average') && isMixed) || units === 0) return NOTHING
  const cents = Number(row[`total_amount_${currency}`]) / units
  return Math.trunc(cents) || cents
}

/** The expected cell of an overview column. */
export function plainOverview(sides: Sides, key: string): unknown {
  const { player, row, before } = sides
  const [measure = '', group] = key.split('__')
  if (group === 'comparison') return plainly(before, measure, player)
  if (group === 'change') return plainChange(sides, measure)
  if (MEASURES.includes(key)) return plainly(row, key, player)
  // The user's own data about a player, which the service does not have.
  if (key === 'tags') return ''
  return key in player ? plainFact(player, key as keyof RawPlayer) : plainRatio(sides, key)
}

function plainFact(player: RawPlayer, key: keyof RawPlayer): unknown {
  if (key === 'created_at') return Date.parse(`${player.created_at.replace(' ', 'T')}Z`)
  return key === 'pitch_time' && player.pitch_time === 0 ? NOTHING : player[key]
}
