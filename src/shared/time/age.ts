import { todayIn } from './period.ts'

/** When an answer was sent, and whether its days could still change. */
export interface Aged {
  /** Epoch milliseconds. */
  asOf: number
  /** Whether its days can no longer change; false when absent. */
  isSettled?: boolean
}

/** Of figures of several days. */
export interface DaysAged extends Aged {
  /** Of days that were read one by one, when each was whose time is not `asOf`. */
  dayTimes?: Readonly<Record<string, number>>
}

export interface Age {
  asOf: number
  isSettled: boolean
}

/**
 * The combined age of figures from several answers, added one by one: that of the oldest answer
 * that can still change, since settled ones stay valid. When none can change, the figures are
 * settled, and as old as the oldest.
 */
export function makeAge() {
  let growing = Infinity
  let settled = Infinity
  return {
    add(asOf: number, isSettled: boolean) {
      if (isSettled) settled = Math.min(settled, asOf)
      else growing = Math.min(growing, asOf)
    },
    /** Null when nothing was added. */
    age(): Age | null {
      if (growing !== Infinity) return { asOf: growing, isSettled: false }
      return settled === Infinity ? null : { asOf: settled, isSettled: true }
    },
  }
}

/** Answers requested together arrive within this time. */
const SAME_MS = 60_000

/** Whether figures were requested before others, and not together with them. */
export const isFromBefore = (one: Aged, than: Aged): boolean => one.asOf < than.asOf - SAME_MS

/** Whether figures can still change and are older than others, or the others can not. */
export const isOlder = (one: Age, than: Age): boolean =>
  !one.isSettled && (than.isSettled || isFromBefore(one, than))

/** `makeAge` over answers, skipping missing ones. */
export function combinedAge(answers: Iterable<Aged | null | undefined>): Age | null {
  const age = makeAge()
  for (const answer of answers) if (answer) age.add(answer.asOf, answer.isSettled ?? false)
  return age.age()
}

/**
 * The day on which figures were read: a day from it on was not over in them, whatever today is. Today when
 * they can no longer change, and without figures.
 */
export function dayRead(age: Age | null | undefined, zone: string, today: string): string {
  if (!age || age.isSettled) return today
  const day = todayIn(zone, age.asOf)
  return day < today ? day : today
}

/** Later than any day of figures, because only the time at which they were read says which were not over. */
export const NO_TODAY = '9999-12-31'

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
