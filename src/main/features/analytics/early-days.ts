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
const SUMS = ['early', 'settled'].flatMap((one) => SALES.map((sale) => `sum(${one}.${sale})`))

export type EarlyDays = ReturnType<typeof makeEarlyDays>

/**
 * The sales of each day as first read one, two and three days later, and once settled. Stored in
 * answers.db rather than in desk.db, which is checked completely at each start: if lost, they are
 * collected again within weeks.
 */
export function makeEarlyDays(database: Database, seriesTable: SeriesTable) {
  /** To be called in the transaction that stores the days. */
  function keep({ series }: SeriesKey, { timezone }: Zoned, days: Kept) {
    const today = dayNumber(todayIn(timezone, days.asOf))
    const growing = daysThatGrow(series)
    for (const [day, row] of days.byDay) {
      const age = Math.min(today - day, SETTLED_AGE)
      // Skips empty days (most of them), and settled days that were not read while growing.
      const isTelling = age === SETTLED_AGE ? growing.has(day) : age > 0 && row.total_viewed > 0
      if (isTelling) database.run(INSERT, series, day, age, days.asOf, ...salesOf(row))
    }
    prune(series, today)
  }

  function daysThatGrow(series: number): Set<number> {
    const sql = 'SELECT day FROM early_days WHERE series = ? GROUP BY day HAVING max(age) < ?'
    return new Set(database.all<[number]>(sql, series, SETTLED_AGE).map(([day]) => day))
  }

  function prune(series: number, today: number) {
    const sql = 'DELETE FROM early_days WHERE series = ? AND day < ?'
    database.run(sql, series, today - REMEMBERED_DAYS)
  }

  /** How much the account's days usually grow, from players that were read at both ages. */
  function growth(zoned: Zoned): Growth {
    const rows = database.all<[age: number, ...sums: number[]]>(
      `SELECT early.age, ${SUMS.join(', ')}
       FROM early_days AS early
       JOIN early_days AS settled USING (series, day)
       JOIN series ON series.id = early.series
       WHERE series.calendar = ? AND early.age < ? AND settled.age = ?
       GROUP BY early.day, early.age`,
      // No calendar has id 0, so this finds nothing.
      seriesTable.calendarOf(zoned) ?? 0,
      SETTLED_AGE,
      SETTLED_AGE,
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
