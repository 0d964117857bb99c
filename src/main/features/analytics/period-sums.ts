import { ADDITIVE, type AdditiveTotals } from '../../../shared/api/statistics.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { type Age, makeAge } from '../../../shared/time/age.ts'
import { dayEndsAt, settlesAt } from '../../../shared/time/period.ts'
import type { Database, Value } from '../../database/database.ts'
import { daysMask, dayText, monthOf, monthStart } from './calendar.ts'
import { type Lanes, laneAsOf, laneValue, unpacked } from './packed-month.ts'
import type { Rollups } from './rollups.ts'
import type { SeriesTable, Zoned } from './series.ts'

/** Day numbers, both included. */
export interface DayRange {
  start: number
  end: number
}

export interface PlayerSums {
  totals: AdditiveTotals
  /** Age of the days in the sums; null when the player can have no day in the period. */
  age: Age | null
  /** The first and the last day that was not over when it was read; null when all were. */
  unfinished: DayRange | null
}

export interface PeriodSums {
  /** Null unless every day that the player can have in the period is stored. */
  of: (player_id: string) => PlayerSums | null
  /** When the newest of a player's days was read; 0 without days. Reads them all. */
  newest: (player_id: string) => number
  /** Sums over the listed players by day; null where one of them lacks the day. */
  daily: Record<keyof AdditiveTotals, (number | null)[]>
  /** How many players that are not listed have days in the period. */
  leftOut: number
}

export type SumsReader = ReturnType<typeof makeSumsReader>

/** With more changed series than this everything is read again, in one query per table. */
const MOST_STALE = 300
/** Sums kept at once: of the shown period and its comparison, and of those shown before. */
const MOST_SCANS = 4

/**
 * Sums the stored days of the listed players in a period. `bornOn` gives each listed player's first
 * day number. Sums are cached, and only players whose days were written since are read again; the
 * same map object means the same players.
 */
export function makeSumsReader(database: Database, seriesTable: SeriesTable, rollups: Rollups) {
  const scans = new Map<string, Scan>()
  rollups.onWrite(({ calendar, series }) => {
    for (const scan of scans.values()) if (scan.calendar === calendar) scan.stale.add(series)
  })

  function read(zoned: Zoned, range: DayRange, bornOn: BornOn): PeriodSums {
    // No calendar has id 0, so every query finds nothing.
    const calendar = seriesTable.calendarOf(zoned) ?? 0
    const key = [calendar, range.start, range.end].join(' ')
    const known = scans.get(key)
    const scan =
      known?.bornOn === bornOn && isRefreshed(known, seriesTable)
        ? known
        : newScan({ database, calendar, timezone: zoned.timezone, range, bornOn }, seriesTable)
    scans.delete(key)
    scans.set(key, scan)
    if (scans.size > MOST_SCANS) scans.delete(scans.keys().next().value ?? key)
    const lacking = scan.months.map((_, at) =>
      scan.listed.reduce((mask, { lacked }) => mask | (lacked[at] ?? 0), 0),
    )
    // Copied, since later changes replace tallies of the scan.
    const tallies = new Map(scan.tallies)
    return {
      of: (player_id) => sumsOf(tallies.get(player_id)),
      newest: (player_id) => newestOf(scan, player_id),
      daily: dailyOf(scan, lacking),
      leftOut: new Set(scan.unlisted.map(({ series }) => series)).size,
    }
  }

  return Object.assign(read, {
    /** To be called when an account's days are deleted. */
    forget: () => scans.clear(),
  })
}

type BornOn = ReadonlyMap<string, number>

interface Of {
  database: Database
  calendar: number
  timezone: string
  range: DayRange
  bornOn: BornOn
}

function newScan(of: Of, seriesTable: SeriesTable): Scan {
  const months = monthsOf(of.range)
  const scan: Scan = {
    ...of,
    months,
    endings: new Map(),
    settling: new Map(),
    tallies: new Map(),
    bySeries: new Map(),
    listed: [],
    unlisted: [],
    stale: new Set(),
  }
  for (const id of of.bornOn.keys()) scan.tallies.set(id, newTally(scan, id))
  scan.bySeries = seriesTable.playersOf(of.calendar)
  scan.listed = [...scan.tallies.values()]
  for (const at of months.keys()) tallyMonth(scan, at, null)
  return scan
}

/** Reads the changed players again; false when everything must be read again. */
function isRefreshed(scan: Scan, seriesTable: SeriesTable): boolean {
  const { stale, tallies } = scan
  if (stale.size === 0) return true
  if (stale.size > MOST_STALE) return false
  const isNew = [...stale].some((series) => !scan.bySeries.has(series))
  if (isNew) scan.bySeries = seriesTable.playersOf(scan.calendar)
  for (const series of stale) {
    const id = scan.bySeries.get(series) ?? ''
    if (!tallies.has(id)) return false
    tallies.set(id, newTally(scan, id))
    for (const at of scan.months.keys()) tallyMonth(scan, at, series)
  }
  stale.clear()
  scan.listed = [...tallies.values()]
  return true
}

interface Tally {
  /** The missing days of each month, as masks. */
  lacked: number[]
  age: ReturnType<typeof makeAge>
  unfinished: DayRange | null
  totals: number[]
}

interface Scan extends Of {
  months: number[]
  /** When each day ends and is settled, epoch milliseconds; caches. */
  endings: Map<number, number>
  settling: Map<number, number>
  tallies: Map<string, Tally>
  /** The player of each series, listed or not. */
  bySeries: ReadonlyMap<number, string>
  listed: Tally[]
  /** Months with activity of players no longer listed, to be subtracted from the account's days. */
  unlisted: { month: number; series: number }[]
  /** Series whose days were written since they were read. */
  stale: Set<number>
}

type MonthRow = [series: number, stored: number, oldest: number, ...sums: number[]]

const COLUMNS = ADDITIVE.join(', ')

function newTally({ range, months, bornOn }: Scan, id: string): Tally {
  const from = Math.max(bornOn.get(id) ?? -Infinity, range.start)
  const totals = new Array<number>(ADDITIVE.length).fill(0)
  const lacked = months.map((month) => daysMask(month, from, range.end))
  return { lacked, age: makeAge(), unfinished: null, totals }
}

function monthsOf({ start, end }: DayRange): number[] {
  const first = monthOf(start)
  return Array.from({ length: monthOf(end) - first + 1 }, (_, index) => first + index)
}

/**
 * Adds a month to the tally of each player, or of one. A whole month of settled days comes from its
 * rollup; other months are added day by day.
 */
function tallyMonth(scan: Scan, at: number, only: number | null) {
  const { range, tallies, bySeries, unlisted } = scan
  const month = scan.months[at] ?? 0
  const wanted = daysMask(month, range.start, range.end)
  const isWhole = wanted === daysMask(month, -Infinity, Infinity)
  const lastDay = monthStart(month + 1) - 1
  const rows = rowsOf<MonthRow>(scan, `series, stored, oldest, ${COLUMNS} FROM months`, {
    month,
    only,
  })
  const isRolledUp = isWhole && rows.every((row) => isSettledBy(scan, lastDay, row[2]))
  const lanes = isRolledUp ? null : lanesOfMonth(scan, month, only)
  for (const row of rows) {
    const tally = tallies.get(bySeries.get(row[0]) ?? '')
    if (!tally) {
      if (isActive(row, lanes, wanted)) unlisted.push({ month, series: row[0] })
      continue
    }
    tally.lacked[at] = (tally.lacked[at] ?? 0) & ~row[1]
    if (lanes) addLanes(tally, lanes.get(row[0]), { scan, month, wanted })
    else addMonth(tally, row)
  }
}

/** Whether a month has activity on some of these days; without `lanes` they are the whole month. */
function isActive(
  [series, , , ...sums]: MonthRow,
  lanes: Map<number, Lanes> | null,
  wanted: number,
) {
  if (!lanes) return sums.some((sum) => sum !== 0)
  const own = lanes.get(series)
  return own !== undefined && daysIn(wanted).some((day) => isActiveOn(own, day))
}

const DAYS = Array.from({ length: 31 }, (_, day) => day)

/** The days of a month in a mask, from 0. */
const daysIn = (mask: number) => DAYS.filter((day) => (mask & (1 << day)) !== 0)

const isActiveOn = (lanes: Lanes, day: number) =>
  ADDITIVE.some((_, measure) => laneValue(lanes, measure, day) !== 0)

function rowsOf<R extends Value[]>(
  { database, calendar }: Scan,
  selected: string,
  { month, only }: { month: number; only: number | null },
): R[] {
  const sql = `SELECT ${selected} WHERE calendar = ? AND month = ?`
  if (only === null) return database.all<R>(sql, calendar, month)
  return database.all<R>(`${sql} AND series = ?`, calendar, month, only)
}

function lanesOfMonth(scan: Scan, month: number, only: number | null): Map<number, Lanes> {
  const of = { month, only }
  const rows = rowsOf<[number, Uint8Array]>(scan, 'series, lanes FROM month_days', of)
  return new Map(rows.map(([series, bytes]) => [series, unpacked(bytes)]))
}

/** Adds a month of settled days. */
function addMonth(tally: Tally, [, , oldest, ...sums]: MonthRow) {
  tally.age.add(oldest, true)
  for (let measure = 0; measure < sums.length; measure++) {
    tally.totals[measure] = (tally.totals[measure] ?? 0) + (sums[measure] ?? 0)
  }
}

/** Whether an answer about a day, sent at `asOf`, can no longer change. */
function isSettledBy({ settling, timezone }: Scan, day: number, asOf: number): boolean {
  return asOf >= getOrCreate(settling, day, () => settlesAt(dayText(day), timezone))
}

/** Whether a day was over when an answer about it was sent at `asOf`. */
function isOverBy({ endings, timezone }: Scan, day: number, asOf: number): boolean {
  return asOf >= getOrCreate(endings, day, () => dayEndsAt(dayText(day), timezone))
}

interface OfMonth {
  scan: Scan
  month: number
  /** Days of the month, as a mask. */
  wanted: number
}

function addLanes(tally: Tally, lanes: Lanes | undefined, { scan, month, wanted }: OfMonth) {
  if (!lanes) return
  for (let day = 0; day < 31; day++) {
    const asOf = laneAsOf(lanes, day)
    if ((wanted & (1 << day)) === 0 || asOf === 0) continue
    const number = monthStart(month) + day
    tally.age.add(asOf, isSettledBy(scan, number, asOf))
    // Days come in order.
    if (!isOverBy(scan, number, asOf))
      tally.unfinished = { start: tally.unfinished?.start ?? number, end: number }
    for (let measure = 0; measure < ADDITIVE.length; measure++) {
      tally.totals[measure] = (tally.totals[measure] ?? 0) + laneValue(lanes, measure, day)
    }
  }
}

function sumsOf(tally: Tally | undefined): PlayerSums | null {
  if (!tally || tally.lacked.some((mask) => mask !== 0)) return null
  const totals = Object.fromEntries(
    ADDITIVE.map((name, measure) => [name, tally.totals[measure] ?? 0]),
  ) as AdditiveTotals
  return { totals, age: tally.age.age(), unfinished: tally.unfinished }
}

function newestOf(scan: Scan, player_id: string): number {
  const { start, end } = scan.range
  const [series = 0] = [...scan.bySeries].find(([, id]) => id === player_id) ?? []
  const times = scan.months.flatMap((month) => {
    const own = lanesOfMonth(scan, month, series).get(series)
    return own ? daysIn(daysMask(month, start, end)).map((day) => laneAsOf(own, day)) : []
  })
  return Math.max(0, ...times)
}

function dailyOf(scan: Scan, lacking: number[]): PeriodSums['daily'] {
  const { database, calendar, range } = scan
  const sums = ADDITIVE.map(() => new Array<number | null>(range.end - range.start + 1).fill(0))
  database.each<[number, ...number[]]>(
    `SELECT day, ${COLUMNS} FROM account_days WHERE calendar = ? AND day BETWEEN ? AND ?`,
    [calendar, range.start, range.end],
    ([day, ...totals]) => addDay(sums, day - range.start, (measure) => totals[measure] ?? 0),
  )
  for (const series of scan.unlisted) subtract(scan, series, sums)
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

function subtract({ database, calendar, range }: Scan, of: Scan['unlisted'][0], sums: Sums) {
  const row = database.first<[Uint8Array]>(
    'SELECT lanes FROM month_days WHERE calendar = ? AND month = ? AND series = ?',
    calendar,
    of.month,
    of.series,
  )
  if (!row) return
  const lanes = unpacked(row[0])
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
