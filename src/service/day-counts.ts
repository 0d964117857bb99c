import { byDay, type Context, findPlayer } from './context.ts'
import { rangeOf } from './readers.ts'
import { countsOf, makeTally, type Tally, tally } from './statistics.ts'
import { type Day, daysIn } from './zone.ts'

interface DayCountsInput {
  player_id: string
  start_date: string
  end_date: string
  timezone?: string | undefined
}

/** Analytics, POST /events/total_by_company_day: every day of the period, whatever the player. */
export function talliesByDay(input: DayCountsInput, context: Context) {
  const found = findPlayer(input, context)
  const days: Day[] = daysIn(rangeOf(input), input.timezone ?? 'UTC', '')
  const tallies = found ? tally(found.blocks, found.view, byDay(days)) : []
  return { found, days, tallies }
}

export interface DayCounts {
  total: number
  total_uniq_device: number
  total_uniq_session: number
}

export function countsByDay(counted: Tally = makeTally(), kind: number): DayCounts {
  const { events, sessions, devices } = countsOf(counted, kind)
  return { total: events, total_uniq_device: devices, total_uniq_session: sessions }
}

export const asText = ({ total, total_uniq_device, total_uniq_session }: DayCounts) => ({
  total: String(total),
  total_uniq_device: String(total_uniq_device),
  total_uniq_session: String(total_uniq_session),
})
