import { type ClickDays, DAY_EVENTS, type DayEvent, type EventDays } from '../model/event-counts.ts'
import { column, type Known, totalsOf } from './measures.ts'
import { type Cell, missing, type Table } from './table.ts'

/** How an event of a day is counted, as the service names it. */
const COUNTS = ['total', 'total_uniq_session', 'total_uniq_device'] as const

/** The three columns of an event: every one, by session, by device. */
export const eventKeys = (event: DayEvent) =>
  [`total_${event}`, `total_${event}_session_uniq`, `total_${event}_device_uniq`] as const

const columnsOf = (events: readonly DayEvent[]) => [
  column('date_key', 'date'),
  ...events.flatMap((event) => eventKeys(event).map((key) => column(key, 'count'))),
]

/** A player's events per day. Only every event may be added over days. */
export function eventDaysTable(answer: Known<readonly EventDays[]> | null): Table {
  const given = answer?.value ?? []
  const counts = new Map(
    given.map(({ event, events_by_day }) => [
      event,
      new Map(events_by_day.map((each) => [each.day, each])),
    ]),
  )
  const days = [...new Set(given.flatMap((one) => one.events_by_day.map(({ day }) => day)))].sort()
  const columns = columnsOf(DAY_EVENTS)
  const rows = days.map((day): Cell[] => [
    day,
    ...DAY_EVENTS.flatMap((event) => {
      const found = counts.get(event)?.get(day)
      // Analytics, Other response shapes: these counts are strings, of at most 15 digits.
      return COUNTS.map((count): Cell => (found ? Number(found[count]) : missing('failed')))
    }),
  ])
  const adds = (key: string) => DAY_EVENTS.some((event) => key === `total_${event}`)
  return { columns, rows, totals: totalsOf({ columns, rows }, adds), asOf: answer?.asOf ?? null }
}

/** A player's clicks per day; under them the period's own uniques, which no sum of days gives. */
export function clickDaysTable(answer: Known<ClickDays> | null): Table {
  const value = answer?.value
  const total = (count: number | undefined): Cell => count ?? missing('not-downloaded')
  return {
    columns: columnsOf(['clicked']),
    rows: (value?.events_by_day ?? []).map((day): Cell[] => [
      day.day,
      ...COUNTS.map((count) => day[count]),
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
