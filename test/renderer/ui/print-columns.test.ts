import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnParts } from '../../../src/renderer/ui/print-columns.ts'

test('a table that fits is not split', () => {
  expect(columnParts([200, 100, 100], 400)).toEqual([[0, 1, 2]])
})

test('columns that do not fit continue in another part that repeats the names of the rows', () => {
  expect(columnParts([200, 100, 100, 100], 400)).toEqual([
    [0, 1, 2],
    [0, 3],
  ])
})

test('columns are spread evenly over the parts, so that no part has a single one', () => {
  expect(columnParts([200, 100, 100, 100, 100, 100, 100], 700)).toEqual([
    [0, 1, 2, 3],
    [0, 4, 5, 6],
  ])
})

test('every column is printed once and in order, and no part is wider than the page or one column', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(widths, fc.integer({ min: 1, max: 1000 }), (all, room) => {
      const parts = columnParts(all, room)
      expect(parts.flatMap((part) => part.slice(1))).toEqual(all.slice(1).map((_, at) => at + 1))
      for (const part of parts) {
        expect(part[0]).toBe(0)
        const width = part.reduce((sum, at) => sum + (all[at] ?? 0), 0)
        if (part.length > 2) expect(width).toBeLessThanOrEqual(room)
      }
    }),
  )
})
