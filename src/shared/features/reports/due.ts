import { Temporal } from 'temporal-polyfill'
import { todayIn } from '../../time/period.ts'
import type { Every, Schedule } from './schedule.ts'

/** Maximum number of days to look back: after a longer time closed, older runs are not listed. */
const MOST_DAYS = 800

interface Span {
  /** Epoch milliseconds. A run due exactly then is excluded. */
  since: number
  now: number
  zone: string
}

/**
 * When a schedule was due after `since` and until `now`, in epoch ms, oldest first. Its times are wall-clock
 * times of its zone.
 */
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

// A time skipped by daylight saving is shifted forward; of a repeated time the first is used.
const instantOf = (day: Temporal.PlainDate, time: string, zone: string) =>
  day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .epochMilliseconds
