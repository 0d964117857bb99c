import { type Cell, type Column, isMissing, type Table } from '../../tables/table.ts'
import { isSettled, type Period } from '../../time/period.ts'
import type { TableName } from '../exports/question.ts'
import { pointsBetween } from '../player/curves/pitch.ts'
import { type DayMatch, dayMatchOf, placeIn } from './day-match.ts'

/** One of two tables of the same question. */
export interface ComparedSide {
  table: Table
  timezone: string
  /** The days that it is of; left out or null for none. */
  period?: Period | null
}

/** A figure of a row that is not the same on both sides. */
export interface CellChange {
  /** Its place among the compared table's columns. */
  column: number
  /** Right less left in the column's unit, of percentages in points; null without two figures. */
  by: number | null
}

/** `restated`: it was settled on both sides and says something else. `grew`: it was not. */
export type DayChange = 'restated' | 'grew'

export interface ComparedRow {
  /** In the order of the compared table's columns; null without the row, or without the column. */
  left: (Cell | null)[] | null
  right: (Cell | null)[] | null
  changes: CellChange[]
  day: DayChange | null
}

export interface ComparedTable {
  columns: Column[]
  /** How many of the columns, the first ones, tell the rows apart. */
  keys: number
  /** How its days are matched; null when both are of the same ones, or it has none. */
  dayMatch: DayMatch | null
  rows: ComparedRow[]
  totals: ComparedRow | null
  /** Of rows that are there more than once, by what they are told apart: matched in their order. */
  duplicates: { left: Cell[][]; right: Cell[][] }
}

/** What tells the rows of a table apart, where it is not the first column alone. */
const KEYS: Partial<Record<TableName, readonly string[]>> = {
  funnel: ['step', 'basis'],
  marks: ['mark', 'mark_source'],
  field_days: ['grouped_field', 'date_key'],
  traffic: ['grouped_field', 'row_kind'],
  traffic_days: ['grouped_field', 'date_key'],
  traffic_retention: ['grouped_field', 'second'],
  leaderboard: ['id'],
  live_players: ['id', 'domain'],
}

/** Of a test a day's row says how it stood then, and no day's figures. */
const hasDays = (name: TableName) => !name.startsWith('ab_')

/**
 * Two tables of the same question, row by row. A change under a column of `explained` does not make
 * a day restated: what the reports asked differs there.
 */
export function compareTables(
  name: TableName,
  { left, right }: { left: ComparedSide; right: ComparedSide },
  explained: ReadonlySet<string> = new Set(),
): ComparedTable {
  const { columns, keys } = columnsOf(name, left.table, right.table)
  const dayColumn = hasDays(name) ? columns.findIndex(({ key }) => key === 'date_key') : -1
  const dayMatch = dayColumn < 0 ? null : dayMatchOf(left.period ?? null, right.period ?? null)
  const keyOf = (side: 'left' | 'right') => (cells: Cells) =>
    dayMatch?.by === 'place'
      ? cells.slice(0, keys).map(placed(dayColumn, dayMatch[side]))
      : cells.slice(0, keys)
  const of = {
    left: keyed(left.table, columns, keyOf('left')),
    right: keyed(right.table, columns, keyOf('right')),
  }
  const dayOf = daySaid({ left, right }, columns, explained)
  const rows = paired(of.left, of.right).map((pair): ComparedRow => {
    // What tells rows apart is no figure: days that are matched by their place are two dates.
    const changes = changesIn(pair, columns).filter(({ column }) => column >= keys)
    const day = dayMatch?.by === 'place' ? null : pair.left?.[dayColumn]
    return { ...pair, changes, day: typeof day === 'string' ? dayOf(day, changes) : null }
  })
  return {
    columns,
    keys,
    dayMatch,
    rows,
    totals: totalsOf(left.table, right.table, columns),
    duplicates: { left: twice(of.left, keys), right: twice(of.right, keys) },
  }
}

/** Whether a row, or that it is there at all, is not the same on both sides. */
export const isChanged = ({ left, right, changes }: ComparedRow) =>
  left === null || right === null || changes.length > 0

/** How many rows of a kind a compared table has. */
export function countsOf({ rows }: ComparedTable) {
  return {
    rows: rows.length,
    changed: rows.filter(({ left, right, changes }) => left && right && changes.length > 0).length,
    left: rows.filter(({ right }) => right === null).length,
    right: rows.filter(({ left }) => left === null).length,
  }
}

/** The days that are restated, and those that grew; of several rows a day is there once. */
export function changedDays({ columns, rows }: ComparedTable): Record<DayChange, string[]> {
  const at = columns.findIndex(({ key }) => key === 'date_key')
  const of = (change: DayChange) => {
    const cells = rows.filter(({ day }) => day === change).map(({ left }) => left?.[at])
    const days = cells.filter((cell) => typeof cell === 'string')
    return [...new Set(days)].sort()
  }
  return { restated: of('restated'), grew: of('grew') }
}

/** What tells the rows apart first, then the left table's columns, then what only the right one has. */
function columnsOf(name: TableName, left: Table, right: Table) {
  const all = new Map([...left.columns, ...right.columns].map((one) => [unitOf(one), one]))
  const known = KEYS[name] ?? [left.columns[0]?.key ?? right.columns[0]?.key ?? '']
  const isKey = ({ key }: Column) => known.includes(key)
  const columns = [...all.values()]
  const first = columns.filter(isKey)
  return { columns: [...first, ...columns.filter((one) => !isKey(one))], keys: first.length }
}

/** Figures of other units are never set against each other. */
const unitOf = ({ key, kind, currency }: Column) => `${key} ${kind} ${currency ?? ''}`

type Cells = (Cell | null)[]
type Keyed = Map<string, { cells: Cells; place: number }>

const placed = (dayColumn: number, period: Period) => (cell: Cell | null, at: number) =>
  at === dayColumn && typeof cell === 'string' ? placeIn(period, cell) : cell

/** Rows by what tells them apart; the second of a kind is another row. */
function keyed(
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

/** In the left table's order; a row that only the right one has comes after what it follows there. */
function paired(left: Keyed, right: Keyed): Pair[] {
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

/** Whether figures of a kind have a difference: texts, days and instants only differ. */
export const hasDifference = ({ kind }: Column) => !['text', 'date', 'instant'].includes(kind)

function differenceOf(a: Cell | null, b: Cell | null, of: Column): number | null {
  if (typeof a !== 'number' || typeof b !== 'number' || !hasDifference(of)) return null
  return of.kind === 'percent' ? pointsBetween(b, a) : b - a
}

function totalsOf(left: Table, right: Table, columns: readonly Column[]): ComparedRow | null {
  const row = ({ columns: own, totals }: Table) =>
    totals && placesOf(own, columns).map((place) => totals[place] ?? null)
  const pair = { left: row(left), right: row(right) }
  if (!pair.left && !pair.right) return null
  return { ...pair, changes: changesIn(pair, columns), day: null }
}

function twice(rows: Keyed, keys: number): Cell[][] {
  return [...rows.values()]
    .filter(({ place }) => place === 2)
    .map(({ cells }) => cells.slice(0, keys).filter((cell) => cell !== null))
}

/** What a day's changes mean. Days of different zones are different days: nothing is said of them. */
function daySaid(
  { left, right }: { left: ComparedSide; right: ComparedSide },
  columns: readonly Column[],
  explained: ReadonlySet<string>,
) {
  const isOver = ({ table, timezone }: ComparedSide, day: string) =>
    table.asOf !== null && isSettled(day, timezone, table.asOf)
  return (day: string, changes: readonly CellChange[]): DayChange | null => {
    const unexplained = changes.filter(({ column }) => !explained.has(columns[column]?.key ?? ''))
    if (unexplained.length === 0 || left.timezone !== right.timezone) return null
    return isOver(left, day) && isOver(right, day) ? 'restated' : 'grew'
  }
}
