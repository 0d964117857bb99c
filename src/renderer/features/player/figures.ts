import type { Statistics } from '../../../shared/api/statistics.ts'
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts'
import { MEASURE_KINDS, MEASURES } from '../../../shared/tables/measures.ts'

/** Every count and amount is zero. The rates are left out: without a pitch one of them is 100. */
export function isAllZero(row: Statistics): boolean {
  return MEASURES.every((key) => MEASURE_KINDS[key] === 'percent' || row[key] === 0)
}

/** The currencies that anything was sold in. */
export function soldIn(...rows: readonly (Statistics | undefined)[]): Currency[] {
  return CURRENCIES.filter((currency) =>
    rows.some((row) => row && row[`total_amount_${currency}`] !== 0),
  )
}
