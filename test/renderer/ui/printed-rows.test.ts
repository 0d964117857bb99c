import { expect, test } from 'vitest'
import { printedRows } from '../../../src/renderer/ui/printed-rows.ts'
import type { Cell, Column } from '../../../src/shared/tables/table.ts'

const rowsOf = (count: number): Cell[][] => Array.from({ length: count }, (_, at) => [at, 50])
const seconds: Column[] = [
  { key: 'second', kind: 'second' },
  { key: 'percent_reached', kind: 'percent' },
]
const names: Column[] = [{ key: 'name', kind: 'text' }]

test('a row per second is reduced to whole steps from the first second to the last', () => {
  const { places, left } = printedRows({ columns: seconds, rows: rowsOf(3286) })
  expect(left).toBe('between')
  expect(places.slice(0, 3)).toEqual([0, 120, 240])
  expect(places.at(-1)).toBe(3285)
  expect(places.length).toBeLessThanOrEqual(41)
})

test('a few seconds are all printed', () => {
  const { places, left } = printedRows({ columns: seconds, rows: rowsOf(31) })
  expect(places.length).toBe(31)
  expect(left).toBe('none')
})

test('of other tables the first rows are printed, with a note that more follow', () => {
  expect(printedRows({ columns: names, rows: rowsOf(150) }).left).toBe('none')
  const { places, left } = printedRows({ columns: names, rows: rowsOf(151) })
  expect(left).toBe('after')
  expect(places).toEqual(rowsOf(150).map((_, at) => at))
})
