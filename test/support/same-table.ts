import Papa from 'papaparse'
import { expect } from 'vitest'
import type { TableRequest } from '../../src/shared/features/exports/request.ts'
import { LANGUAGES, type Language } from '../../src/shared/locales/languages.ts'
import type { Cell, Column, Missing, Table } from '../../src/shared/tables/table.ts'
import { cellText, missingWord } from '../../src/shared/tables/titles.ts'
import type { ConnectedDesk } from './connected.ts'

/** Compares a table with rows computed another way, cell by cell; returns the number of cells. */
export function same(
  table: Table,
  rows: Record<string, unknown>[],
  but: readonly string[] = [],
): number {
  const shown = table.rows.map((cells) =>
    Object.fromEntries(
      table.columns.flatMap(({ key }, index) => (but.includes(key) ? [] : [[key, cells[index]]])),
    ),
  )
  expect(shown).toEqual(rows)
  return rows.length * (table.columns.length - but.length)
}

interface Written {
  text: string
  column: Column
  cell: Cell
}

/** The value of a file's cell, by its flavour and language alone. Null is the machine flavour. */
function undone(written: Written, language: Language | null): unknown {
  if (typeof written.cell === 'object')
    return undoneMissing(written, written.cell.missing, language)
  return typeof written.cell === 'string'
    ? undoneText(written, written.cell, language)
    : undoneNumber(written, language)
}

function undoneMissing({ text, cell }: Written, why: Missing, language: Language | null) {
  return text === (language === null ? '' : missingWord(why, language)) ? cell : text
}

function undoneText({ text, column }: Written, cell: string, language: Language | null) {
  const own = language === null ? cell : cellText(column.key, cell, language)
  // Apostrophes precede what a spreadsheet would run.
  const isDisarmed = language !== null && text.replaceAll("'", '') === own.replaceAll("'", '')
  return text === own || isDisarmed ? cell : text
}

function undoneNumber({ text, column, cell }: Written, language: Language | null) {
  if (column.kind === 'instant') {
    // Spreadsheets get whole seconds.
    if (language !== null) return Date.parse(`${text.replace(' ', 'T')}Z`) + (Number(cell) % 1000)
    return Date.parse(text)
  }
  const number = text === '' ? Number.NaN : Number(text)
  return column.kind === 'money' && language !== null ? Math.round(number * 10_000) / 100 : number
}

/** Compares the files of a table with it, in every flavour; returns the number of cells. */
export async function sameInFiles(desk: ConnectedDesk, request: TableRequest, table: Table) {
  let cells = 0
  for (const language of [null, ...LANGUAGES]) {
    const flavour = language === null ? 'machine' : 'spreadsheet'
    const { text, job } = await desk.exported(request, flavour, language ?? 'en')
    expect(job.written).toBe(table.rows.length)
    // The system of these desks has a decimal point.
    const lines = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: ',' }).data
    // An empty cell precedes a figure that may be negative.
    const lead = lines[0]?.[0] === '' ? 1 : 0
    const read = lines.slice(1, table.rows.length + 1).map((line, at) =>
      table.columns.map((column, index) => {
        cells++
        const cell = table.rows[at]?.[index] as Cell
        return undone({ text: line[lead + index] ?? '', column, cell }, language)
      }),
    )
    expect(read).toEqual(table.rows)
  }
  return cells
}
