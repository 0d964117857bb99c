import { expect, test } from 'vitest'
import { drawnTable } from '../../../../src/renderer/features/reports/opened-table.ts'
import type { OpenedTable } from '../../../../src/shared/reports/opened-tables.ts'

const about: OpenedTable['about'] = {
  ...{ version: '1', rows: 2, table: 'funnel', account: 'Acme', player: null, timezone: 'UTC' },
  ...{ period: null, comparison: null, as_of: null, exported_at: null, columns: [] },
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

test('a code of ours is drawn in the language of the window', () => {
  const opened = { name: 'x', about, columns, rows: [['devices', 1]] }
  const [en, pt] = (['en', 'pt-BR'] as const).map((one) => drawnTable(opened, one).rows[0]?.[0])
  expect([en, pt]).toEqual(['unique devices', 'dispositivos únicos'])
})
