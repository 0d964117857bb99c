import { expect, test } from 'vitest'
import {
  drawnTable,
  makeRowSearch,
  sortedTable,
} from '../../../../src/renderer/features/reports/opened-table.ts'
import type { OpenedTable } from '../../../../src/shared/features/reports/opened-tables.ts'
import { missing, type Table } from '../../../../src/shared/tables/table.ts'

const about: OpenedTable['about'] = {
  ...{ version: '1', rows: 2, table: 'funnel', account: 'Acme', player: null, timezone: 'UTC' },
  ...{ period: null, comparison: null, as_of: null, exported_at: null, columns: [] },
  filters: {},
}
const columns: OpenedTable['columns'] = [
  { key: 'basis', title: 'Basis', kind: 'text' },
  { key: 'count', title: 'Count', kind: 'count' },
]

test('an empty cell of a file is never drawn as a figure', () => {
  const rows = [
    ['mine', 0],
    [null, null],
  ]
  expect(drawnTable({ name: 'x', about, columns, rows }, 'en').rows).toEqual([
    ['mine', 0],
    [{ missing: 'left-empty' }, { missing: 'left-empty' }],
  ])
})

test('a code is shown as words in the language of the window', () => {
  const opened = { name: 'x', about, columns, rows: [['devices', 1]] }
  const [en, pt] = (['en', 'pt-BR'] as const).map((one) => drawnTable(opened, one).rows[0]?.[0])
  expect([en, pt]).toEqual(['unique devices', 'dispositivos únicos'])
})

const ofDays: Table = {
  columns: [
    { key: 'name', kind: 'text' },
    { key: 'date_key', kind: 'date' },
    { key: 'total_viewed', kind: 'count' },
  ],
  rows: [
    ['São Paulo', '2025-03-01', 7],
    ['Recife', '2025-03-02', missing('left-empty')],
    ['sao luis', '2025-04-01', 12],
    ['Natal', '2025-04-02', 7],
  ],
  totals: null,
  asOf: null,
}
const names = ({ rows }: Table) => rows.map(([name]) => name)

test('rows are sorted by number, with empty cells last in either direction', () => {
  const by = (descending: boolean) => sortedTable(ofDays, { column: 'total_viewed', descending })
  expect(names(by(true))).toEqual(['sao luis', 'São Paulo', 'Natal', 'Recife'])
  expect(names(by(false))).toEqual(['São Paulo', 'Natal', 'sao luis', 'Recife'])
})

test('without a column to sort by the rows stay in the order of the file', () => {
  expect(sortedTable(ofDays, null)).toEqual(ofDays)
  expect(sortedTable(ofDays, { column: 'gone', descending: true })).toEqual(ofDays)
})

test('a search finds texts without accents, and days as stored and as displayed', () => {
  const find = makeRowSearch(ofDays, (day) => (day === '2025-03-02' ? 'Mar 2, 2025' : 'else'))
  const found = (search: string) => names(find(ofDays, search))
  expect(found('sao')).toEqual(['São Paulo', 'sao luis'])
  expect(found('SÃO 04-01')).toEqual(['sao luis'])
  expect(found('mar 2')).toEqual(['Recife'])
  expect(found('12')).toEqual([])
  expect(found('  ')).toHaveLength(4)
})
