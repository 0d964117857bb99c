import { dayCount, type Period } from '../../time/period.ts'

/**
 * How the days of two reports with different periods are matched. `date`: the periods overlap, and each
 * common day is matched with itself. `place`: no overlap and equal length, matched by position. `nothing`: no
 * overlap and different lengths, not matched.
 */
export interface DayMatch {
  by: 'date' | 'place' | 'nothing'
  left: Period
  right: Period
}

/** Null when the periods are equal, or one is missing. */
export function dayMatchOf(left: Period | null, right: Period | null): DayMatch | null {
  if (!left || !right) return null
  if (left.start === right.start && left.end === right.end) return null
  const isShared = left.start <= right.end && right.start <= left.end
  if (isShared) return { by: 'date', left, right }
  return { by: dayCount(left) === dayCount(right) ? 'place' : 'nothing', left, right }
}

/** The position of a day in a period, from 1; the text itself when the file has no valid day there. */
export function placeIn({ start }: Period, day: string): number | string {
  const place = dayCount({ start, end: day })
  return Number.isFinite(place) ? place : day
}
