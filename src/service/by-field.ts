import type { Analytics } from '../shared/api/analytics.ts'
import type { Statistics } from '../shared/api/statistics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { type Context, daysOf, type Found, findPlayer } from './context.ts'
import type { Field } from './sessions.ts'
import { byDayAndSplit, bySplit, type Split, splitByField } from './split.ts'
import { isIdle, statisticsRow, tally } from './statistics.ts'

type Grouped = Statistics & { grouped_field: string }

export function statsByField(
  input: Input<Analytics['statsByField']>,
  context: Context,
): Wire<Analytics['statsByField']> {
  const found = findPlayer(input, context)
  return found ? groupedRows(found, splitByField(input.field as Field)) : []
}

export function statsByFieldByDay(
  input: Input<Analytics['statsByFieldByDay']>,
  context: Context,
): Wire<Analytics['statsByFieldByDay']> {
  const found = findPlayer(input, context)
  return found ? groupedDayRows(found, splitByField(input.field as Field), input.timezone) : []
}

/** A row for each value with activity. */
export function groupedRows({ blocks, view }: Found, split: Split): Grouped[] {
  return tally(blocks, view, bySplit(split)).flatMap((counted, place) => {
    if (isIdle(counted)) return []
    const grouped_field = split.values[place] ?? ''
    return [{ grouped_field, ...statisticsRow(counted, view.video_duration) }]
  })
}

/** A row for each day and value with activity, in date order. */
export function groupedDayRows(
  found: Found,
  split: Split,
  timezone?: string,
): (Grouped & { date_key: string })[] {
  const { blocks, view } = found
  const days = daysOf(found, timezone)
  const { length } = split.values
  const visible = { ...view, from: days[0]?.from ?? view.to }
  return tally(blocks, visible, byDayAndSplit(days, split)).flatMap((counted, group) => {
    if (isIdle(counted)) return []
    const date_key = days[Math.floor(group / length)]?.date_key ?? ''
    const grouped_field = split.values[group % length] ?? ''
    return [{ date_key, grouped_field, ...statisticsRow(counted, view.video_duration) }]
  })
}
