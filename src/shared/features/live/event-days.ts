import type { EngagementDay } from '../../api/engagement.ts'
import { DAY_EVENTS, type DayEvent, type EventDays } from '../../api/event-counts.ts'
import { column, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, isMissing, type Missing, missing, type Table } from '../../tables/table.ts'

/** The service's names for the counts of an event on a day. */
const COUNTS = ['total', 'total_uniq_session', 'total_uniq_device'] as const

/** The three columns of an event: all events, unique by session, unique by device. */
export const eventKeys = (event: DayEvent) =>
  [`total_${event}`, `total_${event}_session_uniq`, `total_${event}_device_uniq`] as const

const COLUMNS = [
  column('date_key', 'date'),
  ...DAY_EVENTS.flatMap((event) => eventKeys(event).map((key) => column(key, 'count'))),
]

/** The events that an answer lacks, because the service refuses to count them. */
export const refusedEvents = (answer: readonly EventDays[]): DayEvent[] =>
  DAY_EVENTS.filter((event) => !answer.some((one) => one.event === event))

/** A player's events per day. Only the total counts can be summed over days. */
export function eventDaysTable(answer: Known<readonly EventDays[]> | null): Table {
  const events = answer?.value ?? []
  const counts = new Map(
    events.map(({ event, events_by_day }) => [
      event,
      new Map(events_by_day.map((each) => [each.day, each])),
    ]),
  )
  const days = [...new Set(events.flatMap((one) => one.events_by_day.map(({ day }) => day)))].sort()
  const rows = days.map((day): Cell[] => [
    day,
    ...DAY_EVENTS.flatMap((event) => {
      const found = counts.get(event)?.get(day)
      // Analytics, Other response shapes: these counts are strings of at most 15 digits.
      return COUNTS.map((count): Cell => (found ? Number(found[count]) : missing('failed')))
    }),
  ])
  const adds = (key: string) => DAY_EVENTS.some((event) => key === `total_${event}`)
  return tableOf([answer], { columns: COLUMNS, rows, adds })
}

/** Whether the service counted no event on any of the days. */
export const isAllZero = ({ rows }: Table): boolean =>
  rows.length > 0 &&
  rows.every((row) => row.slice(1).every((cell) => isMissing(cell) || cell === 0))

/**
 * The average watched share of a player's video per day: a rate, so without totals. The service gives 0 for a day
 * without plays; the player's events of the same days distinguish it. `lacking` is why there are no events.
 */
export function engagementDaysTable(
  answer: Known<readonly EngagementDay[]> | null,
  events: Known<readonly EventDays[]> | null,
  lacking: Missing = 'not-downloaded',
): Table {
  const started = events?.value.find(({ event }) => event === 'started')
  const starts = new Map(started?.events_by_day.map(({ day, total }) => [day, Number(total)]))
  const unknown = missing(events && !started ? 'failed' : lacking)
  const rows = (answer?.value ?? []).map(({ date, engagement_rate }): Cell[] => {
    const rate = Number(engagement_rate)
    if (engagement_rate === null) return [date, missing('not-applicable')]
    if (rate !== 0) return [date, rate]
    const plays = starts.get(date)
    if (plays === undefined) return [date, unknown]
    return [date, plays === 0 ? missing('not-applicable') : rate]
  })
  const columns = [column('date_key', 'date'), column('engagement_rate', 'percent')]
  return tableOf([answer], { columns, rows })
}
