import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentNumber, percentText } from '../../src/service/statistics.ts'

test('a rate is cut to two decimals, never rounded', () => {
  expect(percentText(2, 3)).toBe('66.66')
  expect(percentText(29, 100)).toBe('29.00')
  expect(percentText(1, 3000)).toBe('0.03')
  expect(percentText(7, 7)).toBe('100.00')
  expect(percentText(0, 0)).toBe('0.00')
  expect(percentNumber(2, 3)).toBe(66.66)
})

test('a rate equals exact arithmetic', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.integer({ min: 1, max: 5_000_000 }), (part, whole) => {
      const exact = (BigInt(part) * 10_000n) / BigInt(whole)
      expect(percentText(part, whole)).toBe(
        `${exact / 100n}.${String(exact % 100n).padStart(2, '0')}`,
      )
    }),
  )
})
