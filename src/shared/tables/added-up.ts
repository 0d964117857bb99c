import { ADDITIVE, type AdditiveTotals } from '../api/statistics.ts'

/** The measures that may be added, of rows that are apart. */
export function addedUp(rows: readonly AdditiveTotals[]): AdditiveTotals {
  const sums = ADDITIVE.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)] as const)
  return Object.fromEntries(sums) as AdditiveTotals
}
