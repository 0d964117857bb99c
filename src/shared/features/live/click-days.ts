import type { ClickDays } from '../../api/event-counts.ts'
import { column, type Known, tableAge } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import type { TitleKey } from '../../tables/titles.ts'
import { eventKeys } from './event-days.ts'

const CONVERSIONS = [
  'total_conversions',
  'total_conversions_session_uniq',
  'total_conversions_device_uniq',
] as const

/** A player's clicks per day, with the period's own unique counts as totals: those of days cannot be summed. */
export const clickDaysTable = (answer: Known<ClickDays> | null): Table =>
  countedDaysTable(answer, eventKeys('clicked'))

/** The same for its conversions. */
export const conversionDaysTable = (answer: Known<ClickDays> | null): Table =>
  countedDaysTable(answer, CONVERSIONS)

function countedDaysTable(answer: Known<ClickDays> | null, keys: readonly TitleKey[]): Table {
  const value = answer?.value
  const total = (count: number | undefined): Cell => count ?? missing('not-downloaded')
  return {
    columns: [column('date_key', 'date'), ...keys.map((key) => column(key, 'count'))],
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
    ...tableAge([answer]),
  }
}
