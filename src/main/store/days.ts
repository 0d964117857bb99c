import type { Period } from '../../shared/model/period.ts'
import type { DayStatistics } from '../../shared/model/statistics.ts'
import { dayNumber, dayText } from './calendar.ts'
import type { Database, Value } from './database.ts'
import { DAY_COLUMNS, dayRow, dayValues } from './day-columns.ts'
import type { Rollups } from './rollups.ts'
import type { SeriesTable, Zoned } from './series.ts'

/** What a player's days were asked with. Over and under pitch, and engagement, hold only for it. */
export interface AskedWith {
  player_id: string
  /** Seconds of the video. */
  pitch_time: number
  video_duration: number
}

export interface StoredDay extends Omit<AskedWith, 'player_id'> {
  row: DayStatistics
  /** Epoch milliseconds at which the service said it. */
  asOf: number
}

/** Days without a gap between them that were asked at one time and with the same pitch and length. */
export interface DayRun extends Omit<AskedWith, 'player_id'> {
  start: string
  end: string
  asOf: number
}

const COLUMNS = ['as_of', 'pitch_time', 'video_duration', ...DAY_COLUMNS, 'extra']
const INSERT = `INSERT OR REPLACE INTO days (series, day, ${COLUMNS.join(', ')})
  VALUES (?, ?, ${COLUMNS.map(() => '?').join(', ')})`
const SELECT = `SELECT day, ${COLUMNS.join(', ')} FROM days
  WHERE series = ? AND day BETWEEN ? AND ? ORDER BY day`

interface DaysParts {
  database: Database
  seriesTable: SeriesTable
  rollups: Rollups
}

/** Statistics rows by player and day, so that any range of stored days reads offline. */
export function makeDays({ database, seriesTable, rollups }: DaysParts) {
  /** To be called in a transaction: the rows and their sums are kept together. */
  function keep(zoned: Zoned, asked: AskedWith, { rows, asOf }: Kept) {
    if (rows.length === 0) return
    const key = seriesTable.findOrAdd(zoned, asked.player_id)
    const byDay = new Map(rows.map((row) => [dayNumber(row.date_key), row]))
    for (const [day, row] of byDay) {
      const inForce = [asOf, asked.pitch_time, asked.video_duration]
      database.run(INSERT, key.series, day, ...inForce, ...dayValues(row))
    }
    rollups.add(key, byDay, asOf)
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

  /** Which days are stored of each player that has any in the period, oldest first. */
  function cover(zoned: Zoned, { start, end }: Period): Record<string, DayRun[]> {
    const calendar = seriesTable.calendarOf(zoned)
    if (calendar === null) return {}
    const players = seriesTable.playersOf(calendar)
    const runs: Record<string, DayRun[]> = {}
    const fold = makeRunFold(({ series, first, last, rest }) => {
      const player_id = players.get(series)
      if (!player_id) return
      const [asOf = 0, pitch_time = 0, video_duration = 0] = rest
      const known = (runs[player_id] ??= [])
      known.push({ start: dayText(first), end: dayText(last), asOf, pitch_time, video_duration })
    })
    database.each<DayKey>(
      `SELECT series, day, as_of, pitch_time, video_duration FROM days
       WHERE series IN (SELECT id FROM series WHERE calendar = ?) AND day BETWEEN ? AND ?
       ORDER BY series, day`,
      [calendar, dayNumber(start), dayNumber(end)],
      fold.take,
    )
    fold.end()
    return runs
  }

  return { keep, read, cover }
}

interface Kept {
  rows: DayStatistics[]
  asOf: number
}

type DayKey = [series: number, day: number, asOf: number, pitch: number, duration: number]

interface OpenRun {
  series: number
  first: number
  last: number
  rest: number[]
}

/** Joins days that follow each other and are alike in the rest. */
function makeRunFold(onRun: (run: OpenRun) => void) {
  let open: OpenRun | null = null

  function take([series, day, ...rest]: DayKey) {
    const follows = open?.series === series && open.last + 1 === day && areEqual(open.rest, rest)
    if (open && follows) {
      open.last = day
      return
    }
    if (open) onRun(open)
    open = { series, first: day, last: day, rest }
  }

  function end() {
    if (open) onRun(open)
  }

  return { take, end }
}

function areEqual(some: number[], others: number[]) {
  return some.every((value, index) => value === others[index])
}
