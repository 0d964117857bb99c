import { Temporal } from 'temporal-polyfill'

export const UNITS = ['day', 'week', 'month'] as const
export type Unit = (typeof UNITS)[number]

/** Days of a period that are drawn as one. */
export interface Bucket {
  /** Its first and last day within the period. */
  start: string
  end: string
  /** The indexes of its days in the period. */
  days: number[]
  /** Part of the week or month lies outside the period. */
  isCut: boolean
}

/** The days of a period in calendar weeks (from Monday) or months. */
export function buckets(days: readonly string[], unit: Unit): Bucket[] {
  const found = new Map<string, Bucket>()
  days.forEach((day, index) => {
    const { first } = wholeOf(day, unit)
    const bucket = found.get(first) ?? { start: day, end: day, days: [], isCut: first !== day }
    bucket.end = day
    bucket.days.push(index)
    found.set(first, bucket)
  })
  return [...found.values()].map((bucket) => ({
    ...bucket,
    isCut: bucket.isCut || wholeOf(bucket.end, unit).last !== bucket.end,
  }))
}

function wholeOf(day: string, unit: Unit) {
  const date = Temporal.PlainDate.from(day)
  switch (unit) {
    case 'day':
      return { first: day, last: day }
    case 'week': {
      const monday = date.subtract({ days: date.dayOfWeek - 1 })
      return { first: monday.toString(), last: monday.add({ days: 6 }).toString() }
    }
    case 'month':
      return {
        first: date.with({ day: 1 }).toString(),
        last: date.with({ day: date.daysInMonth }).toString(),
      }
  }
}

/**
 * The sum of a bucket's days; null when none has a figure. Only for measures that add up: a bucket
 * of several days has no rate and no unique count.
 */
export function bucketSum(values: readonly (number | null)[], { days }: Bucket): number | null {
  const known = days.map((index) => values[index] ?? null).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
