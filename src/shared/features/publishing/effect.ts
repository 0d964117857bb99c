import type { Player } from '../../api/player.ts'
import { addDays, dayCount, daysOf, isSettled, type Period, todayIn } from '../../time/period.ts'
import type { ChangeAnnotation } from '../annotations/annotation.ts'

/** Whole days on either side of a change, as many before as after, on the same weekdays. */
export interface EffectWindows {
  before: Period
  after: Period
}

export const EFFECT_LENGTHS = [7, 14, 28] as const
export type EffectLength = (typeof EFFECT_LENGTHS)[number]

/**
 * The days to compare around the day of a change, which is left out because it has both. Null until
 * a whole day has passed since.
 */
export function effectWindows(
  day: string,
  today: string,
  length: EffectLength,
): EffectWindows | null {
  const start = addDays(day, 1)
  const passed = dayCount({ start, end: addDays(today, -1) })
  if (passed < 1) return null
  const isWeeks = passed >= 7
  const days = isWeeks ? Math.min(length, Math.floor(passed / 7) * 7) : passed
  const after = { start, end: addDays(day, days) }
  // Whole weeks have every weekday as often; fewer days meet their own weekday a week before.
  const back = isWeeks ? days + 1 : 7
  return { before: { start: addDays(start, -back), end: addDays(after.end, -back) }, after }
}

/** Days of a period whose sales can still grow, of an answer given at `asOf`. */
export const growingDays = (period: Period, zone: string, asOf: number): string[] =>
  daysOf(period).filter((day) => !isSettled(day, zone, asOf))

/** Whether the player was there all through a period. */
export function isThere(
  { created_at }: Pick<Player, 'created_at'>,
  { start }: Period,
  zone: string,
) {
  const created = Date.parse(`${created_at.replace(' ', 'T')}Z`)
  return Number.isNaN(created) || todayIn(zone, created) < start
}

/** Other changes that fall into the compared days, or between them. */
export function othersWithin(
  { before, after }: EffectWindows,
  own: ChangeAnnotation,
  all: readonly ChangeAnnotation[],
): ChangeAnnotation[] {
  return all.filter(({ key, day }) => key !== own.key && before.start <= day && day <= after.end)
}
