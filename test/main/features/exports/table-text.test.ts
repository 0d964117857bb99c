import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { MOST_COPIED_CELLS, tableText } from '../../../../src/main/features/exports/exports.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import type { Cell, Column } from '../../../../src/shared/tables/table.ts'

const COLUMNS: Column[] = [
  { key: 'name', kind: 'text' },
  { key: 'total_amount_brl', kind: 'money', currency: 'brl' },
]
const tableOf = (rows: Cell[][], columns = COLUMNS) => ({ columns, rows, totals: null, asOf: 0 })

test('a copied table has a header, tabs between its cells, its language’s words, and the decimals asked for', () => {
  const text = tableText(tableOf([['Launch; "VSL", 1', 123_456]]), 'pt-BR', '.')
  expect(text).toBe('Player\tReceita (BRL)\r\n"Launch; ""VSL"", 1"\t1234.56\r\n')
})

test('a text with a tab or a line end stays one cell, and none becomes a formula', () => {
  const texts = ['a\tb', 'two\r\nlines', '=1+1', ' @SUM(A1)', '-1', 'plain, text']
  const text = tableText(tableOf(texts.map((name) => [name, -100])), 'en', '.')
  const { data } = Papa.parse<string[]>(text, { delimiter: '\t', newline: '\r\n' })
  expect(data.slice(1, -1)).toEqual(
    ['a\tb', 'two\r\nlines', "'=1+1", "' @SUM(A1)", "'-1", 'plain, text'].map((name) => [
      name,
      '-1.00',
    ]),
  )
})

test('a table with more cells than the clipboard should take is refused with both counts', () => {
  const fits = Array.from({ length: MOST_COPIED_CELLS / 2 - 1 }, (): Cell[] => ['a', 1])
  expect(tableText(tableOf(fits), 'en', '.').split('\r\n')).toHaveLength(fits.length + 2)
  try {
    tableText(tableOf([...fits, ['a', 1]]), 'en', '.')
    expect.unreachable()
  } catch (thrown) {
    expect(failureOf(thrown)).toEqual({
      kind: 'too-long',
      what: 'clipboard',
      size: MOST_COPIED_CELLS + 2,
      limit: MOST_COPIED_CELLS,
    })
  }
})
