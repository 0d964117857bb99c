import type { Basis } from '../../api/statistics.ts'
import { CURRENCIES } from '../../model/money.ts'
import { defaultColumns, eventOf, overviewColumn } from './columns.ts'
import type { Overview } from './overview.ts'
import { figure } from './table.ts'

/**
 * The visible columns: the chosen ones, with the name first; otherwise the default columns, without
 * the amounts of currencies that had no sales.
 */
export function shownColumns(
  chosen: readonly string[],
  basis: Basis,
  overview: Overview,
): string[] {
  const known = chosen.filter((key) => overviewColumn(key))
  if (known.length > 0) return ['name', ...known.filter((key) => key !== 'name')]
  const unpaid = CURRENCIES.filter((currency) => !isPaidIn(overview, currency))
  const isUnpaid = (key: string) => unpaid.some((currency) => key === `total_amount_${currency}`)
  return defaultColumns(basis).filter(
    (key) => unpaid.length === CURRENCIES.length || !isUnpaid(key),
  )
}

function isPaidIn({ rows }: Overview, currency: (typeof CURRENCIES)[number]) {
  return rows.some(({ player, current }) => {
    const cell = figure(current, `total_amount_${currency}`, player)
    return typeof cell === 'number' && cell !== 0
  })
}

interface Sort {
  column: string
  descending: boolean
}

/** The remembered order, on the basis of the columns shown when its own column is not among them. */
export function sortAmong(columns: readonly string[], sort: Sort): Sort {
  if (columns.includes(sort.column)) return sort
  const event = eventOf(sort.column)
  const shown = columns.find((key) => event && eventOf(key) === event)
  return shown ? { ...sort, column: shown } : sort
}
