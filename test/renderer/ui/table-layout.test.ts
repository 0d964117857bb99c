import { expect, test } from 'vitest'
import { tableLayout } from '../../../src/renderer/ui/table-layout.ts'
import type { Column } from '../../../src/shared/tables/table.ts'

const columns: Column[] = [
  { key: 'player', kind: 'text' },
  { key: 'views', kind: 'count' },
  { key: 'rate', kind: 'percent' },
]
const options = { titles: (key: string) => key, drawingWidth: 0, canSort: false }
const layoutOf = (name: string, drawingWidth = 0) =>
  tableLayout(
    { columns: [...columns], rows: [[name, 1, 2]], totals: null },
    { ...options, drawingWidth },
  )

test('columns follow each other from the end of the first, also beside a drawing', () => {
  const { offsets } = layoutOf('VSL')
  expect(offsets[1]?.left).toBe(0)
  expect(offsets[2]?.left).toBe(offsets[1]?.right)
  expect(layoutOf('VSL', 100).offsets[1]?.left).toBe(100)
})

test('a row is as wide as its name column and the other columns together', () => {
  const { width, offsets } = layoutOf('VSL', 100)
  expect(width).toContain(` + ${offsets[2]?.right}px)`)
})

test('longer names get more room, up to a limit', () => {
  const wanted = (name: string) => Number(/min\((\d+)px/.exec(layoutOf(name).template)?.[1])
  expect(wanted('VSL · Método Corpo Leve')).toBeGreaterThan(wanted('VSL'))
  expect(wanted('x'.repeat(100))).toBe(wanted('x'.repeat(1000)))
})

test('filtering rows does not change the layout, and other titles do', () => {
  const layout = (name: string, titles = options.titles) =>
    tableLayout({ columns, rows: [[name, 1, 2]], totals: null }, { ...options, titles }).template
  const all = layout('VSL · Método Corpo Leve')
  expect(layout('VSL')).toBe(all)
  expect(layout('VSL', (key) => key)).not.toBe(all)
  const remarked = new Map([[0, 'since Feb 20']])
  const among = (remarks?: Map<number, string>) =>
    tableLayout({ columns, rows: [], totals: null }, { ...options, remarks }).template
  expect(among(remarked)).not.toBe(all)
  expect(among()).toBe(among(remarked))
})
