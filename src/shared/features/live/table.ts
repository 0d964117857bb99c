import type { Analytics } from '../../api/analytics.ts'
import type { Output } from '../../operation.ts'
import { column, type Known, tableAge, totalsOf } from '../../tables/measures.ts'
import type { Table } from '../../tables/table.ts'

/** Live users per domain. A session is on one domain, so they may be added. */
export function liveTable(live: Known<Output<Analytics['liveUsers']>> | null): Table {
  const columns = [column('domain', 'text'), column('live_users', 'count')]
  const rows = (live?.value ?? []).map(({ domain, live_users }) => [domain, live_users])
  const totals = totalsOf({ columns, rows }, (key) => key === 'live_users')
  return { columns, rows, totals, ...tableAge(live) }
}
