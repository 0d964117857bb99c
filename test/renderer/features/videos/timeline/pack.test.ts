import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeAfter, packRows } from '../../../../../src/renderer/features/videos/timeline/pack.ts'

const span = fc
  .record({ start: fc.nat(200), length: fc.integer({ min: 1, max: 60 }) })
  .map(({ start, length }) => ({ start, end: start + length }))

test('no two items of a row overlap, and there are no more rows than simultaneous items', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 60 }), (spans) => {
      const { rows, count } = packRows(spans)
      let most = 0
      spans.forEach((a, i) => {
        const on = spans.filter((b) => b.start <= a.start && a.start < b.end)
        most = Math.max(most, on.length)
        spans.forEach((b, j) => {
          if (i < j && rows[i] === rows[j]) {
            expect(a.end <= b.start || b.end <= a.start).toBe(true)
          }
        })
      })
      expect(count).toBe(most)
    }),
  )
})

test('the free space after an item reaches to the next one in its row, or to the end of the axis', () => {
  const spans = [
    { start: 40, end: 50 },
    { start: 10, end: 20 },
    { start: 15, end: 90 },
    { start: 60, end: 55 },
  ]
  expect(freeAfter(spans, [0, 0, 1, 0], 100)).toEqual([10, 20, 10, 40])
})

test('items too short to be visible are kept apart by a minimum distance', () => {
  const points = [5, 5, 6, 15].map((second) => ({ start: second, end: second }))
  expect(packRows(points, 10)).toEqual({ rows: [0, 1, 2, 0], count: 3 })
})
