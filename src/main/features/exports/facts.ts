import { type CsvWriter, machineKey, machineUnit } from '../../../shared/csv.ts'
import type { TableName } from '../../../shared/features/exports/request.ts'
import { appTexts, type Language } from '../../../shared/locales/languages.ts'
import { type Cell, type Column, isMissing, type Table } from '../../../shared/tables/table.ts'
import {
  definition,
  type FilterValue,
  filterText,
  tableName,
  title,
} from '../../../shared/tables/titles.ts'
import { type DaysAged, daysRead, NO_TODAY } from '../../../shared/time/age.ts'
import { daysOf, type Period } from '../../../shared/time/period.ts'
import { timezone } from '../../../shared/time/time.ts'

/** Increased whenever a column's name or meaning changes, or a column is removed. */
export const SCHEMA_VERSION = 1

// Excel's limit of 1,048,576 lines, without the header.
const MOST_SPREADSHEET_ROWS = 1_048_575

/** The facts of a table, for readers without the app. */
export interface ExportFacts {
  table: TableName
  account: string
  player: { id: string; name: string } | null
  timezone: string
  period: Period | null
  comparison: Period | null
  /** The filters and the sort order. */
  filters: Record<string, FilterValue>
  /** The user's annotations of days in the period. */
  annotations?: {
    start: string
    end: string
    player_id: string | null
    text: string
    tags: string[]
  }[]
}

export interface Written {
  table: Table
  facts: ExportFacts
  language: Language
  rows: number
  exportedAt: number
  version: string
}

/** The dictionary file of a machine CSV, as JSON. */
export function aboutText(file: string, written: Written): string {
  const { table, facts, rows, exportedAt, version, language } = written
  const open = openDays(written)
  const about = {
    schema_version: SCHEMA_VERSION,
    application: 'Cuepoint',
    version,
    file,
    rows,
    ...facts,
    as_of: isoOrNull(asOfIn(written)),
    not_over: open.own,
    comparison_not_over: open.compared,
    is_final: table.isSettled ?? false,
    exported_at: isoOrNull(exportedAt),
    columns: table.columns.map((column, index) => ({
      key: machineKey(column),
      title: title(column.key, language),
      unit: machineUnit(column),
      definition: definition(column.key, language),
      empty_cells: emptyCells(table.rows, index),
    })),
    totals: table.totals && totalsByKey(table.columns, table.totals),
  }
  return `${JSON.stringify(about, null, 2)}\n`
}

/** The totals and, after an empty line, the facts below a spreadsheet CSV. */
export function factLines(writer: CsvWriter, written: Written): string {
  const { rows, language } = written
  const words = appTexts(language).files.about
  const lines = [...factRows(written), ...(rows > MOST_SPREADSHEET_ROWS ? [[words.tooLong]] : [])]
  return totalsLine(writer, written) + writer.line([]) + lines.map(writer.line).join('')
}

/** The facts of a table, one per row: name, then values. */
export function factRows(written: Written): (string | number)[][] {
  const { table, facts, language, rows } = written
  const words = appTexts(language).files.about
  const { period, comparison, player } = facts
  const open = openDays(written)
  return [
    [words.table, tableName(facts.table, language)],
    [words.account, facts.account],
    ...(player ? [[title('name', language), player.name, player.id]] : []),
    ...(period ? [[words.period, period.start, period.end]] : []),
    ...(comparison ? [[words.comparison, comparison.start, comparison.end]] : []),
    [words.timezone, facts.timezone],
    ...Object.entries(facts.filters).map((filter) => filterText(filter, language)),
    ...(facts.annotations ?? []).map(({ start, end, text, tags }) => {
      return [words.annotation, start, end, text, tags.join(', ')]
    }),
    [words.rows, rows],
    [
      words.asOf,
      isoOrNull(asOfIn(written)) ?? words.none,
      ...(table.isSettled ? [words.final] : []),
    ],
    ...(open.own ? [[words.notOver, open.own.start, open.own.end]] : []),
    ...(open.compared ? [[words.comparedNotOver, open.compared.start, open.compared.end]] : []),
    [words.exportedAt, isoOrNull(written.exportedAt) ?? words.none],
    [words.version, `Cuepoint ${written.version}`, SCHEMA_VERSION],
  ]
}

/** Tables of what the user did here: they are as new as their file. */
const OWN: readonly TableName[] = ['annotations', 'change_history', 'ab_decisions']

const asOfIn = ({ table, facts, exportedAt }: Written) =>
  OWN.includes(facts.table) ? exportedAt : table.asOf

/** The days of the period and the compared ones that were not over when they were read. */
function openDays({ table, facts }: Pick<Written, 'table' | 'facts'>) {
  // Two reports that are compared may have two zones.
  const zone = timezone.safeParse(facts.timezone).data
  const { asOf, isSettled = false } = table
  if (table.open) return table.open
  const { own, compared } = table.read ?? {
    own: asOf === null ? [] : [{ asOf, isSettled }],
    compared: [],
  }
  const openIn = (days: Period | null, reads: readonly DaysAged[]): Period | null => {
    if (!days || zone === undefined) return null
    const readOn = reads.map((one) => daysRead(one, zone, NO_TODAY))
    const open = daysOf(days).filter((day) => readOn.some((on) => day >= on(day)))
    const [start, end] = [open[0], open.at(-1)]
    return start !== undefined && end !== undefined ? { start, end } : null
  }
  return { own: openIn(facts.period, own), compared: openIn(facts.comparison, compared) }
}

function totalsLine(writer: CsvWriter, { table, language }: Written) {
  const totals = namedTotals(table, language)
  return totals ? writer.rows([totals]) : ''
}

/** The totals, labelled in the first cell unless that has a figure; null without totals. */
export function namedTotals({ totals }: Table, language: Language): Cell[] | null {
  if (!totals) return null
  const label = appTexts(language).files.about.total
  return totals.map((cell, index) => (index === 0 && isMissing(cell) ? label : cell))
}

function totalsByKey(columns: readonly Column[], totals: readonly Cell[]) {
  const known = columns.flatMap((column, index): [string, string | number][] => {
    const cell = totals[index]
    return cell === undefined || isMissing(cell) ? [] : [[machineKey(column), cell]]
  })
  return Object.fromEntries(known)
}

/** Counts of empty cells by reason, which a machine CSV cannot show in the cells. */
function emptyCells(rows: readonly Cell[][], index: number) {
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const cell = row[index]
    if (cell === undefined || !isMissing(cell)) continue
    counts[cell.missing] = (counts[cell.missing] ?? 0) + 1
  }
  return counts
}

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString())
