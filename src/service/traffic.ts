import type { Analytics } from '../shared/api/analytics.ts'
import type { Statistics } from '../shared/api/statistics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { groupedDayRows, groupedRows } from './by-field.ts'
import { CAMPAIGNS, parametersOf } from './campaigns.ts'
import { type Context, findPlayer } from './context.ts'
import type { WorldPlayer } from './players.ts'
import { EVENT } from './sessions.ts'
import { bySplit, splitByField, splitByParameter } from './split.ts'
import { tally } from './statistics.ts'

export function validUtms(
  input: Input<Analytics['validUtms']>,
  context: Context,
): Wire<Analytics['validUtms']> {
  const found = findPlayer(input, context)
  if (!found) return []
  const recorded = new Map<string, number>()
  tally(found.blocks, found.view, bySplit(splitByField('campaign'))).forEach(
    (counted, campaign) => {
      const loads = counted.events[EVENT.viewed] ?? 0
      for (const name of parametersOf(CAMPAIGNS[campaign]?.value ?? '').keys()) {
        if (loads > 0) recorded.set(name, (recorded.get(name) ?? 0) + loads)
      }
    },
  )
  return [...recorded]
    .sort(([a, many], [b, more]) => more - many || a.localeCompare(b))
    .map(([name, times]) => ({ [name]: times }))
}

export function trafficStats(
  input: Input<Analytics['trafficStats']>,
  context: Context,
): Wire<Analytics['trafficStats']> {
  const found = findPlayer(input, context)
  if (!found) return []
  return groupedRows(found, splitByParameter(input.query_key)).map((row) => ({
    ...row,
    ...ratesOf(row, found.player),
  }))
}

export function trafficStatsByDay(
  input: Input<Analytics['trafficStatsByDay']>,
  context: Context,
): Wire<Analytics['trafficStatsByDay']> {
  const found = findPlayer(input, context)
  if (!found) return []
  return [...new Set(input.query_keys)].flatMap((query_key) =>
    groupedDayRows(found, splitByParameter(query_key), input.timezone).map((row) => ({
      query_key,
      ...row,
      ...ratesOf(row, found.player),
    })),
  )
}

/** docs/sandbox.md, Traffic: rates may be number, string or null; here by player. */
function ratesOf(row: Statistics, player: WorldPlayer) {
  const written = (rate: string) => (player.index % 2 === 0 ? rate : Number(rate))
  const played = row.total_over_pitch + row.total_under_pitch
  return {
    engagement_rate: played === 0 ? null : written(row.engagement_rate),
    over_pitch_rate: played === 0 ? null : written(row.over_pitch_rate),
    play_rate: row.total_viewed_device_uniq === 0 ? null : written(row.play_rate),
    overall_conversion_rate:
      row.total_started_device_uniq === 0 ? null : row.overall_conversion_rate,
  }
}
