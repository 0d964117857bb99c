import { exactDifference } from '../../api/statistics.ts'
import { isAdditive } from '../../tables/measures.ts'
import { type Cell, type Column, isMissing, type Table } from '../../tables/table.ts'
import { dayCount, isSettled, type Period, samePeriod } from '../../time/period.ts'
import type { TableName } from '../exports/request.ts'

/**
 * How the days of two reports with different periods are matched. `date`: the periods overlap, and each
 * common day is matched with itself. `place`: no overlap and equal length, matched by position. `nothing`: no
 * overlap and different lengths, not matched.
 */
interface DayMatch {
  by: 'date' | 'place' | 'nothing'
  left: Period
  right: Period
}

/** One of two tables of the same query. */
interface ComparedSide {
  table: Table
  timezone: string
  /** The table's period; absent or null for none. */
  period?: Period | null
  /** Whether values that differ in case alone are one, which is named as it was mostly written. */
  ignoresCase?: boolean
}

/** A figure that differs between the two sides of a row. */
export interface CellChange {
  /** Index among the compared table's columns. */
  column: number
  /**
   * Right minus left in the column's unit, for percentages in percentage points; null unless both are
   * numbers.
   */
  by: number | null
}

/** `restated`: the day was settled on both sides, and still differs. `grew`: it was not settled yet. */
type DayChange = 'restated' | 'grew'

export interface ComparedRow {
  /** In the order of the compared table's columns; null for a missing row or column. */
  left: (Cell | null)[] | null
  right: (Cell | null)[] | null
  changes: CellChange[]
  day: DayChange | null
}

export interface ComparedTable {
  columns: Column[]
  /** How many of the first columns identify a row. */
  keys: number
  /** How days are matched; null when the periods are equal, or the table has no days. */
  dayMatch: DayMatch | null
  timezones: { left: string; right: string }
  rows: ComparedRow[]
  totals: ComparedRow | null
  /** Keys of rows that occur more than once on a side; these are matched in order. */
  duplicates: { left: Cell[][]; right: Cell[][] }
}

/** The key columns of a table, where these are not just the first column; rows without any match in order. */
const KEYS: Partial<Record<TableName, readonly string[]>> = {
  funnel: ['step', 'basis'],
  marks: ['mark', 'mark_source'],
  field_days: ['grouped_field', 'date_key'],
  traffic_days: ['grouped_field', 'date_key'],
  traffic_retention: ['grouped_field', 'second'],
  overview: ['name', 'id'],
  leaderboard: ['id'],
  live_players: ['id', 'domain'],
  // Its rows are the two arms in their order, whose names can change.
  ab_split: [],
}

/** A row of an A/B test's table is the state up to a day, not the figures of that day. */
const hasDays = (name: TableName) => !name.startsWith('ab_')

/**
 * Compares two tables of the same query row by row. Changes in the columns of `explained` do not count as
 * restated, because the two reports requested something different there.
 */
export function compareTables(
  name: TableName,
  { left, right }: { left: ComparedSide; right: ComparedSide },
  explained: ReadonlySet<string> = new Set(),
): ComparedTable {
  const { columns, keys } = columnsOf(name, left.table, right.table)
  const dayColumn = hasDays(name) ? columns.findIndex(({ key }) => key === 'date_key') : -1
  const dayMatch = dayColumn < 0 ? null : dayMatchOf(left.period ?? null, right.period ?? null)
  const identifies = identifying(columns.slice(0, keys))
  const ignoresCase = Boolean(left.ignoresCase && right.ignoresCase)
  const keyOf = (side: 'left' | 'right') => (cells: Cells) =>
    (dayMatch?.by === 'place' ? cells.map(placed(dayColumn, dayMatch[side])) : cells)
      .filter((_, at) => identifies(at))
      .map((cell) => (ignoresCase && typeof cell === 'string' ? cell.toLowerCase() : cell))
  const of = {
    left: rowsByKey(left.table, columns, keyOf('left')),
    right: rowsByKey(right.table, columns, keyOf('right')),
  }
  const dayOf = dayClassifier({ left, right }, explained)
  const rows = matchedRows(of.left, of.right).map((pair): ComparedRow => {
    // Key columns are no changes: days matched by position have two different dates.
    const changes = changesIn(pair, columns).filter(({ column }) => column >= keys)
    const day = (pair.left ?? pair.right)?.[dayColumn]
    const differing = differingColumns(pair, changes, { columns, keys })
    return { ...pair, changes, day: typeof day === 'string' ? dayOf(day, differing) : null }
  })
  return {
    columns,
    keys,
    dayMatch,
    timezones: { left: left.timezone, right: right.timezone },
    rows,
    totals: totalsOf(left.table, right.table, columns),
    duplicates: { left: repeatedKeys(of.left, keys), right: repeatedKeys(of.right, keys) },
  }
}

/** Whether a row differs between the sides, or exists on one side only. */
export const isChanged = ({ left, right, changes }: ComparedRow) =>
  left === null || right === null || changes.length > 0

/** Number of rows in total, changed, and on one side only. */
export function countsOf({ rows }: ComparedTable) {
  return {
    rows: rows.length,
    changed: rows.filter(({ left, right, changes }) => left && right && changes.length > 0).length,
    left: rows.filter(({ right }) => right === null).length,
    right: rows.filter(({ left }) => left === null).length,
  }
}

/** The restated days and the grown days, sorted and without repetition. */
export function changedDays({ columns, rows }: ComparedTable): Record<DayChange, string[]> {
  const at = columns.findIndex(({ key }) => key === 'date_key')
  const of = (change: DayChange) => {
    const cells = rows
      .filter(({ day }) => day === change)
      .map(({ left, right }) => (left ?? right)?.[at])
    const days = cells.filter((cell) => typeof cell === 'string')
    return [...new Set(days)].sort()
  }
  return { restated: of('restated'), grew: of('grew') }
}

/** The key columns, then the left table's columns, then those of the right table only. */
function columnsOf(name: TableName, left: Table, right: Table) {
  const all = new Map([...left.columns, ...right.columns].map((one) => [unitOf(one), one]))
  const known = KEYS[name] ?? [left.columns[0]?.key ?? right.columns[0]?.key ?? '']
  const isKey = ({ key }: Column) => known.includes(key)
  const columns = [...all.values()]
  const first = columns.filter(isKey)
  return { columns: [...first, ...columns.filter((one) => !isKey(one))], keys: first.length }
}

/** Which of the key columns tell rows apart: a name beside an id is only for reading. */
function identifying(keys: readonly Column[]) {
  const hasId = keys.some(({ key }) => key === 'id')
  return (at: number) => at < keys.length && !(hasId && keys[at]?.key === 'name')
}

/** Columns of the same key but another unit are different columns. */
const unitOf = ({ key, kind, currency }: Column) => `${key} ${kind} ${currency ?? ''}`

type Cells = (Cell | null)[]
type Keyed = Map<string, { cells: Cells; place: number }>

const placed = (dayColumn: number, period: Period) => (cell: Cell | null, at: number) =>
  at === dayColumn && typeof cell === 'string' ? placeIn(period, cell) : cell

/** Rows by their key columns. Repeated keys are numbered, so that they match in order. */
function rowsByKey(
  table: Table,
  columns: readonly Column[],
  keyOf: (cells: Cells) => unknown[],
): Keyed {
  const seen = new Map<string, number>()
  const rows: Keyed = new Map()
  for (const cells of inOrder(table, columns)) {
    const key = JSON.stringify(keyOf(cells))
    const place = (seen.get(key) ?? 0) + 1
    seen.set(key, place)
    rows.set(`${place} ${key}`, { cells, place })
  }
  return rows
}

function inOrder({ columns: own, rows }: Table, columns: readonly Column[]): Cells[] {
  const places = placesOf(own, columns)
  return rows.map((row) => places.map((place) => row[place] ?? null))
}

function placesOf(own: readonly Column[], columns: readonly Column[]) {
  const places = new Map(own.map((one, place) => [unitOf(one), place]))
  return columns.map((one) => places.get(unitOf(one)) ?? -1)
}

type Pair = Pick<ComparedRow, 'left' | 'right'>

/** Matched rows in the left table's order; a row of the right table only follows its predecessor there. */
function matchedRows(left: Keyed, right: Keyed): Pair[] {
  const following = new Map<string | null, Pair[]>([[null, []]])
  let last: string | null = null
  for (const [key, { cells }] of right) {
    if (left.has(key)) {
      last = key
      following.set(key, [])
    } else following.get(last)?.push({ left: null, right: cells })
  }
  const matched = [...left].flatMap(([key, { cells }]): Pair[] => [
    { left: cells, right: right.get(key)?.cells ?? null },
    ...(following.get(key) ?? []),
  ])
  return [...(following.get(null) ?? []), ...matched]
}

function changesIn({ left, right }: Pair, columns: readonly Column[]): CellChange[] {
  if (!left || !right) return []
  return columns.flatMap((of, column) => {
    const [a, b] = [left[column] ?? null, right[column] ?? null]
    return isSame(a, b) ? [] : [{ column, by: differenceOf(a, b, of) }]
  })
}

function isSame(a: Cell | null, b: Cell | null) {
  if (a === null || b === null || !isMissing(a) || !isMissing(b)) return a === b
  return a.missing === b.missing
}

/** Whether values of a kind can be subtracted: texts, days and instants cannot. */
export const hasDifference = ({ kind }: Column) => !['text', 'date', 'instant'].includes(kind)

function differenceOf(a: Cell | null, b: Cell | null, of: Column): number | null {
  if (typeof a !== 'number' || typeof b !== 'number' || !hasDifference(of)) return null
  // Amounts per play can have decimals too.
  return of.kind === 'percent' || of.kind === 'money' ? exactDifference(b, a) : b - a
}

function totalsOf(left: Table, right: Table, columns: readonly Column[]): ComparedRow | null {
  const row = ({ columns: own, totals }: Table) =>
    totals && placesOf(own, columns).map((place) => totals[place] ?? null)
  const pair = { left: row(left), right: row(right) }
  if (!pair.left && !pair.right) return null
  return { ...pair, changes: changesIn(pair, columns), day: null }
}

function repeatedKeys(rows: Keyed, keys: number): Cell[][] {
  if (keys === 0) return []
  return [...rows.values()]
    .filter(({ place }) => place === 2)
    .map(({ cells }) => cells.slice(0, keys).filter((cell) => cell !== null))
}

/**
 * The figures that differ. Of a value's day on one side only, those that count anything: days on which a value
 * does not occur are zeros. None of a day that has no values.
 */
function differingColumns(
  { left, right }: Pair,
  changes: readonly CellChange[],
  { columns, keys }: Pick<ComparedTable, 'columns' | 'keys'>,
): Column[] {
  if (left && right) {
    return changes.flatMap(({ column }) => columns[column] ?? []).filter(hasDifference)
  }
  const only = keys > 1 ? (left ?? right) : null
  return columns.filter(({ key }, at) => {
    const cell = only?.[at]
    return isAdditive(key) && typeof cell === 'number' && cell !== 0
  })
}

/**
 * Classifies a day by the columns that differ on it. Null for a day that only one of the periods has, and for
 * different zones, where equal dates are different days.
 */
function dayClassifier(
  { left, right }: { left: ComparedSide; right: ComparedSide },
  explained: ReadonlySet<string>,
) {
  const isOver = ({ table, timezone }: ComparedSide, day: string) =>
    table.isSettled === true || (table.asOf !== null && isSettled(day, timezone, table.asOf))
  const isIn = ({ period }: ComparedSide, day: string) =>
    !period || (period.start <= day && day <= period.end)
  return (day: string, differing: readonly Column[]): DayChange | null => {
    if (differing.every(({ key }) => explained.has(key)) || left.timezone !== right.timezone) {
      return null
    }
    if (!isIn(left, day) || !isIn(right, day)) return null
    return isOver(left, day) && isOver(right, day) ? 'restated' : 'grew'
  }
}

/** Null when the periods are equal, or one is missing. */
function dayMatchOf(left: Period | null, right: Period | null): DayMatch | null {
  if (!left || !right) return null
  if (samePeriod(left, right)) return null
  const isShared = left.start <= right.end && right.start <= left.end
  if (isShared) return { by: 'date', left, right }
  return { by: dayCount(left) === dayCount(right) ? 'place' : 'nothing', left, right }
}

/** The position of a day in a period, from 1; the text itself when the file has no valid day there. */
function placeIn({ start }: Period, day: string): number | string {
  const place = dayCount({ start, end: day })
  return Number.isFinite(place) ? place : day
}
