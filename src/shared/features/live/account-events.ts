import { type AccountEvent, type EventCount } from '../../api/event-counts.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'

/** In the order in which a viewer goes through them. */
const IN_ORDER: readonly AccountEvent[] = ['viewed', 'started', 'finished']

/** The account's events in a period. Its unique counts differ from the sum of its players'. */
export function accountEventsTable(answer: Known<readonly EventCount[]> | null): Table {
  const counts = new Map(answer?.value.map((count) => [count.event, count]))
  const rows = IN_ORDER.map((event): Cell[] => {
    const found = counts.get(event)
    const cells = [found?.total, found?.total_uniq_sessions, found?.total_uniq_device]
    return [event, ...cells.map((count) => count ?? missing('failed'))]
  })
  return tableOf([answer], {
    columns: [
      column('step', 'text'),
      ...columnsOf('count', 'total_plays', 'uniq_plays', 'uniq_device_plays'),
    ],
    rows: answer ? rows : [],
  })
}
