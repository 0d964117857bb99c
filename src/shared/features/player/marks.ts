import { type Engagement, reached } from '../../api/engagement.ts'
import type { CustomMetric } from '../../api/event-counts.ts'
import { exactDifference, truncatedRate } from '../../api/statistics.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import type { Marker } from '../markers/marker.ts'

interface Marked {
  metrics: Known<readonly CustomMetric[]> | null
  /** The user's own. */
  markers: readonly Marker[]
  /** The data from which the markers' figures are computed. */
  engagement: Known<Engagement> | null
}

interface Mark {
  name: string
  second: number
  source: 'service' | 'desk'
  sessions: Cell
  share: Cell
}

/** The player's custom metrics of the service and the user's markers, with the loss since the previous one. */
export function marksTable(
  { metrics, markers, engagement }: Marked,
  compared: Known<Engagement> | null,
): Table {
  const sorted = [
    ...(metrics?.value ?? []).map(ofService),
    ...markers.map((marker) => ofThisComputer(marker, engagement)),
  ].sort((a, b) => a.second - b.second)
  return tableOf([metrics, markers.length > 0 ? engagement : null], {
    compared,
    columns: [
      ...columnsOf('text', 'mark', 'mark_source'),
      column('second', 'second'),
      column('sessions_reached', 'count'),
      ...columnsOf(
        'percent',
        'percent_reached',
        'since_mark_before',
        'percent_reached__comparison',
      ),
      column('difference_points', 'percent'),
    ],
    rows: sorted.map((mark, index) => markRow(mark, sorted[index - 1], compared)),
  })
}

const ofService = ({ name, time, users_above, total_users }: CustomMetric): Mark => ({
  ...{ name, second: time, source: 'service', sessions: users_above },
  share: truncatedRate(users_above, total_users) ?? missing('not-applicable'),
})

function ofThisComputer({ name, second }: Marker, engagement: Known<Engagement> | null): Mark {
  const own = { name, second, source: 'desk' } as const
  if (!engagement) {
    return { ...own, sessions: missing('not-downloaded'), share: missing('not-downloaded') }
  }
  const { grouped_timed } = engagement.value
  const share = shareAt(grouped_timed, second) ?? missing('not-applicable')
  return { ...own, sessions: reached(grouped_timed, second), share }
}

function markRow(
  { name, source, second, sessions, share }: Mark,
  before: Mark | undefined,
  compared: Known<Engagement> | null,
): Cell[] {
  const other = compared
    ? (shareAt(compared.value.grouped_timed, second) ?? missing('not-applicable'))
    : missing('no-comparison')
  const since = between(share, before ? before.share : 100)
  return [name, source, second, sessions, share, since, other, between(share, other)]
}

function shareAt(distribution: Engagement['grouped_timed'], second: number) {
  return truncatedRate(reached(distribution, second), reached(distribution, 0))
}

/** The difference in percentage points; without one of the shares, the reason why it is missing. */
function between(share: Cell, other: Cell): Cell {
  if (typeof share !== 'number') return typeof other === 'number' ? share : other
  return typeof other === 'number' ? exactDifference(share, other) : other
}
