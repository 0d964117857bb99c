import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PieceSize, pagesOf } from '../../../src/renderer/print/client/page-breaks.ts'

const piece = (height: number, change: Partial<PieceSize> = {}): PieceSize => ({
  height,
  keepsNext: false,
  head: null,
  ...change,
})

test('a table that continues on another page repeats its header, never followed by the first row alone', () => {
  const rows = [10, 10, 10, 10].map((height) => piece(height, { head: 1 }))
  const pieces = [piece(10, { keepsNext: true }), piece(10, { keepsNext: true }), ...rows]
  expect(pagesOf(pieces, 40)).toEqual([
    [0, 1, 2, 3],
    [1, 4, 5],
  ])
  expect(
    pagesOf([piece(25), ...pieces.map((one) => ({ ...one, head: one.head && 2 }))], 50),
  ).toEqual([[0], [1, 2, 3, 4, 5], [2, 6]])
})

test('each piece is printed once and in order, and no page overflows where a break is possible', () => {
  const sizes = fc.array(
    fc.record({ height: fc.integer({ min: 1, max: 60 }), keepsNext: fc.boolean() }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(sizes, (given) => {
      const pieces = given.map((one) => piece(one.height, one))
      const pages = pagesOf(pieces, 100)
      expect(pages.flat()).toEqual(pieces.map((_, index) => index))
      for (const page of pages) {
        const height = page.reduce((sum, index) => sum + (pieces[index]?.height ?? 0), 0)
        // Only what must stand together may be more than a page.
        const isChain = page.slice(0, -1).every((index) => pieces[index]?.keepsNext)
        expect(height <= 100 || isChain).toBe(true)
        const last = page.at(-1)
        if (page !== pages.at(-1)) expect(pieces[last ?? 0]?.keepsNext).toBe(false)
      }
    }),
  )
})
