import type { Player } from '../../../shared/api/player.ts'
import { groupBy } from '../../../shared/maps.ts'
import { fieldsOf, isFields } from '../../../shared/plain.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Database, Value } from '../../database/database.ts'
import { parsed } from '../../database/json.ts'
import type { Answers } from '../analytics/answers.ts'
import {
  createdDayNumber,
  dayNumber,
  daysMask,
  dayText,
  monthOf,
  monthStart,
} from '../analytics/calendar.ts'
import { isRate, LEDGER_LANES, truncatedHundredths } from '../analytics/day-columns.ts'
import type { SeriesKey, SeriesTable, Zoned } from '../analytics/series.ts'

/** A month of the ledger by its number, and how much of it is stored. */
interface LedgerMonth {
  month: number
  /** One per player and day. */
  rows: number
}

/** How much is stored of a player, and how many of the requested days are missing. */
interface LedgerPlayer {
  id: string
  /** Null when the stored list has no such player. */
  name: string | null
  storedDays: number
  missingDays: number
}

export interface LedgerPlan {
  /** From the first to the last requested day; null when nothing is stored. */
  period: Period | null
  months: LedgerMonth[]
  players: LedgerPlayer[]
  /** Stored days of the requested period that were cut in other zones, which the ledger leaves out. */
  otherZones: { timezone: string; days: number }[]
  /** The stored answers about values by day. */
  answers: LedgerAnswer[]
}

export interface LedgerAnswer {
  id: number
  input: Record<string, unknown>
  asOf: number
  bytes: number
}

/**
 * Days of some players, row by row as plain numbers in the order of LEDGER_LANES; NaN for a missing
 * value.
 */
export interface LedgerChunk {
  players: { id: string; rows: number }[]
  numbers: Float64Array
  /** Where the next piece begins; null after the last one. */
  next: number | null
}

/** Rows read at once. A few milliseconds, so that the window's calls hardly wait. */
const ROWS_AT_ONCE = 1500
const BY_DAY = 'statsByFieldByDay'
const SELECT = `SELECT ${LEDGER_LANES.join(', ')}, extra FROM days
  WHERE series = ? AND day BETWEEN ? AND ? ORDER BY day`

interface LedgerParts {
  answers: Database
  answersTable: Answers
  seriesTable: SeriesTable
}

/**
 * Reads all stored days of an account in pieces, and tells which are stored and which are missing.
 */
export function makeLedgerVerbs({ answers: database, answersTable, seriesTable }: LedgerParts) {
  function ledgerPlan(account_id: string, timezone: string, period: Period | null): LedgerPlan {
    const calendar = seriesTable.calendarOf({ account_id, timezone })
    const all = calendar === null ? [] : monthRows(database, calendar)
    const range = rangeOf(period, all)
    const stored = range ? withinRange(all, range) : []
    const list = answersTable.find(account_id, 'players', {})?.value
    const listed = (Array.isArray(list) ? list : []) as Player[]
    const names = calendar === null ? new Map() : seriesTable.playersOf(calendar)
    return {
      period: range && { start: dayText(range[0]), end: dayText(range[1]) },
      months: monthsOf(stored),
      players: range ? playersOf({ listed, names, stored, timezone }, range) : [],
      otherZones: otherZones(database, { account_id, timezone }, period && range),
      answers: answersBy(database, account_id),
    }
  }

  /** The days of a month, beginning with a series. */
  function ledgerDays(of: Zoned, { start, end }: Period, from: number): LedgerChunk {
    const calendar = seriesTable.calendarOf(of)
    const range: [number, number] = [dayNumber(start), dayNumber(end)]
    const chunk = { players: [] as LedgerChunk['players'], rows: [] as Value[][] }
    if (calendar === null) return packed(chunk, null)
    const month = monthOf(range[0])
    for (let key = nextSeries(database, { calendar, series: from }, month); key; ) {
      const rows = database.all<Value[]>(SELECT, key.series, ...range)
      if (rows.length > 0) chunk.players.push({ id: key.player_id, rows: rows.length })
      for (const row of rows) chunk.rows.push(row)
      const next = nextSeries(database, { calendar, series: key.series + 1 }, month)
      if (next && chunk.rows.length >= ROWS_AT_ONCE) return packed(chunk, next.series)
      key = next
    }
    return packed(chunk, null)
  }

  /**
   * A stored answer's text as bytes, which cross threads cheaply; null when it is missing or
   * damaged.
   */
  function ledgerAnswer(account_id: string, id: number): Uint8Array | null {
    const sql = `SELECT CAST(value AS BLOB) FROM answers
      WHERE id = ? AND account_id = ? AND json_valid(value)`
    return database.first<[Uint8Array]>(sql, id, account_id)?.[0] ?? null
  }

  return { ledgerPlan, ledgerDays, ledgerAnswer }
}

type MonthRow = [month: number, series: number, stored: number]
type Range = [first: number, last: number]

const monthRows = (database: Database, calendar: number) =>
  database.all<MonthRow>(
    'SELECT month, series, stored FROM months WHERE calendar = ? ORDER BY month, series',
    calendar,
  )

/** The requested days, or all from the first stored one to the last. */
function rangeOf(period: Period | null, rows: readonly MonthRow[]): Range | null {
  if (period) return [dayNumber(period.start), dayNumber(period.end)]
  let first = Infinity
  let last = -Infinity
  for (const [month, , stored] of rows) {
    if (stored === 0) continue
    const start = monthStart(month)
    first = Math.min(first, start + 31 - Math.clz32(stored & -stored))
    last = Math.max(last, start + 31 - Math.clz32(stored))
  }
  return first > last ? null : [first, last]
}

const withinRange = (rows: readonly MonthRow[], [first, last]: Range): MonthRow[] =>
  rows
    .map(([month, series, stored]): MonthRow => {
      return [month, series, stored & daysMask(month, first, last)]
    })
    .filter(([, , stored]) => stored !== 0)

function monthsOf(rows: readonly MonthRow[]): LedgerMonth[] {
  const months = new Map<number, number>()
  for (const [month, , stored] of rows)
    months.set(month, (months.get(month) ?? 0) + bitCount(stored))
  return [...months].map(([month, count]) => ({ month, rows: count }))
}

interface Stored {
  listed: readonly Player[]
  names: ReadonlyMap<number, string>
  stored: readonly MonthRow[]
  timezone: string
}

/** Every player that is in the list or has a stored day. */
function playersOf({ listed, names, stored, timezone }: Stored, range: Range): LedgerPlayer[] {
  const months = groupBy(stored, ([, series]) => names.get(series) ?? '')
  const storedFrom = (id: string, first: number) =>
    (months.get(id) ?? []).reduce(
      (sum, [month, , mask]) => sum + bitCount(mask & daysMask(month, first, range[1])),
      0,
    )
  const known = listed.map((player) => {
    const { id, name } = player
    const storedDays = storedFrom(id, range[0])
    const first = Math.max(range[0], createdDayNumber(player, timezone))
    const missingDays = Math.max(0, range[1] - first + 1 - storedFrom(id, first))
    return { id, name, storedDays, missingDays }
  })
  const isListed = new Set(listed.map(({ id }) => id))
  const gone = [...months.keys()].filter((id) => !isListed.has(id))
  return [
    ...known,
    ...gone.map((id) => {
      return { id, name: null, storedDays: storedFrom(id, range[0]), missingDays: 0 }
    }),
  ]
}

/** The stored days of other zones within a range, or all of them. */
function otherZones(database: Database, { account_id, timezone }: Zoned, range: Range | null) {
  const sql = `SELECT timezone, month, stored FROM months
    JOIN calendars ON calendars.id = months.calendar WHERE account_id = ? AND timezone <> ?`
  const [first, last] = range ?? [-Infinity, Infinity]
  const zones = new Map<string, number>()
  const rows = database.all<[string, number, number]>(sql, account_id, timezone)
  for (const [zone, month, stored] of rows) {
    const days = bitCount(stored & daysMask(month, first, last))
    if (days > 0) zones.set(zone, (zones.get(zone) ?? 0) + days)
  }
  return [...zones].map(([zone, days]) => ({ timezone: zone, days }))
}

function answersBy(database: Database, account_id: string): LedgerAnswer[] {
  const sql = `SELECT id, input, as_of, octet_length(value) FROM answers
    WHERE account_id = ? AND name = ? ORDER BY id`
  return database
    .all<[number, string, number, number]>(sql, account_id, BY_DAY)
    .flatMap(([id, text, asOf, bytes]) => {
      const input = parsed(text)
      return isFields(input) ? [{ id, input, asOf, bytes }] : []
    })
}

function nextSeries(database: Database, { calendar, series }: SeriesKey, month: number) {
  const sql = `SELECT series.id, player_id FROM months JOIN series ON series.id = months.series
    WHERE months.calendar = ? AND month = ? AND months.series >= ? ORDER BY months.series LIMIT 1`
  const row = database.first<[number, string]>(sql, calendar, month, series)
  return row && { series: row[0], player_id: row[1] }
}

function packed(
  { players, rows }: { players: LedgerChunk['players']; rows: readonly Value[][] },
  next: number | null,
): LedgerChunk {
  const width = LEDGER_LANES.length
  const numbers = new Float64Array(rows.length * width)
  for (const [index, row] of rows.entries()) {
    for (let lane = 0; lane < width; lane++) numbers[index * width + lane] = Number(row[lane])
    const extra = row[width]
    if (typeof extra === 'string') putExtra(numbers.subarray(index * width), extra)
  }
  return { players, numbers, next }
}

/**
 * A rate that the service sent in another format than documented is also stored as text; its number
 * is taken from there.
 */
function putExtra(lanes: Float64Array, text: string) {
  const extra = fieldsOf(parsed(text))
  for (const [lane, name] of LEDGER_LANES.entries()) {
    if (isRate(name) && Object.hasOwn(extra, name)) lanes[lane] = truncatedHundredths(extra[name])
  }
}

function bitCount(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}
