import type { Analytics } from '../shared/api/analytics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { byDay, type Context, look, WHOLE } from './look.ts'
import { rangeOf } from './readers.ts'
import { EVENT, type EventName } from './sessions.ts'
import { countsOf, makeTally, type Tally, tally } from './statistics.ts'
import { type Day, daysIn } from './zone.ts'

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

export function clicksByDay(
  input: Input<Analytics['clicksByDay']>,
  context: Context,
): Wire<Analytics['clicksByDay']> {
  const { days, tallies, found } = talliesByDay(input, context)
  const [whole] = found ? tally(found.blocks, found.view, WHOLE) : []
  const period = countsByDay(whole, EVENT.clicked)
  // api-facts, clicks per day: counts may be integers or strings, so players differ in it.
  const isText = (found?.player.index ?? 0) % 2 === 1
  const written = (counts: DayCounts) => (isText ? asText(counts) : counts)
  const { total, total_uniq_device, total_uniq_session } = written(period)
  return {
    events_by_day: days.map(({ date_key: day }, index) => ({
      day,
      ...written(countsByDay(tallies[index], EVENT.clicked)),
    })),
    total_events: total,
    total_uniq_device_events: total_uniq_device,
    total_uniq_session_events: total_uniq_session,
  }
}

/** Analytics, POST /events/total_by_company_day: every day of the period, whatever the player. */
function talliesByDay(input: Input<Analytics['clicksByDay']>, context: Context) {
  const found = look(input, context)
  const days: Day[] = daysIn(rangeOf(input), input.timezone ?? 'UTC', '')
  const tallies = found ? tally(found.blocks, found.view, byDay(days)) : []
  return { found, days, tallies }
}

interface DayCounts {
  total: number
  total_uniq_device: number
  total_uniq_session: number
}

function countsByDay(counted: Tally = makeTally(), kind: number): DayCounts {
  const { events, sessions, devices } = countsOf(counted, kind)
  return { total: events, total_uniq_device: devices, total_uniq_session: sessions }
}

const asText = ({ total, total_uniq_device, total_uniq_session }: DayCounts) => ({
  total: String(total),
  total_uniq_device: String(total_uniq_device),
  total_uniq_session: String(total_uniq_session),
})
