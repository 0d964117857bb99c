import type { DayStatistics } from '../../../shared/api/statistics.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Database, Value } from '../../database/database.ts'
import { dayNumber, dayText } from './calendar.ts'
import { DAY_COLUMNS, dayRow, dayValues } from './day-columns.ts'
import type { EarlyDays } from './early-days.ts'
import type { Rollups } from './rollups.ts'
import type { SeriesTable, Zoned } from './series.ts'

/** Parameters of a request for days. Pitch counts and engagement hold only for these. */
export interface DayParameters {
  player_id: string
  /** Seconds of the video. */
  pitch_time: number
  video_duration: number
}

export interface StoredDay extends Omit<DayParameters, 'player_id'> {
  row: DayStatistics
  /** When the service sent it, epoch milliseconds. */
  asOf: number
}

/** Consecutive days from one request, with the same pitch and duration. */
export interface DayRun extends Omit<DayParameters, 'player_id'> {
  start: string
  end: string
  asOf: number
}

const COLUMNS = ['as_of', 'pitch_time', 'video_duration', ...DAY_COLUMNS, 'extra']
const INSERT = `INSERT OR REPLACE INTO days (series, day, ${COLUMNS.join(', ')})
  VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')})`
const SELECT = `SELECT day, ${COLUMNS.join(', ')} FROM days
  WHERE series = ? AND day BETWEEN ? AND ? ORDER BY day`
const SELECT_STAMPS = `SELECT day, as_of, pitch_time, video_duration FROM days
  WHERE series = ? AND day BETWEEN ? AND ? ORDER BY day`

interface DaysParts {
  database: Database
  seriesTable: SeriesTable
  rollups: Rollups
  earlyDays: EarlyDays
}

/** Statistics rows by player and day, so that any range of stored days can be read offline. */
export function makeDays({ database, seriesTable, rollups, earlyDays }: DaysParts) {
  /** To be called in a transaction, since the rows and their sums must agree. */
  function keep(zoned: Zoned, parameters: DayParameters, { rows, asOf }: Kept) {
    if (rows.length === 0) return
    const key = seriesTable.findOrAdd(zoned, parameters.player_id)
    const byDay = new Map(rows.map((row) => [dayNumber(row.date_key), row]))
    for (const [day, row] of byDay) {
      const inForce = [asOf, parameters.pitch_time, parameters.video_duration]
      database.run(INSERT, key.series, day, ...inForce, ...dayValues(row))
    }
    rollups.add(key, byDay, asOf)
    earlyDays.keep(key, zoned, { byDay, asOf })
  }

  function read(zoned: Zoned, player_id: string, { start, end }: Period): StoredDay[] {
    const key = seriesTable.find(zoned, player_id)
    if (!key) return []
    const rows = database.all<Value[]>(SELECT, key.series, dayNumber(start), dayNumber(end))
    return rows.map(([day, asOf, pitch_time, video_duration, ...values]) => ({
      row: dayRow(dayText(Number(day)), values),
      asOf: Number(asOf),
      pitch_time: Number(pitch_time),
      video_duration: Number(video_duration),
    }))
  }

  /** The stored days of each player in the period, as runs, oldest first. */
  function cover(zoned: Zoned, { start, end }: Period): Record<string, DayRun[]> {
    const calendar = seriesTable.calendarOf(zoned)
    if (calendar === null) return {}
    const range = [dayNumber(start), dayNumber(end)]
    const runs: Record<string, DayRun[]> = {}
    // One query per player: a single query over all of them takes twice as long.
    for (const [series, player_id] of seriesTable.playersOf(calendar)) {
      const days = database.all<StampedDay>(SELECT_STAMPS, series, ...range)
      if (days.length > 0) runs[player_id] = runsOf(days)
    }
    return runs
  }

  return { keep, read, cover }
}

interface Kept {
  rows: DayStatistics[]
  asOf: number
}

type StampedDay = [day: number, asOf: number, pitch_time: number, video_duration: number]

/** Joins consecutive days whose other columns are equal. */
function runsOf(days: StampedDay[]): DayRun[] {
  const runs: DayRun[] = []
  let first = days[0]
  for (let index = 0; index < days.length; index++) {
    const day = days[index] as StampedDay
    const next = days[index + 1]
    if (next && next[0] === day[0] + 1 && areAlike(day, next)) continue
    const [end, asOf, pitch_time, video_duration] = day
    const start = dayText(first?.[0] ?? end)
    runs.push({ start, end: dayText(end), asOf, pitch_time, video_duration })
    first = next
  }
  return runs
}

const areAlike = (one: StampedDay, other: StampedDay) =>
  one[1] === other[1] && one[2] === other[2] && one[3] === other[3]
