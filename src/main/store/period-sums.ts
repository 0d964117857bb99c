import { ADDITIVE, type AdditiveTotals } from '../../shared/model/statistics.ts'
import { daysMask, monthOf, monthStart } from './calendar.ts'
import type { Database } from './database.ts'
import { type Lanes, laneAsOf, lanesOf, laneValue } from './rollups.ts'
import type { SeriesTable } from './series.ts'

/** Days as numbers, both ends included. */
export interface DayRange {
  start: number
  end: number
}

interface PlayerSums {
  totals: AdditiveTotals
  /** Epoch ms of the oldest day behind the sums; null when no day of the period is expected. */
  asOf: number | null
}

export interface PeriodSums {
  /** Null unless every day that the player can have in the period is stored. */
  of: (player_id: string) => PlayerSums | null
  /** Sums over the listed players by day; null where one of them lacks the day. */
  daily: Record<keyof AdditiveTotals, (number | null)[]>
}

export type SumsReader = ReturnType<typeof makeSumsReader>

/** Sums the stored days of every listed player in a period; `bornOn` says who is listed, and since when. */
export function makeSumsReader(database: Database, seriesTable: SeriesTable) {
  return (calendar: number | null, range: DayRange, bornOn: Map<string, number>): PeriodSums => {
    const tallies = new Map<string, Tally>()
    for (const [id, born] of bornOn) tallies.set(id, newTally(Math.max(born, range.start)))
    const bySeries = new Map<number, Tally>()
    for (const [series, id] of calendar === null ? [] : seriesTable.playersOf(calendar)) {
      const tally = tallies.get(id)
      if (tally) bySeries.set(series, tally)
    }
    const listed = [...tallies.values()]
    // No calendar has number 0: without one, every query finds nothing.
    const scan: Scan = { database, calendar: calendar ?? 0, range, bySeries, listed, strangers: [] }
    const lacking = monthsOf(range).map((month) => tallyMonth(scan, month))
    return {
      of: (player_id) => sumsOf(tallies.get(player_id)),
      daily: dailyOf(scan, lacking),
    }
  }
}

interface Tally {
  /** The first day of the period that the player is expected to have. */
  from: number
  isComplete: boolean
  /** The last month of which it has any day. */
  lastMonth: number
  oldest: number
  totals: number[]
}

interface Scan {
  database: Database
  calendar: number
  range: DayRange
  bySeries: Map<number, Tally>
  listed: Tally[]
  /** Months of players that are not listed any more: in the account's days, but not on screen. */
  strangers: { month: number; series: number }[]
}

type MonthRow = [series: number, stored: number, oldest: number, ...sums: number[]]

const COLUMNS = ADDITIVE.join(', ')

function newTally(from: number): Tally {
  const totals = new Array<number>(ADDITIVE.length).fill(0)
  return { from, isComplete: true, lastMonth: -1, oldest: Infinity, totals }
}

function monthsOf({ start, end }: DayRange): number[] {
  const first = monthOf(start)
  return Array.from({ length: monthOf(end) - first + 1 }, (_, index) => first + index)
}

/**
 * Adds a month to each player's tally and gives the days that some player lacks, as a mask. A whole
 * month comes from its rollup; of a month that the period cuts, the lanes are added day by day.
 */
function tallyMonth(scan: Scan, month: number): number {
  const { database, calendar, range, bySeries, listed, strangers } = scan
  const wanted = daysMask(month, range.start, range.end)
  const isWhole = wanted === daysMask(month, -Infinity, Infinity)
  const lanes = isWhole ? null : lanesOfMonth(scan, month)
  const start = monthStart(month)
  const expected = ({ from }: Tally) => (from <= start ? wanted : daysMask(month, from, range.end))
  let lacking = 0
  const rows = database.all<MonthRow>(
    `SELECT series, stored, oldest, ${COLUMNS} FROM months WHERE calendar = ? AND month = ?`,
    calendar,
    month,
  )
  for (const row of rows) {
    const tally = bySeries.get(row[0])
    if (!tally) {
      strangers.push({ month, series: row[0] })
      continue
    }
    tally.lastMonth = month
    const lacked = expected(tally) & ~row[1]
    if (lacked !== 0) tally.isComplete = false
    lacking |= lacked
    if (lanes) addLanes(tally, lanes.get(row[0]), wanted)
    else addMonth(tally, row)
  }
  for (const tally of listed) {
    if (tally.lastMonth === month) continue
    const lacked = expected(tally)
    if (lacked !== 0) tally.isComplete = false
    lacking |= lacked
  }
  return lacking
}

function lanesOfMonth({ database, calendar }: Scan, month: number): Map<number, Lanes> {
  const sql = 'SELECT series, lanes FROM month_days WHERE calendar = ? AND month = ?'
  const rows = database.all<[number, Uint8Array]>(sql, calendar, month)
  return new Map(rows.map(([series, bytes]) => [series, lanesOf(bytes)]))
}

function addMonth(tally: Tally, [, , oldest, ...sums]: MonthRow) {
  tally.oldest = Math.min(tally.oldest, oldest)
  for (let measure = 0; measure < sums.length; measure++) {
    tally.totals[measure] = (tally.totals[measure] ?? 0) + (sums[measure] ?? 0)
  }
}

function addLanes(tally: Tally, lanes: Lanes | undefined, wanted: number) {
  if (!lanes) return
  for (let day = 0; day < 31; day++) {
    const asOf = laneAsOf(lanes, day)
    if ((wanted & (1 << day)) === 0 || asOf === 0) continue
    tally.oldest = Math.min(tally.oldest, asOf)
    for (let measure = 0; measure < ADDITIVE.length; measure++) {
      tally.totals[measure] = (tally.totals[measure] ?? 0) + laneValue(lanes, measure, day)
    }
  }
}

function sumsOf(tally: Tally | undefined): PlayerSums | null {
  if (!tally?.isComplete) return null
  const totals = Object.fromEntries(
    ADDITIVE.map((name, measure) => [name, tally.totals[measure] ?? 0]),
  ) as AdditiveTotals
  return { totals, asOf: tally.oldest === Infinity ? null : tally.oldest }
}

function dailyOf(scan: Scan, lacking: number[]): PeriodSums['daily'] {
  const { database, calendar, range } = scan
  const sums = ADDITIVE.map(() => new Array<number | null>(range.end - range.start + 1).fill(0))
  database.each<[number, ...number[]]>(
    `SELECT day, ${COLUMNS} FROM account_days WHERE calendar = ? AND day BETWEEN ? AND ?`,
    [calendar, range.start, range.end],
    ([day, ...totals]) => addDay(sums, day - range.start, (measure) => totals[measure] ?? 0),
  )
  for (const stranger of scan.strangers) subtract(scan, stranger, sums)
  for (const [index, month] of monthsOf(range).entries()) {
    const mask = lacking[index] ?? 0
    for (let day = 0; day < 31; day++) {
      if ((mask & (1 << day)) === 0) continue
      for (const measure of sums) measure[monthStart(month) + day - range.start] = null
    }
  }
  return Object.fromEntries(
    ADDITIVE.map((name, measure) => [name, sums[measure]]),
  ) as PeriodSums['daily']
}

function subtract({ database, calendar, range }: Scan, of: Scan['strangers'][0], sums: Sums) {
  const row = database.first<[Uint8Array]>(
    'SELECT lanes FROM month_days WHERE calendar = ? AND month = ? AND series = ?',
    calendar,
    of.month,
    of.series,
  )
  if (!row) return
  const lanes = lanesOf(row[0])
  const wanted = daysMask(of.month, range.start, range.end)
  for (let day = 0; day < 31; day++) {
    if ((wanted & (1 << day)) === 0) continue
    const at = monthStart(of.month) + day - range.start
    addDay(sums, at, (measure) => -laneValue(lanes, measure, day))
  }
}

type Sums = (number | null)[][]

function addDay(sums: Sums, at: number, valueOf: (measure: number) => number) {
  for (const [measure, days] of sums.entries()) days[at] = (days[at] ?? 0) + valueOf(measure)
}
