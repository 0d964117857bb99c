import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { isoDate } from './time.ts'

/** The maximum period of the service, in days. */
const MOST_DAYS = 1100

/** Whole calendar days in the account's zone, both ends included. */
export const period = z
  .object({ start: isoDate, end: isoDate })
  .refine(({ start, end }) => start <= end, 'must not end before it starts')
  .refine((days) => !isTooLong(days), 'must not be longer than three years')
export type Period = z.output<typeof period>

export const samePeriod = (a: Period, b: Period): boolean => a.start === b.start && a.end === b.end

/** Sorts periods by their end, latest first, and those with the same end by length, longest first. */
const newestFirst = (a: Period, b: Period) =>
  b.end.localeCompare(a.end) || a.start.localeCompare(b.start)

/** The same, after those that end before today: a day that is not over has few viewers. */
export const wholeFirst = (today: string) => (a: Period, b: Period) =>
  Number(a.end >= today) - Number(b.end >= today) || newestFirst(a, b)

export const PRESETS = [
  'today',
  'yesterday',
  'last7',
  'last14',
  'last30',
  'last90',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
] as const
export type Preset = (typeof PRESETS)[number]

export const COMPARISONS = [
  'matchingWeekdays',
  'previous',
  'previousYear',
  'custom',
  'none',
] as const
export type ComparisonMode = (typeof COMPARISONS)[number]

const DAY_MS = 86_400_000

/** A calendar day has no zone; UTC is used because it is fast. */
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (utcMs: number) => new Date(utcMs).toISOString().slice(0, 10)

/** Today's date in a zone; `nowMs` in epoch milliseconds. */
export function todayIn(zone: string, nowMs: number): string {
  const calendar = calendars.get(zone) ?? calendarOf(zone)
  calendars.set(zone, calendar)
  const part = Object.fromEntries(
    calendar.formatToParts(nowMs).map(({ type, value }) => [type, Number(value)]),
  )
  return dayAt(Date.UTC(part['year'] ?? NaN, (part['month'] ?? NaN) - 1, part['day']))
}

const calendars = new Map<string, Intl.DateTimeFormat>()

const calendarOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })

/** Epoch milliseconds of the end of a day in a zone, which is the first instant of the next day. */
export function dayEndsAt(day: string, zone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
}

export function addDays(day: string, days: number): string {
  return dayAt(midnight(day) + days * DAY_MS)
}

/** Number of calendar days, both ends included. NaN for invalid dates. */
export function dayCount({ start, end }: { start: string; end: string }): number {
  return (midnight(end) - midnight(start)) / DAY_MS + 1
}

/**
 * Number of days of a period that had passed in a zone at `asOf`, in epoch milliseconds: of a day that was
 * not over, the part that was.
 */
export function elapsedDays({ start, end }: Period, zone: string, asOf: number): number {
  const last = todayIn(zone, asOf)
  if (end < last) return dayCount({ start, end })
  if (last < start) return 0
  const [begins, ends] = [dayEndsAt(addDays(last, -1), zone), dayEndsAt(last, zone)]
  return dayCount({ start, end: last }) - 1 + (asOf - begins) / (ends - begins)
}

/** The days on each side when their number differs, because totals differ then for that alone; or null. */
export function unevenDays({ period, comparison }: Record<'period' | 'comparison', Period | null>) {
  if (!period || !comparison) return null
  const [days, before] = [dayCount(period), dayCount(comparison)]
  return days === before ? null : { days, before }
}

export const isTooLong = (days: Record<'start' | 'end', string>): boolean =>
  dayCount(days) > MOST_DAYS

/** Whether two typed texts form a valid period; used by the window before main checks it. */
export const areDays = (days: Period): boolean => dayCount(days) >= 1 && !isTooLong(days)

/** The days of a range from one on; null when it has none. */
export const daysFrom = (day: string, { start, end }: Period): Period | null =>
  day > end ? null : { start: day > start ? day : start, end }

/** From the first to the last day of all these; null for none. */
export function spanOf(periods: readonly Period[]): Period | null {
  const [first] = periods
  if (!first) return null
  return periods.reduce(
    (span, { start, end }) => ({
      start: start < span.start ? start : span.start,
      end: end > span.end ? end : span.end,
    }),
    first,
  )
}

export function daysOf(range: Period): string[] {
  return Array.from({ length: dayCount(range) }, (_, index) => addDays(range.start, index))
}

const BACK: Partial<Record<Preset, number>> = {
  today: 1,
  last7: 7,
  last14: 14,
  last30: 30,
  last90: 90,
}

/** What the steps of a period go by. */
export type Unit = 'days' | 'weeks' | 'months'

const CALENDAR: Partial<Record<Preset, Unit>> = {
  thisWeek: 'weeks',
  lastWeek: 'weeks',
  thisMonth: 'months',
  lastMonth: 'months',
}

/**
 * The unit of a preset's days, or of custom ones: months when they are whole calendar months, unless they
 * count as a number of days that only happens to be that.
 */
export function unitOf(
  { preset, countsDays }: { preset: Preset | null; countsDays?: boolean | undefined },
  custom: Period,
): Unit {
  if (preset) return CALENDAR[preset] ?? 'days'
  return !countsDays && wholeMonths(custom) > 0 ? 'months' : 'days'
}

/** Number of calendar months that a range consists of; 0 when one of them is not whole. */
export function wholeMonths({ start, end }: Period): number {
  const after = addDays(end, 1)
  if (!start.endsWith('-01') || !after.endsWith('-01')) return 0
  return Temporal.PlainDate.from(start).until(after, { largestUnit: 'months' }).months
}

/** The days of a preset relative to today. */
export function presetPeriod(preset: Preset, today: string): Period {
  const days = BACK[preset]
  if (days) return { start: addDays(today, 1 - days), end: today }
  const whole = calendarPeriod(preset, today)
  if (!whole) return { start: addDays(today, -1), end: addDays(today, -1) }
  return whole.end < today ? whole : { start: whole.start, end: today }
}

/**
 * The whole week or month of a preset, which may end in the future; null for the other presets. Weeks start
 * on Monday.
 */
export function calendarPeriod(preset: Preset, today: string): Period | null {
  const unit = CALENDAR[preset]
  if (!unit) return null
  const now = Temporal.PlainDate.from(today)
  const one = { [unit]: 1 }
  const current =
    unit === 'weeks' ? now.subtract({ days: now.dayOfWeek - 1 }) : now.with({ day: 1 })
  const first = preset.startsWith('this') ? current : current.subtract(one)
  return { start: first.toString(), end: first.add(one).subtract({ days: 1 }).toString() }
}

/** Presets of a fixed number of days. */
const isRolling = (preset: Preset) => preset in BACK && preset !== 'today'

/**
 * A preset's days without today: for rolling presets the same number of days, otherwise the past
 * part of the week or month. Today alone when there is nothing else.
 */
export function presetWithoutToday(preset: Preset, today: string): Period {
  if (isRolling(preset)) return presetPeriod(preset, addDays(today, -1))
  const whole = presetPeriod(preset, today)
  return withoutToday(whole, today) ?? whole
}

/** The range without today; null when it contains only today. */
export function withoutToday(range: Period, today: string): Period | null {
  if (range.end < today) return range
  const end = addDays(today, -1)
  return range.start <= end ? { start: range.start, end } : null
}

/** The range without days that have not begun; today when there are no others. */
export function begunDays({ start, end }: Period, today: string): Period {
  return { start: start < today ? start : today, end: end < today ? end : today }
}

/** The period directly before (-1) or after (1): of as many whole months, otherwise of as many days. */
export function stepped(range: Period, direction: -1 | 1, unit: Unit): Period {
  const months = unit === 'months' ? wholeMonths(range) : 0
  if (months > 0) {
    const start = Temporal.PlainDate.from(range.start).add({ months: months * direction })
    const end = start.add({ months }).subtract({ days: 1 })
    return { start: start.toString(), end: end.toString() }
  }
  const days = dayCount(range) * direction
  return { start: addDays(range.start, days), end: addDays(range.end, days) }
}

/**
 * The period to compare with. `matchingWeekdays` goes back by whole weeks, so that equal weekdays
 * are compared; `previousYear` goes back 52 weeks for the same reason. `unit` is that of the range.
 */
export function comparisonPeriod(
  range: Period,
  mode: ComparisonMode,
  custom: Period | null,
  unit: Unit = unitOf({ preset: null }, range),
): Period | null {
  const days = dayCount(range)
  const back = (count: number) => ({
    start: addDays(range.start, -count),
    end: addDays(range.end, -count),
  })
  switch (mode) {
    case 'matchingWeekdays':
      return back(Math.ceil(days / 7) * 7)
    case 'previous':
      return stepped(range, -1, unit)
    case 'previousYear':
      return back(364)
    case 'custom':
      return custom
    case 'none':
      return null
  }
}

/** The dates of a period for a request: its first and last second, in local time of the zone. */
export function wireRange({ start, end }: Period) {
  return { start_date: `${start} 00:00:00`, end_date: `${end} 23:59:59` }
}

/**
 * As `wireRange`, in UTC, for endpoints without a zone. A day begins at its first instant in the
 * zone, which is not midnight where midnight is skipped.
 */
export function utcRange({ start, end }: Period, zone: string) {
  const wire = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
  return {
    start_date: wire(dayEndsAt(addDays(start, -1), zone)),
    end_date: wire(dayEndsAt(end, zone) - 1000),
  }
}

/** A wire time in UTC as wall-clock time of a zone. */
export function localTime(utc: string, zone: string): string {
  const there = Temporal.Instant.from(`${utc.replace(' ', 'T')}Z`).toZonedDateTimeISO(zone)
  return there.toPlainDateTime().toString().replace('T', ' ')
}

/** Days after its end until a day's figures are settled: late sales count on it. */
export const SETTLES_AFTER_DAYS = 3

/** Epoch milliseconds from which the figures of a range that ends on `day` are settled. */
export const settlesAt = (day: string, zone: string): number =>
  dayEndsAt(addDays(day, SETTLES_AFTER_DAYS), zone)

/** Whether an answer from `asOf` (epoch milliseconds) is settled for a range that ends on `end`. */
export function isSettled(end: string, zone: string, asOf: number): boolean {
  // Every zone is less than a day from UTC, so the slow exact check is needed only near the limit.
  const about = midnight(end) + (SETTLES_AFTER_DAYS + 1) * DAY_MS
  if (Math.abs(asOf - about) > DAY_MS) return asOf > about
  return asOf >= settlesAt(end, zone)
}
