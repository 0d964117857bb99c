import { createdDayOf, type Player } from '../../../shared/api/player.ts'

/** Calendar days and months as numbers, because the store compares them by the hundred thousand. */

const DAY_MS = 86_400_000

/** Days since 1970-01-01 of a `YYYY-MM-DD`. Throws on any other text. */
export function dayNumber(text: string): number {
  const number = Date.parse(`${text}T00:00:00Z`) / DAY_MS
  if (!Number.isInteger(number)) throw new TypeError('Not a calendar day.')
  return number
}

export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Months since year 0. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The day number of a month's first day. */
export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS
}

/** The days of a month within `from..to`, both included, as a mask: bit 0 is the 1st. */
export function daysMask(month: number, from: number, to: number): number {
  const start = monthStart(month)
  const first = Math.max(from, start)
  const last = Math.min(to, monthStart(month + 1) - 1)
  if (first > last) return 0
  return (0x7fffffff >>> (30 - (last - first))) << (first - start)
}

/** The day on which a player was created, in the zone; before every day when the time is unreadable. */
export function createdDayNumber(player: Pick<Player, 'created_at'>, zone: string): number {
  const day = createdDayOf(player, zone)
  return day === '' ? -Infinity : dayNumber(day)
}
