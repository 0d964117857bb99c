import { type DayStatistics, exactDifference, truncatedPercent } from '../../api/statistics.ts'
import { CURRENCIES, type Currency } from '../../model/money.ts'
import { column, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import { quantile } from '../player/curves/baseline.ts'
import type { BothArms } from './arms.ts'
import { chancePercent, type Interval } from './posterior.ts'
import { isWholeDay, type TestTime } from './times.ts'

/** One day of an arm: cents sold, and plays of any user. */
export interface RevenueDay {
  day: string
  cents: number
  plays: number
}

/** In cents per play, exact. */
interface RevenuePerPlay {
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
    // A tie is no sign of either: also one that was drawn without any sale.
    bIsHigher: drawn.reduce((sum, difference) => sum + (Math.sign(difference) + 1) / 2, 0) / ROUNDS,
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

const NOT_ANY = missing('not-applicable')

interface AbRevenue {
  currency: Currency
  found: RevenuePerPlay
}

export type AbDays = Known<readonly DayStatistics[]> | null

/**
 * Revenue per currency in which either arm had sales, from the days that both arms have. The service gives
 * whole days only: one on which the test started or ended has traffic from outside of the test, and one that
 * was not over has too little of its own.
 */
export function abRevenue(days: readonly [AbDays, AbDays], time: TestTime | null): AbRevenue[] {
  const [a, b] = days.map((one) => {
    // The age of stored days is that of the oldest; once settled, all of them were over when read.
    const asOf = one?.isSettled ? Infinity : (one?.asOf ?? 0)
    return (one?.value ?? []).filter(({ date_key }) => time && isWholeDay(date_key, time, asOf))
  })
  return CURRENCIES.flatMap((currency) => {
    const [ofA, ofB] = [a, b].map((rows) => daysIn(rows ?? [], currency))
    const isSold = [...(ofA ?? []), ...(ofB ?? [])].some(({ cents }) => cents !== 0)
    const found = isSold && ofA && ofB ? revenueOf(ofA, ofB) : null
    return found ? [{ currency, found }] : []
  })
}

const daysIn = (rows: readonly DayStatistics[], currency: Currency): RevenueDay[] =>
  rows.map((row) => ({
    day: row.date_key,
    cents: row[`total_amount_${currency}`],
    plays: row.total_started,
  }))

/** In cents with two decimals: an amount per play may be less than a cent. */
type Amounts = Pick<RevenuePerPlay, 'a' | 'b' | 'difference' | 'interval'>

/** The amounts to show, truncated. The difference is that of the amounts shown. */
export function amountsOf(found: RevenuePerPlay): Amounts {
  const [a, b] = [hundredths(found.a), hundredths(found.b)]
  const [low, high] = found.interval
  return { a, b, difference: exactDifference(b, a), interval: [hundredths(low), hundredths(high)] }
}

// Plus 0, because a minus before nothing would be shown.
const hundredths = (cents: number) => truncatedPercent(cents) + 0

/** The currencies in which either arm had sales. */
export const soldIn = (arms: BothArms | null): Currency[] =>
  CURRENCIES.filter((currency) =>
    arms?.value.some(({ conversions }) => conversions[`total_amount_${currency}`] !== 0),
  )

/**
 * Revenue of both arms: per viewer as the service has it for the whole test, and from a week of whole days of
 * the test per play, with the interval of the difference.
 */
export function abRevenueTable(
  arms: BothArms | null,
  days: readonly [AbDays, AbDays],
  time: TestTime | null,
): Table {
  const found = abRevenue(days, time)
  const sold = soldIn(arms)
  // Analytics, Comparison-group statistics: amounts are in major units.
  const perViewer = (at: 0 | 1) =>
    sold.map((currency): Cell => {
      const arm = arms?.value[at]
      return arm ? hundredths(arm[`rpv_${currency}`] * 100) : NOT_ANY
    })
  const amounts = found.map((one) => amountsOf(one.found))
  const money = (of: (one: Amounts) => number) => amounts.map((one): Cell => of(one))
  const none = found.map((): Cell => NOT_ANY)
  const noViewers = sold.map((): Cell => NOT_ANY)
  const daysCompared = found.slice(0, 1).map((one) => one.found.days)
  const row = (figure: string, of: (one: Amounts) => number, ofViewers = noViewers): Cell[] => [
    figure,
    ...ofViewers,
    ...money(of),
    ...none,
    ...daysCompared,
  ]
  const ofArms = [
    row('arm_a', ({ a }) => a, perViewer(0)),
    row('arm_b', ({ b }) => b, perViewer(1)),
  ]
  const differences = [
    [
      'difference',
      ...noViewers,
      ...money(({ difference }) => difference),
      ...found.map((one) => chancePercent(one.found.bIsHigher, 1 / ROUNDS)),
      ...daysCompared,
    ],
    row('difference_low', ({ interval }) => interval[0]),
    row('difference_high', ({ interval }) => interval[1]),
  ]
  const isEmpty = sold.length === 0 && found.length === 0
  return tableOf([arms, ...days], {
    columns: [
      column('revenue_figure', 'text'),
      ...sold.map((currency) => column(`revenue_per_viewer_${currency}`, 'money')),
      ...found.map(({ currency }) => column(`revenue_per_play_${currency}`, 'money')),
      ...found.map(({ currency }) => column(`chance_better_${currency}`, 'percent')),
      ...daysCompared.map(() => column('days_compared', 'count')),
    ],
    rows: isEmpty ? [] : [...ofArms, ...(found.length > 0 ? differences : [])],
  })
}
