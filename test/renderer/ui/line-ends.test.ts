import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NAME_HEIGHT, nameShift } from '../../../src/renderer/ui/line-ends.ts'

const HEIGHT = 220

const middlesOf = (shares: readonly number[]) => {
  const ends = shares.map((share) => ({ name: '', place: 9, share }))
  return ends.map((end) => HEIGHT * (1 - end.share / 100) + nameShift(end, ends, HEIGHT))
}

test('names at the ends of lines stay within the plot and never overlap', () => {
  const shares = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 6 })
  fc.assert(
    fc.property(shares, (all) => {
      const middles = middlesOf(all).sort((a, b) => a - b)
      middles.forEach((middle, index) => {
        expect(middle).toBeGreaterThanOrEqual(NAME_HEIGHT / 2 - 0.001)
        expect(middle).toBeLessThanOrEqual(HEIGHT - NAME_HEIGHT / 2 + 0.001)
        const before = middles[index - 1] ?? -NAME_HEIGHT
        expect(middle - before).toBeGreaterThanOrEqual(NAME_HEIGHT - 0.001)
      })
    }),
  )
})

test('a name with room stays at the end of its line', () => {
  expect(middlesOf([75, 25])).toEqual([HEIGHT * 0.25, HEIGHT * 0.75])
})

test('names keep the order of their lines', () => {
  const [first = 0, second = 0, third = 0] = middlesOf([1, 3, 2])
  expect(second).toBeLessThan(third)
  expect(third).toBeLessThan(first)
})
