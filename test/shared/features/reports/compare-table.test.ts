import { expect, test } from 'vitest'
import { makeCsvWriter } from '../../../../src/shared/csv.ts'
import { compareTables } from '../../../../src/shared/features/reports/compare.ts'
import { differencesTable } from '../../../../src/shared/features/reports/compare-table.ts'
import { type Cell, missing, type Table } from '../../../../src/shared/tables/table.ts'

const NOT_THERE = missing('not-applicable')
const table = (...rows: Cell[][]): Table => ({
  columns: [
    { key: 'date_key', kind: 'date' },
    { key: 'play_rate', kind: 'percent' },
    { key: 'total_amount_usd', kind: 'money', currency: 'usd' },
    { key: 'domain', kind: 'text' },
  ],
  rows,
  totals: null,
  asOf: Date.parse('2026-04-01T12:00:00Z'),
})
const compared = compareTables('days', {
  left: {
    table: table(
      ['2026-03-01', 60, 100, 'a'],
      ['2026-03-02', 50, 0, 'a'],
      ['2026-03-03', 1, 1, 'x'],
    ),
    timezone: 'UTC',
  },
  right: {
    table: table(
      ['2026-03-01', 60.5, 90, 'b'],
      ['2026-03-02', 50, 0, 'a'],
      ['2026-03-04', 2, 2, 'y'],
    ),
    timezone: 'UTC',
  },
})

test('each figure has both sides and its difference, a text both sides', () => {
  const { columns, rows } = differencesTable(compared, false)
  expect(columns.map(({ key }) => key)).toEqual([
    'date_key',
    'row_side',
    'day_change',
    ...['play_rate__left', 'play_rate__right', 'play_rate__points'],
    ...['total_amount_usd__left', 'total_amount_usd__right', 'total_amount_usd__difference'],
    ...['domain__left', 'domain__right'],
  ])
  expect(rows).toEqual([
    ['2026-03-01', 'both', 'restated', 60, 60.5, 0.5, 100, 90, -10, 'a', 'b'],
    ['2026-03-02', 'both', NOT_THERE, 50, 50, 0, 0, 0, 0, 'a', 'a'],
    [
      '2026-03-04',
      'right',
      NOT_THERE,
      NOT_THERE,
      2,
      NOT_THERE,
      NOT_THERE,
      2,
      NOT_THERE,
      NOT_THERE,
      'y',
    ],
    [
      '2026-03-03',
      'left',
      NOT_THERE,
      1,
      NOT_THERE,
      NOT_THERE,
      1,
      NOT_THERE,
      NOT_THERE,
      'x',
      NOT_THERE,
    ],
  ])
})

test('“only changes” leaves out the rows that are equal', () => {
  const { rows } = differencesTable(compared, true)
  expect(rows.map(([day]) => day)).toEqual(['2026-03-01', '2026-03-04', '2026-03-03'])
})

test('the titles in a file name the side, and the unit of rate differences as points', () => {
  const { columns } = differencesTable(compared, true)
  const titles = makeCsvWriter(columns, 'spreadsheet', 'pt-BR').header()
  expect(titles).toContain('"Play rate, relatório 1 (%)";"Play rate, relatório 2 (%)"')
  expect(titles).toContain('Play rate, diferença em pontos')
  expect(titles).toContain('Receita (USD), diferença')
  expect(makeCsvWriter(columns, 'machine', 'en').header()).toContain(
    'total_amount_usd__difference_cents',
  )
})

test('days matched by position have both dates, and are never restated', () => {
  const march = { start: '2026-03-01', end: '2026-03-03' }
  const april = { start: '2026-04-01', end: '2026-04-03' }
  const { columns, rows } = differencesTable(
    compareTables('days', {
      left: { table: table(['2026-03-02', 50, 4, 'a']), timezone: 'UTC', period: march },
      right: { table: table(['2026-04-02', 60, 9, 'a']), timezone: 'UTC', period: april },
    }),
    true,
  )
  expect(columns.map(({ key }) => key).slice(0, 4)).toEqual([
    ...['date_key__left', 'date_key__right', 'row_side', 'play_rate__left'],
  ])
  expect(rows).toEqual([['2026-03-02', '2026-04-02', 'both', 50, 60, 10, 4, 9, 5, 'a', 'a']])
})
