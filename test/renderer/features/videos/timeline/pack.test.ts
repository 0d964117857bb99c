import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRows } from '../../../../../src/renderer/features/videos/timeline/pack.ts'

const span = fc
  .record({ start: fc.nat(200), length: fc.integer({ min: 1, max: 60 }) })
  .map(({ start, length }) => ({ start, end: start + length }))

test('no two in a row overlap, and there are no more rows than are on at once', () => {
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

test('spans too short to be seen are kept a room apart', () => {
  const points = [5, 5, 6, 15].map((second) => ({ start: second, end: second }))
  expect(packRows(points, 10)).toEqual({ rows: [0, 1, 2, 0], count: 3 })
})
