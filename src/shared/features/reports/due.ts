import { Temporal } from 'temporal-polyfill'
import { todayIn } from '../../time/period.ts'
import type { Every, Schedule } from './schedule.ts'

/** Of so many days at most: of a desk that was closed for longer the oldest are not listed. */
const MOST_DAYS = 800

interface Span {
  /** Epoch milliseconds; a time that was due then is not due again. */
  since: number
  now: number
  zone: string
}

/** When a schedule was due after `since` and until now, the oldest first, by the clocks of its zone. */
export function dueTimes(
  { every, time }: Pick<Schedule, 'every' | 'time'>,
  { since, now, zone }: Span,
): number[] {
  const last = Temporal.PlainDate.from(todayIn(zone, now))
  const first = Temporal.PlainDate.from(todayIn(zone, Math.min(since, now)))
  const oldest = last.subtract({ days: MOST_DAYS })
  let day = Temporal.PlainDate.compare(first, oldest) < 0 ? oldest : first
  const due: number[] = []
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    const at = isDueOn(every, day) ? instantOf(day, time, zone) : null
    if (at !== null && at > since && at <= now) due.push(at)
    day = day.add({ days: 1 })
  }
  return due
}

function isDueOn(every: Every, day: Temporal.PlainDate): boolean {
  if (every.kind === 'day') return true
  if (every.kind === 'week') return day.dayOfWeek === every.weekday
  return day.day === Math.min(every.day, day.daysInMonth)
}

// A time that clocks skip is as much later, and one that they have twice is its first.
const instantOf = (day: Temporal.PlainDate, time: string, zone: string) =>
  day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .epochMilliseconds
