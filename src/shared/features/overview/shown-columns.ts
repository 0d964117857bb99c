import type { Basis } from '../../api/statistics.ts'
import { toggled } from '../../maps.ts'
import { CURRENCIES } from '../../model/money.ts'
import { defaultColumns, figureOf, overviewColumn } from './columns.ts'
import type { Overview } from './overview.ts'
import { figure } from './table.ts'

/**
 * The visible columns, with the name first: the chosen ones, or the default ones when none are. With
 * the amounts in all currencies, those without sales are left out.
 */
export function shownColumns(
  chosen: readonly string[],
  basis: Basis,
  overview: Overview,
): string[] {
  const columns = chosenColumns(chosen, basis)
  const unpaid = CURRENCIES.filter((currency) => !isPaidIn(overview, currency)).map(amountIn)
  const hasAll = CURRENCIES.every((currency) => columns.includes(amountIn(currency)))
  if (!hasAll || unpaid.length === CURRENCIES.length) return columns
  return columns.filter((key) => !unpaid.some((amount) => amount === key))
}

/**
 * The choice after a column was shown or hidden. Amounts that are left out because of the shown
 * figures stay chosen: another account or period may have sales in them.
 */
export function withColumnToggled(
  key: string,
  ...[chosen, basis, overview]: Parameters<typeof shownColumns>
): string[] {
  const columns = chosenColumns(chosen, basis)
  const shown = shownColumns(chosen, basis, overview)
  const isLeftOut = columns.includes(key) && !shown.includes(key)
  return isLeftOut ? [...shown, key] : toggled(columns, key)
}

function chosenColumns(chosen: readonly string[], basis: Basis): string[] {
  const known = chosen.filter((key) => overviewColumn(key))
  if (known.length === 0) return defaultColumns(basis)
  return ['name', ...known.filter((key) => key !== 'name')]
}

const amountIn = (currency: (typeof CURRENCIES)[number]) => `total_amount_${currency}` as const

function isPaidIn({ rows }: Overview, currency: (typeof CURRENCIES)[number]) {
  return rows.some(({ player, current }) => {
    const cell = figure(current, amountIn(currency), player)
    return typeof cell === 'number' && cell !== 0
  })
}

interface Sort {
  column: string
  descending: boolean
}

/**
 * The remembered order. When its column is not among those shown, that of the same figure on another basis
 * or in another currency; without one, `otherwise`.
 */
export function sortAmong(columns: readonly string[], sort: Sort, otherwise?: Sort): Sort {
  if (columns.includes(sort.column)) return sort
  const figure = figureOf(sort.column)
  const same = columns.filter((key) => figureOf(key) === figure)
  // Total counts stand beside those on the basis in some tables.
  const shown = same.find((key) => key.includes('_uniq')) ?? same[0]
  if (shown) return { ...sort, column: shown }
  return otherwise ? sortAmong(columns, otherwise) : sort
}
