import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { periodOfQuery, zoneOfQuery } from '../../../shared/features/analytics/requests.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import type { FrozenCall, ReportAbout } from '../../../shared/features/reports/report.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import { daysRead } from '../../../shared/time/age.ts'
import { daysOf, type Period, samePeriod } from '../../../shared/time/period.ts'

export interface When {
  zone: string
  today: string
}

/** The first day of a report's period, or else of its comparison, that was not over when it was read; or null. */
export function unfinishedIn(
  calls: readonly FrozenCall[],
  { period, comparison }: Pick<ReportAbout, 'period' | 'comparison'>,
  when: When,
): string | null {
  for (const days of [period, comparison]) {
    const found = days && unfinishedOf(calls, days, when)
    if (found) return found
  }
  return null
}

function unfinishedOf(calls: readonly FrozenCall[], days: Period, when: When): string | null {
  const found = calls.map((call) =>
    call.noun === 'overview' ? inOverview(call, days) : unfinishedInAnswer(call, days, when),
  )
  const [first] = found.filter((day) => day !== null).sort()
  const isToday = days.start <= when.today && when.today <= days.end
  return first ?? (isToday ? when.today : null)
}

function inOverview({ verb, input, value }: FrozenCall, days: Period): string | null {
  if (verb !== 'read') return null
  const asked = input as { period: Period; comparison: Period | null }
  const isOf = (other: Period | null) => other !== null && samePeriod(other, days)
  const found = (value as Overview).rows.flatMap(({ current, comparison }) => [
    ...(isOf(asked.period) ? [current.unfinished] : []),
    ...(isOf(asked.comparison) ? [comparison?.unfinished] : []),
  ])
  const starts = found.flatMap((unfinished) => (unfinished ? [unfinished.start] : []))
  return starts.sort()[0] ?? null
}

/** The first of the days that was not over when an answer about them was read, or null. */
export function unfinishedInAnswer(
  { noun, input, value }: FrozenCall,
  days: Period,
  { zone, today }: When,
): string | null {
  const query = fieldsOf(input)
  const isAboutThem =
    noun === 'analytics' && zoneOfQuery(query) === zone && samePeriod(periodOfQuery(query), days)
  if (!isAboutThem) return null
  const read = daysRead(value as Answer<unknown>, zone, today)
  return daysOf(days).find((day) => day >= read(day)) ?? null
}
