import type { Analytics } from '../../api/analytics.ts'
import type { Player } from '../../api/player.ts'
import type { Measure } from '../../api/statistics.ts'
import type { Output } from '../../operation.ts'
import {
  column,
  isAdditive,
  type Known,
  MEASURE_KINDS,
  MEASURES,
  measureCell,
  measureColumn,
  tableOf,
} from '../../tables/measures.ts'
import { isMissing, type Table } from '../../tables/table.ts'

export type FieldDays = Output<Analytics['statsByFieldByDay']>
type Row = FieldDays[number]

/** A value of a field with its daily rows. */
export interface FieldValue {
  value: string
  rows: Row[]
  /** Sum of its plays, which determines the largest values. */
  plays: number
}

/** The values of a field, those with most plays first. */
export function fieldValues(rows: FieldDays): FieldValue[] {
  const found = new Map<string, FieldValue>()
  for (const row of rows) {
    const value = row.grouped_field
    const known = found.get(value) ?? { value, rows: [], plays: 0 }
    known.rows.push(row)
    known.plays += row.total_started
    found.set(value, known)
  }
  return [...found.values()].sort((a, b) => b.plays - a.plays || (a.value < b.value ? -1 : 1))
}

/** A measure per day. A day without a row has zero counts and no rates. */
export function dailyOf(
  { rows }: FieldValue,
  days: readonly string[],
  { measure, player }: { measure: Measure; player: Pick<Player, 'pitch_time'> },
): (number | null)[] {
  const byDay = new Map(rows.map((row) => [row.date_key, row]))
  return days.map((day) => {
    const row = byDay.get(day)
    if (!row) return MEASURE_KINDS[measure] === 'percent' ? null : 0
    const cell = measureCell(row, measure, player)
    return isMissing(cell) || typeof cell === 'string' ? null : cell
  })
}

/** A player's figures per value of a session field and day, with totals for additive columns only. */
export function fieldDaysTable(
  answer: Known<FieldDays> | null,
  player: Pick<Player, 'pitch_time'>,
): Table {
  const columns = [
    column('grouped_field', 'text'),
    column('date_key', 'date'),
    ...MEASURES.map(measureColumn),
  ]
  const rows = fieldValues(answer?.value ?? []).flatMap((value) =>
    [...value.rows]
      .sort((a, b) => a.date_key.localeCompare(b.date_key))
      .map((row) => [
        row.grouped_field,
        row.date_key,
        ...MEASURES.map((key) => measureCell(row, key, player)),
      ]),
  )
  return tableOf([answer], { columns, rows, adds: isAdditive })
}
