import { dayCount, type Period } from '../../time/period.ts'

/**
 * How the days of two reports of other periods are matched. `date`: they share days, each of which is
 * matched with itself. `place`: they share none and are equally long, so the first is matched with
 * the first. `nothing`: they share none, and a day of one has no place in the other.
 */
export interface DayMatch {
  by: 'date' | 'place' | 'nothing'
  left: Period
  right: Period
}

/** Null for the same period, and where one is of no days. */
export function dayMatchOf(left: Period | null, right: Period | null): DayMatch | null {
  if (!left || !right) return null
  if (left.start === right.start && left.end === right.end) return null
  const isShared = left.start <= right.end && right.start <= left.end
  if (isShared) return { by: 'date', left, right }
  return { by: dayCount(left) === dayCount(right) ? 'place' : 'nothing', left, right }
}

/** Which day of a period it is, from 1; the text itself when a stranger's file has no day there. */
export function placeIn({ start }: Period, day: string): number | string {
  const place = dayCount({ start, end: day })
  return Number.isFinite(place) ? place : day
}
