import type { Analytics } from '../shared/api/analytics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { asText, countsByDay, talliesByDay } from './day-counts.ts'
import type { Context } from './look.ts'
import { EVENT, type EventName } from './sessions.ts'

export function eventsByDay(
  input: Input<Analytics['eventsByDay']>,
  context: Context,
): Wire<Analytics['eventsByDay']> {
  const { days, tallies } = talliesByDay(input, context)
  return [...new Set(input.events)].map((event) => ({
    event,
    events_by_day: days.map(({ date_key: day }, index) => ({
      day,
      ...asText(countsByDay(tallies[index], EVENT[event as EventName])),
    })),
  }))
}
