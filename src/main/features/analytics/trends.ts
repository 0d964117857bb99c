import { ADDITIVE } from '../../../shared/api/statistics.ts'
import type { Period } from '../../../shared/time/period.ts'
import { dayNumber, daysMask, monthOf, monthStart } from './calendar.ts'
import { laneAsOf, laneValue } from './packed-month.ts'
import type { DayRange } from './period-sums.ts'
import type { Rollups } from './rollups.ts'
import type { SeriesTable, Zoned } from './series.ts'

const PLAYS = ADDITIVE.indexOf('total_started')

/** Plays per day of each player; null where a day is not stored. */
export function makeTrends(seriesTable: SeriesTable, rollups: Rollups) {
  return (zoned: Zoned, { start, end }: Period, player_ids: string[]) => {
    const range = { start: dayNumber(start), end: dayNumber(end) }
    const trend = (player_id: string) => playsByDay(zoned, player_id, range)
    return Object.fromEntries(player_ids.map((player_id) => [player_id, trend(player_id)]))
  }

  function playsByDay(zoned: Zoned, player_id: string, { start, end }: DayRange) {
    const plays = new Array<number | null>(end - start + 1).fill(null)
    const key = seriesTable.find(zoned, player_id)
    if (!key) return plays
    for (let month = monthOf(start); month <= monthOf(end); month++) {
      const lanes = rollups.read(key, month)
      const wanted = daysMask(month, start, end)
      for (let day = 0; lanes && day < 31; day++) {
        if ((wanted & (1 << day)) === 0 || laneAsOf(lanes, day) === 0) continue
        plays[monthStart(month) + day - start] = laneValue(lanes, PLAYS, day)
      }
    }
    return plays
  }
}
