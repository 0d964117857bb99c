import { expect, test } from 'vitest'
import { tabbed } from '../../../../src/renderer/features/player/tabbed.ts'
import { missing } from '../../../../src/shared/tables/table.ts'

const copy = (cell: string | number) =>
  tabbed(
    { columns: [{ key: 'name', kind: 'text' }], rows: [[cell]], totals: null, asOf: null },
    { titles: (key) => key, text: String, language: 'en' },
  ).split('\n')[1]

test('a copied text that would run as a formula is quoted', () => {
  expect(['=1+1', '@x', '+x', '-x', '＝1'].map(copy)).toEqual([
    "'=1+1",
    "'@x",
    "'+x",
    "'-x",
    "'＝1",
  ])
})

test('a negative figure stays a figure, and a tab cannot start a new cell', () => {
  expect([copy(-3), copy('a\tb\nc')]).toEqual(['-3', 'a b c'])
})

test('a cell without a figure says why', () => {
  const table = {
    columns: [{ key: 'name', kind: 'text' as const }],
    rows: [[missing('not-applicable')]],
    totals: null,
    asOf: null,
  }
  expect(tabbed(table, { titles: (key) => key, text: String, language: 'en' })).toBe('name\nn/a')
})
