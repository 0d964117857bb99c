import { type DayStatistics, truncatedPercent } from '../../api/statistics.ts'
import { CURRENCIES, type Currency } from '../../model/money.ts'
import { column, type Known, tableAge } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import { type RevenueDay, type RevenuePerPlay, revenueOf } from './revenue.ts'

const NOT_ANY = missing('not-applicable')

interface AbRevenue {
  currency: Currency
  found: RevenuePerPlay
}

export type AbDays = Known<readonly DayStatistics[]> | null

/** Revenue per currency in which either arm had sales, from the days that both arms have. */
export function abRevenue([a, b]: readonly [AbDays, AbDays]): AbRevenue[] {
  return CURRENCIES.flatMap((currency) => {
    const [ofA, ofB] = [a, b].map((days) => daysIn(days?.value ?? [], currency))
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

/** Revenue per play of both arms, with the interval of the difference. */
export function abRevenueTable(days: readonly [AbDays, AbDays]): Table {
  const found = abRevenue(days)
  const money = (of: (one: RevenuePerPlay) => number) =>
    found.map((one): Cell => Math.round(of(one.found)))
  const none = found.map((): Cell => NOT_ANY)
  const row = (figure: string, of: (one: RevenuePerPlay) => number): Cell[] => [
    figure,
    ...money(of),
    ...none,
    found[0]?.found.days ?? NOT_ANY,
  ]
  return {
    columns: [
      column('revenue_figure', 'text'),
      ...found.map(({ currency }) => column(`revenue_per_play_${currency}`, 'money')),
      ...found.map(({ currency }) => column(`chance_better_${currency}`, 'percent')),
      column('days_compared', 'count'),
    ],
    rows:
      found.length === 0
        ? []
        : [
            row('arm_a', ({ a }) => a),
            row('arm_b', ({ b }) => b),
            [
              'difference',
              ...money(({ difference }) => difference),
              ...found.map((one) => truncatedPercent(one.found.bIsHigher * 100)),
              found[0]?.found.days ?? NOT_ANY,
            ],
            row('difference_low', ({ interval }) => interval[0]),
            row('difference_high', ({ interval }) => interval[1]),
          ],
    totals: null,
    ...tableAge(...days),
  }
}
