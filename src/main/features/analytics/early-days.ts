import type { DayStatistics } from '../../../shared/api/statistics.ts'
import {
  type GrownDay,
  type Growth,
  SALES,
  type Sale,
  SETTLED_AGE,
  usualGrowth,
} from '../../../shared/features/analytics/growth.ts'
import { todayIn } from '../../../shared/time/period.ts'
import type { Database, Value } from '../../database/database.ts'
import { dayNumber } from './calendar.ts'
import type { SeriesKey, SeriesTable, Zoned } from './series.ts'

/** Older days show how sales arrived at another time of the account. */
const REMEMBERED_DAYS = 120

const INSERT = `INSERT OR IGNORE INTO early_days (series, day, age, as_of, ${SALES.join(', ')})
  VALUES (?, ?, ?, ?, ${SALES.map(() => '?').join(', ')})`
/** The ages of both readings of a day, as stored in `grown_days`. */
const BOTH = ['early', 'settled'].flatMap((one) => SALES.map((sale) => `${one}_${sale}`))
const EARLY = SALES.map((sale) => `early.${sale}`)
const ADD_GROWN = `INSERT INTO grown_days (calendar, day, age, ${BOTH.join(', ')})
  SELECT ?, day, age, ${EARLY.join(', ')}, ${SALES.map(() => '?').join(', ')}
  FROM early_days AS early WHERE series = ? AND day = ?
  ON CONFLICT (calendar, day, age) DO UPDATE
  SET ${BOTH.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`

export type EarlyDays = ReturnType<typeof makeEarlyDays>

/**
 * The sales of each day as first read one, two and three days later, and, once settled, added to
 * those of the account's other players. Stored in answers.db rather than in desk.db, which is
 * checked completely at each start: if lost, they are collected again within weeks.
 */
export function makeEarlyDays(database: Database, seriesTable: SeriesTable) {
  /** To be called in the transaction that stores the days. */
  function keep({ calendar, series }: SeriesKey, { timezone }: Zoned, days: Kept) {
    const today = dayNumber(todayIn(timezone, days.asOf))
    const growing = daysThatGrow(series)
    for (const [day, row] of days.byDay) {
      const age = Math.min(today - day, SETTLED_AGE)
      // A day that was not read while it grew is skipped.
      if (age === SETTLED_AGE) {
        if (growing.has(day)) settle({ calendar, series }, day, row)
        // Most days of most players are empty.
      } else if (age > 0 && row.total_viewed > 0) {
        database.run(INSERT, series, day, age, days.asOf, ...salesOf(row))
      }
    }
    const oldest = today - REMEMBERED_DAYS
    database.run('DELETE FROM early_days WHERE series = ? AND day < ?', series, oldest)
    database.run('DELETE FROM grown_days WHERE calendar = ? AND day < ?', calendar, oldest)
  }

  function daysThatGrow(series: number): Set<number> {
    const sql = 'SELECT DISTINCT day FROM early_days WHERE series = ?'
    return new Set(database.all<[number]>(sql, series).map(([day]) => day))
  }

  function settle({ calendar, series }: SeriesKey, day: number, row: DayStatistics) {
    database.run(ADD_GROWN, calendar, ...salesOf(row), series, day)
    database.run('DELETE FROM early_days WHERE series = ? AND day = ?', series, day)
  }

  /** How much the account's days usually grow, from players that were read at both ages. */
  function growth(zoned: Zoned): Growth {
    const rows = database.all<[age: number, ...sums: number[]]>(
      `SELECT age, ${BOTH.join(', ')} FROM grown_days WHERE calendar = ?`,
      // No calendar has id 0, so this finds nothing.
      seriesTable.calendarOf(zoned) ?? 0,
    )
    return usualGrowth(rows.map(grownDay))
  }

  return { keep, growth }
}

interface Kept {
  byDay: ReadonlyMap<number, DayStatistics>
  asOf: number
}

const salesOf = (row: DayStatistics): Value[] => SALES.map((sale) => row[sale])

function grownDay([age, ...sums]: [age: number, ...sums: number[]]): GrownDay {
  const from = (start: number) =>
    Object.fromEntries(SALES.map((sale, index) => [sale, sums[start + index] ?? 0])) as Record<
      Sale,
      number
    >
  return { age, early: from(0), settled: from(SALES.length) }
}
