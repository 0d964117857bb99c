import { createdDayOf, type Player } from '../../api/player.ts'
import { type DaysAged, daysRead } from '../../time/age.ts'
import { addDays, dayCount, daysOf, isSettled, type Period } from '../../time/period.ts'
import type { ChangeAnnotation } from '../annotations/annotation.ts'

/** Whole days before and after a change: equally many, with the same weekdays. */
export interface EffectWindows {
  before: Period
  after: Period
}

export const EFFECT_LENGTHS = [7, 14, 28] as const
export type EffectLength = (typeof EFFECT_LENGTHS)[number]

/**
 * The days to compare around the day of a change. That day is excluded because it has both states. Null until
 * a whole day has passed.
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
  // Whole weeks contain each weekday equally often; fewer days are compared with the same weekdays a week
  // before.
  const back = isWeeks ? days + 1 : 7
  return { before: { start: addDays(start, -back), end: addDays(after.end, -back) }, after }
}

/** Days of a period whose sales could still grow when the answer was given (`asOf`, epoch ms). */
export const growingDays = (period: Period, zone: string, asOf: number): string[] =>
  daysOf(period).filter((day) => !isSettled(day, zone, asOf))

/** The first day of a period that was not over when its figures were read; null for none. */
export function unfinishedDay(period: Period, zone: string, age: DaysAged): string | null {
  const read = daysRead(age, zone, addDays(period.end, 1))
  return daysOf(period).find((day) => day >= read(day)) ?? null
}

export const existsThroughout = (
  player: Pick<Player, 'created_at'>,
  { start }: Period,
  zone: string,
) => createdDayOf(player, zone) < start

/** Other changes within the compared days, or between them. */
export function othersWithin(
  { before, after }: EffectWindows,
  own: ChangeAnnotation,
  all: readonly ChangeAnnotation[],
): ChangeAnnotation[] {
  return all.filter(({ key, day }) => key !== own.key && before.start <= day && day <= after.end)
}
