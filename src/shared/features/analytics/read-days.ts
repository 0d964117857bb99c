import type { Age, DaysAged } from '../../time/age.ts'
import { todayIn } from '../../time/period.ts'

/**
 * The day on which figures were read: a day from it on was not over in them, whatever today is. Today when
 * they can no longer change, and without figures.
 */
export function dayRead(age: Age | null | undefined, zone: string, today: string): string {
  if (!age || age.isSettled) return today
  const day = todayIn(zone, age.asOf)
  return day < today ? day : today
}

/** `dayRead` of each day of an answer, whose days may have been read one by one. */
export function daysRead(
  { asOf, isSettled = false, dayTimes = {} }: DaysAged,
  zone: string,
  today: string,
): (day: string) => string {
  const usual = dayRead({ asOf, isSettled }, zone, today)
  return (day) => {
    const own = dayTimes[day]
    return own === undefined ? usual : dayRead({ asOf: own, isSettled }, zone, today)
  }
}
