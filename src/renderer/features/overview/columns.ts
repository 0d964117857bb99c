import { type Basis, countOf, type FunnelEvent } from '../../../shared/api/statistics.ts'
import {
  defaultColumns,
  OVERVIEW_COLUMNS,
  type OverviewColumn,
  overviewColumn,
} from '../../../shared/features/overview/columns.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import { figure } from '../../../shared/features/overview/table.ts'
import { CURRENCIES } from '../../../shared/model/money.ts'

const EVENT_COUNT =
  /^total_(viewed|started|finished|clicked)(?:_session_uniq|_device_uniq)?(__\w+)?$/

/** The same columns with their event counts on another basis. */
export function onBasis(columns: readonly string[], basis: Basis): string[] {
  const moved = columns.map((key) => {
    const [, event, group = ''] = EVENT_COUNT.exec(key) ?? []
    const onIt = event && `${countOf(event as FunnelEvent, basis)}${group}`
    return onIt && overviewColumn(onIt) ? onIt : key
  })
  return [...new Set(moved)]
}

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

/** The event that a column counts, and whether for the comparison or as a change. */
function eventOf(key: string) {
  const [, event, group = ''] = EVENT_COUNT.exec(key) ?? []
  return event && event + group
}

type ColumnGroup = 'facts' | 'counts' | 'rates' | 'money' | 'comparison' | 'change'

function groupOf({ group, kind, key }: OverviewColumn): ColumnGroup {
  if (group !== 'current') return group
  if (kind === 'money') return 'money'
  if (kind === 'percent') return 'rates'
  return kind === 'count' && key.startsWith('total_') ? 'counts' : 'facts'
}

/** The columns in the order of the chooser, without the name, which is always shown. */
export function columnGroups(): { group: ColumnGroup; columns: OverviewColumn[] }[] {
  const groups: ColumnGroup[] = ['counts', 'rates', 'money', 'change', 'comparison', 'facts']
  return groups.map((group) => ({
    group,
    columns: OVERVIEW_COLUMNS.filter((one) => one.key !== 'name' && groupOf(one) === group),
  }))
}
