import type { Analytics } from '../shared/api/analytics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { conversionsOf } from './account-events.ts'
import { type Context, WHOLE } from './context.ts'
import { asText, countsByDay, type DayCounts, talliesByDay } from './day-counts.ts'
import { EVENT } from './sessions.ts'
import { type Tally, tally } from './statistics.ts'

export function clicksByDay(
  input: Input<Analytics['clicksByDay']>,
  context: Context,
): Wire<Analytics['clicksByDay']> {
  return countedByDay(input, context, (counted) => countsByDay(counted, EVENT.clicked))
}

export function conversionsByDay(
  input: Input<Analytics['conversionsByDay']>,
  context: Context,
): Wire<Analytics['conversionsByDay']> {
  return countedByDay(input, context, conversionsOf)
}

function countedByDay(
  input: Input<Analytics['clicksByDay']>,
  context: Context,
  count: (counted: Tally | undefined) => DayCounts,
): Wire<Analytics['clicksByDay']> {
  const { days, tallies, found } = talliesByDay(input, context)
  const [whole] = found ? tally(found.blocks, found.view, WHOLE) : []
  const period = count(whole)
  // docs/sandbox.md, Clicks by day: counts may be integers or strings, so players differ.
  const isText = (found?.player.index ?? 0) % 2 === 1
  const written = (counts: DayCounts) => (isText ? asText(counts) : counts)
  const { total, total_uniq_device, total_uniq_session } = written(period)
  return {
    events_by_day: days.map(({ date_key: day }, index) => ({
      day,
      ...written(count(tallies[index])),
    })),
    total_events: total,
    total_uniq_device_events: total_uniq_device,
    total_uniq_session_events: total_uniq_session,
  }
}
