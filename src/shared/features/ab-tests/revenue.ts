import type { Interval } from './posterior.ts'

/** One day of an arm: cents sold, and plays of any user. */
export interface RevenueDay {
  day: string
  cents: number
  plays: number
}

/** In cents per play. */
export interface RevenuePerPlay {
  a: number
  b: number
  difference: number
  interval: Interval
  bIsHigher: number
  days: number
}

const ROUNDS = 2000
const SEED = 0xcafe
/** Fewer days do not show the day-to-day variation. */
const FEWEST_REVENUE_DAYS = 7

/**
 * Revenue per play of both arms, with an interval by bootstrap: whole days are resampled, both arms together,
 * because the service gives no amounts per person. The random numbers are seeded, so the same days always
 * give the same result. Null with less than a week of common days.
 */
export function revenueOf(
  a: readonly RevenueDay[],
  b: readonly RevenueDay[],
): RevenuePerPlay | null {
  const others = new Map(b.map((one) => [one.day, one]))
  const days = a.flatMap((ofA) => {
    const ofB = others.get(ofA.day)
    return ofB ? [{ a: ofA, b: ofB }] : []
  })
  if (days.length < FEWEST_REVENUE_DAYS) return null
  const measured = perPlay(days)
  if (!measured) return null
  const random = makeRandom(SEED)
  const drawn = Array.from({ length: ROUNDS }, () => {
    const again = days.map(() => days[Math.floor(random() * days.length)] as Day)
    const { a, b } = perPlay(again) ?? measured
    return b - a
  }).sort((one, other) => one - other)
  return {
    ...measured,
    difference: measured.b - measured.a,
    interval: [quantile(drawn, 0.025), quantile(drawn, 0.975)],
    bIsHigher: drawn.filter((difference) => difference > 0).length / ROUNDS,
    days: days.length,
  }
}

interface Day {
  a: RevenueDay
  b: RevenueDay
}

function perPlay(days: readonly Day[]): { a: number; b: number } | null {
  const of = (arm: 'a' | 'b') => {
    const sum = (key: 'cents' | 'plays') => days.reduce((all, day) => all + day[arm][key], 0)
    return sum('cents') / sum('plays')
  }
  const rates = { a: of('a'), b: of('b') }
  return Number.isFinite(rates.a) && Number.isFinite(rates.b) ? rates : null
}

/** A quantile of a sorted list, interpolated linearly (R's type 7). */
function quantile(sorted: readonly number[], p: number): number {
  const at = (sorted.length - 1) * p
  const low = sorted[Math.floor(at)] ?? NaN
  const high = sorted[Math.ceil(at)] ?? NaN
  return low + (high - low) * (at - Math.floor(at))
}

/** A pseudo-random generator of numbers in [0, 1) with a fixed sequence per seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
