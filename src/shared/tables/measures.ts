import type { Player } from '../api/player.ts'
import {
  ADDITIVE,
  type Additive,
  type AdditiveTotals,
  exactDifference,
  type Measure,
  type Statistics,
} from '../api/statistics.ts'
import { CURRENCIES, type Currency } from '../model/money.ts'
import { combinedAge, type DaysAged } from '../time/age.ts'
import { type Cell, type Column, isMissing, type Kind, missing, type Table } from './table.ts'
import type { TitleKey } from './titles.ts'

/** A value with its age. */
export interface Known<T> extends DaysAged {
  value: T
}

/** The kind of each figure of a statistics row, in the document's order, which the stored days' columns have too. */
export const MEASURE_KINDS = {
  total_viewed: 'count',
  total_viewed_session_uniq: 'count',
  total_viewed_device_uniq: 'count',
  total_started: 'count',
  total_started_session_uniq: 'count',
  total_started_device_uniq: 'count',
  total_finished: 'count',
  total_finished_session_uniq: 'count',
  total_finished_device_uniq: 'count',
  total_clicked: 'count',
  total_clicked_session_uniq: 'count',
  total_clicked_device_uniq: 'count',
  total_over_pitch: 'count',
  total_under_pitch: 'count',
  total_conversions: 'count',
  overall_conversion_rate: 'percent',
  total_amount_usd: 'money',
  total_amount_brl: 'money',
  total_amount_eur: 'money',
  engagement_rate: 'percent',
  over_pitch_rate: 'percent',
  play_rate: 'percent',
} as const satisfies Record<Measure, Kind>

export const MEASURES = Object.keys(MEASURE_KINDS) as Measure[]

/** The service's answer for days on which nothing could have happened. */
export const NO_STATISTICS = {
  ...Object.fromEntries(
    MEASURES.map((key) => [key, MEASURE_KINDS[key] === 'percent' ? '0.00' : 0]),
  ),
  // Analytics, Statistics row: the one rate that is a number.
  overall_conversion_rate: 0,
} as Statistics

/** What each rate is a share of. Analytics, Statistics row, Meaning of the fields. */
const WHOLES: Partial<Record<Measure, readonly Measure[]>> = {
  play_rate: ['total_viewed_device_uniq'],
  engagement_rate: ['total_started_session_uniq'],
  over_pitch_rate: ['total_over_pitch', 'total_under_pitch'],
  overall_conversion_rate: ['total_started_device_uniq'],
}

const OVER_PITCH: readonly string[] = ['total_over_pitch', 'total_under_pitch', 'over_pitch_rate']

/** Whether a measure may be summed over rows. */
export const isAdditive = (key: string): key is Additive =>
  (ADDITIVE as readonly string[]).includes(key)

/** The currency in the suffix of a key, or of the figure that a comparison column has. */
export function currencyOf(key: string): Currency | undefined {
  return CURRENCIES.find((currency) => withoutSide(key).endsWith(`_${currency}`))
}

/** The currencies with sales in any of the rows. */
export const currenciesWithSales = (
  rows: readonly (Pick<Statistics, `total_amount_${Currency}`> | null | undefined)[],
): Currency[] =>
  CURRENCIES.filter((currency) => rows.some((row) => row && row[`total_amount_${currency}`] !== 0))

const withoutSide = (key: string) => key.replace(/__comparison$/u, '')

/** Whether a column may be summed over rows, of the period or of the comparison period. */
export const isAdditiveColumn = (key: string): boolean => isAdditive(withoutSide(key))

export function measureColumn(key: Measure): Column {
  return column(key, MEASURE_KINDS[key])
}

export function column<K extends TitleKey>(key: K, kind: Kind): Column & { key: K } {
  const currency = kind === 'money' ? currencyOf(key) : undefined
  return currency ? { key, kind, currency } : { key, kind }
}

/** Several columns of one kind. */
export const columnsOf = <K extends TitleKey>(kind: Kind, ...keys: K[]) =>
  keys.map((key) => column(key, kind))

/** A row of the service. POST /traffic_origin/stats: a rate without a denominator may be null. */
export type StatisticsRow = Readonly<Record<Measure, number | string | null>>

/**
 * A measure of a statistics row as a cell. Analytics, POST /sessions/stats_by_day: without a pitch every
 * session counts as over it, so these figures are not applicable.
 */
export function measureCell(
  row: StatisticsRow,
  key: Measure,
  player: Pick<Player, 'pitch_time'>,
): Cell {
  if (player.pitch_time === 0 && OVER_PITCH.includes(key)) return missing('not-applicable')
  if (isRateOfNone(key, (whole) => Number(row[whole]))) return missing('not-applicable')
  return row[key] === null ? missing('not-applicable') : Number(row[key])
}

/**
 * Whether a measure is a share of nothing, which the service gives as 0 and which is not applicable: 0 % of no
 * plays would mislead.
 */
export const isRateOfNone = (key: Measure, countOf: (whole: Measure) => number): boolean =>
  WHOLES[key]?.every((whole) => countOf(whole) === 0) ?? false

export const isMeasure = (key: string): key is Measure => key in MEASURE_KINDS

/** Whether a measure is only meaningful for a player with a pitch. */
export const needsPitch = (key: string) => OVER_PITCH.includes(key)

/** The sum, if every cell has a figure; otherwise the first missing cell. */
export function sumOf(cells: readonly Cell[]): Cell {
  let sum = 0
  for (const cell of cells) {
    if (isMissing(cell)) return cell
    sum += Number(cell)
  }
  return sum
}

/** A row of totals: sums in the columns for which `adds` is true, `not-applicable` in the others. */
export function totalsOf(
  table: { columns: readonly Column[]; rows: Cell[][] },
  adds: (key: string) => boolean,
) {
  return table.columns.map(({ key }, index) =>
    adds(key)
      ? sumOf(table.rows.map((row) => row[index] ?? missing('not-downloaded')))
      : missing('not-applicable'),
  )
}

/** A percentage minus another, in points; why one is missing when it is. */
export function pointsBetween(share: Cell, base: Cell): Cell {
  if (typeof share !== 'number') return share
  return typeof base === 'number' ? exactDifference(share, base) : base
}

/** An amount divided by a count, in whole cents, truncated as the service does; exact below one cent. */
export function perUnit(amount: Cell, units: Cell): Cell {
  const cents = exactPerUnit(amount, units)
  return isMissing(cents) ? cents : Math.trunc(Number(cents)) || cents
}

/** An amount divided by a count, in cents and fractions of them: what a change is computed from. */
export function exactPerUnit(amount: Cell, units: Cell): Cell {
  if (isMissing(amount)) return amount
  if (isMissing(units)) return units
  return units === 0 ? missing('not-applicable') : Number(amount) / Number(units)
}

/**
 * The average amount of a sale in a currency, in cents. The service does not count sales by currency, so the
 * average is unknown when several currencies have sales.
 */
export function averageOrder(currency: Currency, figure: (key: Additive) => Cell): Cell {
  const isShared = CURRENCIES.some(
    (other) => other !== currency && Number(figure(`total_amount_${other}`)) > 0,
  )
  if (isShared) return missing('not-applicable')
  return perUnit(figure(`total_amount_${currency}`), figure('total_conversions'))
}

type Answers = readonly (DaysAged | null | undefined)[]

/** The age of a table made from these answers and those compared with them; missing ones are ignored. */
export function tableAge(
  answers: Answers,
  compared: Answers = [],
): Pick<Table, 'asOf' | 'isSettled' | 'read'> {
  const age = combinedAge([...answers, ...compared])
  const read = { own: readsOf(answers), compared: readsOf(compared) }
  const isSeveral = read.compared.length > 0 || read.own.some(({ dayTimes }) => dayTimes)
  return {
    asOf: age?.asOf ?? null,
    ...(age?.isSettled && { isSettled: true }),
    ...(isSeveral && { read }),
  }
}

/** Apart those of which days were read one by one, the others as one. */
function readsOf(answers: Answers): DaysAged[] {
  const whole = combinedAge(answers.filter((answer) => !answer?.dayTimes))
  const apart = answers.flatMap((answer) => {
    if (!answer?.dayTimes) return []
    const { asOf, isSettled = false, dayTimes } = answer
    return [{ asOf, isSettled, dayTimes }]
  })
  return [...(whole ? [whole] : []), ...apart]
}

interface Listed {
  columns: Column[]
  rows: Cell[][]
  /** Whether a column may be summed; without it there are no totals. */
  adds?: (key: string) => boolean
  /** The answer about the compared days, which alone makes no table. */
  compared?: DaysAged | null | undefined
}

/** A table made from these answers. */
export const tableOf = (answers: Answers, { columns, rows, adds, compared }: Listed): Table => ({
  ...{ columns, rows },
  totals: adds ? totalsOf({ columns, rows }, adds) : null,
  ...tableAge(answers, answers.some(Boolean) ? [compared] : []),
})

/** Sums of the additive measures of disjoint rows. */
export function sumMeasures(rows: readonly AdditiveTotals[]): AdditiveTotals {
  const sums = ADDITIVE.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)] as const)
  return Object.fromEntries(sums) as AdditiveTotals
}
