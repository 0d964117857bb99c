import { z } from 'zod'
import { playerId } from '../model/ids.ts'
import { addDays, type Period, todayIn } from '../time/period.ts'

// Analytics, Player (item of GET /players/list).
export const player = z.looseObject({
  id: playerId,
  name: z.string(),
  /** Second of the pitch; 0 when none is set. */
  pitch_time: z.int().nonnegative(),
  /** Length in seconds. */
  duration: z.int().nonnegative(),
  /** UTC, whatever `timezone` the request had. */
  created_at: z.string(),
})
export type Player = z.output<typeof player>
export type LengthAndPitch = Pick<Player, 'duration' | 'pitch_time'>

// With 0 the service uses the length and the pitch that it has (Analytics, POST /sessions/stats).
export const NOTHING_KNOWN: LengthAndPitch = { duration: 0, pitch_time: 0 }

/** A player that is not in the list. */
export const unlistedPlayer = (id: string, known = NOTHING_KNOWN): Player => ({
  id,
  name: id,
  ...known,
  created_at: '',
})

/** When the player was created, epoch milliseconds; null when the text is not a time. */
export function createdAt({ created_at }: Pick<Player, 'created_at'>): number | null {
  const at = Date.parse(`${created_at.replace(' ', 'T')}Z`)
  return Number.isNaN(at) ? null : at
}

/** The day of `zone` on which the player was created; an empty string when the time is unreadable. */
export function createdDayOf(player: Pick<Player, 'created_at'>, zone: string): string {
  const at = createdAt(player)
  return at === null ? '' : todayIn(zone, at)
}

/**
 * The earliest day that can have a row at the service, in `zone`: the day before the player was created
 * (Analytics, POST /sessions/stats_by_day). An empty string, which sorts before every day, when the
 * creation time is unreadable.
 */
export function firstDayOf(of: Player, zone: string): string {
  const created = createdDayOf(of, zone)
  return created && addDays(created, -1)
}

/**
 * The days of a period that have a row by `now` (epoch milliseconds): up to today, and from the day on which the
 * player was created when the player is known. Null when there are none.
 */
export function daysDue(
  { start, end }: Period,
  player: Player | null,
  { zone, now }: { zone: string; now: number },
): Period | null {
  const today = todayIn(zone, now)
  const earliest = player ? createdDayOf(player, zone) : start
  const due = { start: earliest > start ? earliest : start, end: today < end ? today : end }
  return due.start > due.end ? null : due
}

/**
 * The days of a period that an answer sent at `asOf` (epoch milliseconds) can be about: from the day
 * on which the player was created, when that is known, until the day of the answer.
 */
export function knownDays(
  { start, end }: Period,
  player: Pick<Player, 'created_at'> | null,
  { zone, asOf }: { zone: string; asOf: number },
): Period {
  const day = todayIn(zone, asOf)
  const last = day >= start && day < end ? day : end
  const created = player ? createdDayOf(player, zone) : start
  return { start: created > start && created <= last ? created : start, end: last }
}

/**
 * How much of the compared days a player that was created on a day missed, that day included; null when nothing,
 * or when the day is unknown.
 */
export function missedOf(created: string, comparison: Period | null): 'some' | 'all' | null {
  if (!comparison || created < comparison.start) return null
  return created > comparison.end ? 'all' : 'some'
}

/** The days that a player can be compared with: none that were over before it was created. */
export const comparedDays = (
  player: Pick<Player, 'created_at'>,
  comparison: Period | null,
  zone: string,
): Period | null => (missedOf(createdDayOf(player, zone), comparison) === 'all' ? null : comparison)
