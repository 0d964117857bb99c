import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { beforeEach, expect, test } from 'vitest'
import { writeCsv } from '../../../../src/main/features/exports/write-csv.ts'
import {
  mostRows,
  writeXlsx,
  type XlsxSheet,
} from '../../../../src/main/features/exports/write-xlsx.ts'
import { LONGEST_TEXT } from '../../../../src/main/features/exports/xlsx-cells.ts'
import { tabNames } from '../../../../src/main/features/exports/xlsx-parts.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import type { Cell, Column, Kind } from '../../../../src/shared/tables/table.ts'
import { newFolder } from '../../../support/folder.ts'
import { NASTY } from '../../../support/statistics.ts'
import { readXlsx } from '../../../support/xlsx.ts'

const COLUMNS: Column[] = [
  { key: 'name', kind: 'text' },
  { key: 'date_key', kind: 'date' },
  { key: 'total_started', kind: 'count' },
  { key: 'play_rate', kind: 'percent' },
  { key: 'total_amount_brl', kind: 'money', currency: 'brl' },
  { key: 'pitch_time', kind: 'second' },
  { key: 'duration', kind: 'duration' },
  { key: 'as_of', kind: 'instant' },
]
const EN = { language: 'en' } as const

let folder = ''
let file = ''
beforeEach(() => {
  folder = newFolder()
  file = path.join(folder, 'a.xlsx')
})

const sheetOf = (rows: Cell[][], columns = COLUMNS, totals: Cell[] | null = null): XlsxSheet => ({
  name: 'Players',
  columns,
  chunks: [rows],
  totals,
})

async function cellsOf(rows: Cell[][], columns = COLUMNS) {
  await writeXlsx(file, sheetOf(rows, columns), EN)
  return readXlsx(readFileSync(file)).sheets[0]?.rows ?? []
}

function* numbered(rows: number, columns: number): Iterable<Cell[][]> {
  for (let from = 0; from < rows; from += 5000) {
    yield Array.from({ length: Math.min(5000, rows - from) }, (_, index) =>
      Array.from({ length: columns }, () => from + index),
    )
  }
}

test('every kind of cell has its own type and number format', async () => {
  const [header, row] = await cellsOf([
    ['Launch VSL', '2026-03-04', 1200, 38.42, 123_456, 95, 12.5, Date.UTC(2026, 2, 4, 12)],
  ])
  expect(header?.map(({ value }) => value)).toEqual([
    'Player',
    'Day',
    'Plays',
    'Play rate (%)',
    'Revenue (BRL)',
    'Pitch at (s)',
    'Length (s)',
    'As of (UTC)',
  ])
  expect(header?.every(({ isBold }) => isBold)).toBe(true)
  expect(row?.map(({ at, value, format }) => [at, value, format])).toEqual([
    ['A2', 'Launch VSL', '@'],
    // Days since 1899-12-30.
    ['B2', 46_085, 'yyyy-mm-dd'],
    ['C2', 1200, '#,##0'],
    ['D2', 38.42, '0.00'],
    ['E2', 1234.56, '[$R$-416]\\ #,##0.00'],
    ['F2', 95, 'General'],
    ['G2', 12.5, 'General'],
    ['H2', 46_085.5, 'yyyy-mm-dd hh:mm:ss'],
  ])
})

test('an amount that is not of whole cents is written whole, and is not shown as 0.00', async () => {
  const [, row] = await cellsOf([[0.46]], COLUMNS.slice(4, 5))
  expect(row?.map(({ value, format }) => [value, format])).toEqual([[0.0046, 'General']])
})

test('a missing figure is written as no cell, and the reasons are counted by column', async () => {
  const absent: Cell[][] = [
    [{ missing: 'failed' }, 1],
    [{ missing: 'failed' }, { missing: 'not-in-plan' }],
    ['', Number.NaN],
  ]
  const columns = COLUMNS.filter(({ key }) => key === 'name' || key === 'total_started')
  const written = await writeXlsx(file, sheetOf(absent, columns), EN)
  const [, ...rows] = readXlsx(readFileSync(file)).sheets[0]?.rows ?? []
  expect(rows.map((row) => row.map(({ at }) => at))).toEqual([['B2'], [], []])
  expect(written.empty).toEqual([{ failed: 2 }, { 'not-in-plan': 1 }])
})

test('no text becomes a formula, and every text is read back unchanged', async () => {
  const vectors = [
    ...NASTY,
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '=HYPERLINK("http://x","y")',
    '</t></is></c><c r="A9"><f>1+1</f></c>',
    '_x0041_',
    'a\u0000b\u001F',
    ' leading and trailing ',
    'two\nlines',
    '\uFFFE',
    '😀',
  ].filter((text) => text !== '')
  await writeXlsx(
    file,
    sheetOf(
      vectors.map((text) => [text]),
      COLUMNS.slice(0, 1),
    ),
    EN,
  )
  const { sheets, parts } = readXlsx(readFileSync(file))
  expect(sheets[0]?.rows.slice(1).map((row) => row[0]?.value)).toEqual(vectors)
  for (const xml of Object.values(parts)) expect(xml).not.toMatch(/<f[ >/]/)
})

const KINDS = ['count', 'percent', 'money', 'second', 'duration'] as const satisfies Kind[]

test('every number equals that of the CSV', async () => {
  const columns = KINDS.map((kind) => ({ key: kind, kind }))
  const whole = fc.integer({ min: -1e12, max: 1e12 })
  const hundredths = fc.integer({ min: -1e7, max: 1e7 }).map((value) => value / 100)
  const fraction = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  const row = fc.tuple(whole, hundredths, whole, whole, fraction)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 50 }), async (rows) => {
      const csv = path.join(folder, 'a.csv')
      const options = { flavour: 'spreadsheet', ...EN } as const
      await writeCsv(csv, { columns, chunks: [rows] }, options)
      const lines = Papa.parse<string[]>(readFileSync(csv, 'utf8').trimEnd()).data
      const [, ...written] = await cellsOf(rows, columns)
      expect(written.map((cells) => cells.map(({ value }) => value))).toEqual(
        lines.slice(1).map(([_lead, ...line]) => line.map((text) => Number(text) + 0)),
      )
    }),
    { numRuns: 60 },
  )
})

test('the header is frozen, and its columns can be filtered without the totals', async () => {
  const rows: Cell[][] = [
    ['a', '2026-03-04', 1],
    ['b', '2026-03-05', 2],
  ]
  const columns = COLUMNS.slice(0, 3)
  const totals: Cell[] = ['Total', { missing: 'not-applicable' }, 3]
  await writeXlsx(file, sheetOf(rows, columns, totals), EN)
  const { sheets } = readXlsx(readFileSync(file))
  expect(sheets[0]?.xml).toContain('<pane ySplit="1" topLeftCell="A2"')
  expect(sheets[0]?.xml).toContain('<autoFilter ref="A1:C3"/>')
  expect(sheets[0]?.rows.at(-1)).toMatchObject([
    { at: 'A5', value: 'Total', isBold: true },
    { at: 'C5', value: 3, isBold: true, format: '#,##0' },
  ])
})

test('sheets are named so that a spreadsheet takes them', () => {
  const long = 'long '.repeat(9)
  expect(tabNames(['Views [by] day: a/b', 'views  by  day  a b', long, "'", 'About'])).toEqual([
    ...['Views  by  day  a b', 'views  by  day  a b (2)', 'long long long long long long l'],
    ...['-', 'About'],
  ])
})

test('the last sheet is about the table', async () => {
  await writeXlsx(file, sheetOf([[1], [2]], [{ key: 'count', kind: 'count' }]), {
    ...EN,
    about: ({ rows }) => ({ name: 'About', lines: [{ cells: ['Rows', rows] }], widths: [10] }),
  })
  const { sheets } = readXlsx(readFileSync(file))
  expect(sheets.map(({ name }) => name)).toEqual(['Players', 'About'])
  expect(sheets[1]?.rows[0]).toMatchObject([{ value: 'Rows' }, { value: 2 }])
})

test('rows that do not fit in a sheet go on in a numbered one, under the same header', async () => {
  const most = mostRows(true)
  const columns: Column[] = [{ key: 'total_started', kind: 'count' }]
  const sheet = { name: 'Players', columns, chunks: numbered(most + 2, 1), totals: [7] }
  const written = await writeXlsx(file, sheet, EN)
  expect(written).toMatchObject({ rows: 1_048_575, tabs: 2 })
  const { sheets } = readXlsx(readFileSync(file), 1000)
  expect(sheets.map(({ name }) => name)).toEqual(['Players', 'Players (2)'])
  expect(sheets[0]?.lastRow).toBe(most + 1)
  expect(sheets[0]?.xml).toContain(`<autoFilter ref="A1:A${most + 1}"/>`)
  expect(sheets[1]?.rows.map((row) => row[0]?.value)).toEqual(['Plays', most, most + 1, 7])
})

test('as many rows as fit in one sheet stay in one', async () => {
  const most = mostRows(false)
  const columns: Column[] = [{ key: 'total_started', kind: 'count' }]
  const sheet = { name: 'Players', columns, chunks: numbered(most, 1), totals: null }
  const written = await writeXlsx(file, sheet, EN)
  expect(written).toMatchObject({ rows: 1_048_575, tabs: 1 })
})

test('a text longer than a cell holds is cut between characters, and counted', async () => {
  const long = `${'x'.repeat(LONGEST_TEXT - 2)}😀😀`
  const rows = [[long], ['y'.repeat(LONGEST_TEXT)]]
  const written = await writeXlsx(file, sheetOf(rows, COLUMNS.slice(0, 1)), EN)
  const read = readXlsx(readFileSync(file))
    .sheets[0]?.rows.slice(1)
    .map((row) => row[0]?.value)
  expect(read).toEqual([`${'x'.repeat(LONGEST_TEXT - 2)}…`, 'y'.repeat(LONGEST_TEXT)])
  expect(written.cutTexts).toBe(1)
})

test('days that a spreadsheet has no number for stay texts', async () => {
  const days = ['1900-02-28', '2026-02-30', 'soon', '1900-03-01']
  const [, ...rows] = await cellsOf(
    days.map((day) => [day]),
    [{ key: 'date_key', kind: 'date' }],
  )
  expect(rows.map((row) => row[0]?.value)).toEqual(['1900-02-28', '2026-02-30', 'soon', 61])
})

test('a cancelled workbook leaves nothing, and the old file as it was', async () => {
  writeFileSync(file, 'old')
  const controller = new AbortController()
  const sheet = { name: 'Players', columns: COLUMNS, chunks: numbered(2_000_000, 8), totals: null }
  const onRows = (rows: number) => {
    if (rows > 20_000) controller.abort()
  }
  const writing = writeXlsx(file, sheet, { ...EN, signal: controller.signal, onRows })
  expect(failureOf(await writing.catch((thrown: unknown) => thrown))).toEqual({ kind: 'cancelled' })
  expect(readdirSync(folder)).toEqual(['a.xlsx'])
  expect(readFileSync(file, 'utf8')).toBe('old')
})

test('a source that fails leaves no file, and is closed', async () => {
  let hasEnded = false
  function* broken(): Iterable<Cell[][]> {
    try {
      yield [[1]]
      throw new Error('no more')
    } finally {
      hasEnded = true
    }
  }
  const sheet = { name: 'Players', columns: COLUMNS.slice(2, 3), chunks: broken(), totals: null }
  await expect(writeXlsx(file, sheet, EN)).rejects.toThrow('no more')
  expect(readdirSync(folder)).toEqual([])
  expect(hasEnded).toBe(true)
})

test('a file has the mode of any new file, and the same content is the same file', async () => {
  await writeXlsx(file, sheetOf([['a', '2026-03-04', 1]]), EN)
  const first = readFileSync(file)
  await writeXlsx(file, sheetOf([['a', '2026-03-04', 1]]), EN)
  expect(readFileSync(file).equals(first)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o666 & ~process.umask())
})
