import type { ClickDays } from '../model/click-days.ts'
import { eventKeys } from './event-days.ts'
import { column, type Known } from './measures.ts'
import { type Cell, missing, type Table } from './table.ts'

const COLUMNS = [
  column('date_key', 'date'),
  ...eventKeys('clicked').map((key) => column(key, 'count')),
]

/** A player's clicks per day; under them the period's own uniques, which no sum of days gives. */
export function clickDaysTable(answer: Known<ClickDays> | null): Table {
  const value = answer?.value
  const total = (count: number | undefined): Cell => count ?? missing('not-downloaded')
  return {
    columns: COLUMNS,
    rows: (value?.events_by_day ?? []).map((day): Cell[] => [
      day.day,
      day.total,
      day.total_uniq_session,
      day.total_uniq_device,
    ]),
    totals: [
      missing('not-applicable'),
      total(value?.total_events),
      total(value?.total_uniq_session_events),
      total(value?.total_uniq_device_events),
    ],
    asOf: answer?.asOf ?? null,
  }
}
