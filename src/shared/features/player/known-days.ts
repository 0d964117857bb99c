import { createdDayOf, type Player } from '../../api/player.ts'
import { type Period, todayIn } from '../../time/period.ts'

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
