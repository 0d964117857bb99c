import { type Additive, AMOUNTS } from '../../api/statistics.ts'
import { addDays, type Period, SETTLES_AFTER_DAYS } from '../../time/period.ts'

/** The measures counted on the day of the click, which still grow after that day is over. */
export const SALES = ['total_conversions', ...AMOUNTS] as const satisfies readonly Additive[]
export type Sale = (typeof SALES)[number]

// Analytics, Statistics row, Rules: sales and their amounts are counted on the day of the click.
export const isSale = (measure: string): measure is Sale =>
  (SALES as readonly string[]).includes(measure)

/** Age in calendar days from which a day is settled: then `SETTLES_AFTER_DAYS` whole days have passed. */
export const SETTLED_AGE = SETTLES_AFTER_DAYS + 1

/** The sales of a day as first read at an age, and once settled. */
export interface GrownDay {
  /** Calendar days since then: 1 is yesterday. */
  age: number
  early: Record<Sale, number>
  settled: Record<Sale, number>
}

/** How much days of an age usually grew until they were settled. */
export interface UsualGrowth {
  age: number
  /** The median growth of the days. */
  percent: number
  /** The number of days behind the median. */
  days: number
}

export type Growth = Record<Sale, UsualGrowth[]>

/** Seven days, so that each weekday is included. */
export const LEAST_GROWN_DAYS = 7

/** The median growth per measure and age. Ages with fewer than `LEAST_GROWN_DAYS` days are omitted. */
export function usualGrowth(days: readonly GrownDay[]): Growth {
  const of = (sale: Sale) =>
    Array.from({ length: SETTLES_AFTER_DAYS }, (_, index) => index + 1).flatMap((age) => {
      const growths = growthsOf(days, age, sale)
      const percent = median(growths)
      return growths.length < LEAST_GROWN_DAYS ? [] : [{ age, percent, days: growths.length }]
    })
  return Object.fromEntries(SALES.map((sale) => [sale, of(sale)])) as Growth
}

/** In percent, of the days with any sales: growth from zero has no percentage. */
const growthsOf = (days: readonly GrownDay[], age: number, sale: Sale) =>
  days
    .filter((day) => day.age === age && day.early[sale] > 0)
    .map(({ early, settled }) => (100 * (settled[sale] - early[sale])) / early[sale])

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const low = sorted[Math.ceil(middle) - 1] ?? 0
  const high = sorted[Math.floor(middle)] ?? 0
  return (low + high) / 2
}

/**
 * The days of a period whose sales may still grow; null when all are settled or in the future. `read` is the
 * day on which their figures were read.
 */
export function growingIn({ start, end }: Period, today: string, read = today): Period | null {
  const from = addDays(read, -SETTLES_AFTER_DAYS)
  const growing = { start: start > from ? start : from, end: end < today ? end : today }
  return growing.start <= growing.end ? growing : null
}

/** Whether the sales of a day may still grow that were read on the day `read`. */
export const mayGrow = (day: string, today: string, read: string): boolean =>
  growingIn({ start: day, end: day }, today, read) !== null

/** The usual growth of the days of a period that are over but not settled, newest first. */
export function growthIn(growth: readonly UsualGrowth[], period: Period, today: string) {
  return growth.filter(({ age }) => {
    const day = addDays(today, -age)
    return period.start <= day && day <= period.end
  })
}
