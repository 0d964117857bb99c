import type { Additive } from '../../api/statistics.ts'
import { addDays, type Period, SETTLES_AFTER_DAYS } from '../../time/period.ts'

/** What falls on the day of the click, and so still grows on days that are over. */
export const SALES = [
  'total_conversions',
  'total_amount_usd',
  'total_amount_brl',
  'total_amount_eur',
] as const satisfies readonly Additive[]
export type Sale = (typeof SALES)[number]

// Analytics, Statistics row, Rules: sales and their amounts fall on the day of the click.
export const isSale = (measure: string): measure is Sale =>
  (SALES as readonly string[]).includes(measure)

/** Calendar days after a day from which it is settled: `SETTLES_AFTER_DAYS` are then over. */
export const SETTLED_AGE = SETTLES_AFTER_DAYS + 1

/** A day of the account as it was first read at an age, and once it was settled. */
export interface GrownDay {
  /** Calendar days since: 1 is yesterday. */
  age: number
  early: Record<Sale, number>
  settled: Record<Sale, number>
}

/** By how much days of an age usually grew until they were settled. */
export interface UsualGrowth {
  age: number
  /** The middle one of the days' growths. */
  percent: number
  /** How many days it rests on. */
  days: number
}

export type Growth = Record<Sale, UsualGrowth[]>

/** Each weekday once: fewer days would tell of a weekday rather than of the account. */
export const LEAST_GROWN_DAYS = 7

/** Says nothing of an age that fewer than `LEAST_GROWN_DAYS` days speak of. */
export function usualGrowth(days: readonly GrownDay[]): Growth {
  const of = (sale: Sale) =>
    Array.from({ length: SETTLES_AFTER_DAYS }, (_, index) => index + 1).flatMap((age) => {
      const growths = growthsOf(days, age, sale)
      const percent = median(growths)
      return growths.length < LEAST_GROWN_DAYS ? [] : [{ age, percent, days: growths.length }]
    })
  return Object.fromEntries(SALES.map((sale) => [sale, of(sale)])) as Growth
}

/** In percent, of the days that had any: from nothing there is no share. */
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

/** The days of a period whose sales may still grow; null when all are settled or yet to come. */
export function growingIn({ start, end }: Period, today: string): Period | null {
  const from = addDays(today, -SETTLES_AFTER_DAYS)
  const growing = { start: start > from ? start : from, end: end < today ? end : today }
  return growing.start <= growing.end ? growing : null
}

/** What is known of the days of a period that are over and not settled, the newest first. */
export function growthIn(growth: readonly UsualGrowth[], period: Period, today: string) {
  return growth.filter(({ age }) => {
    const day = addDays(today, -age)
    return period.start <= day && day <= period.end
  })
}
