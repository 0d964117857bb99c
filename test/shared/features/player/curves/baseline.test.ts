import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TENTHS } from '../../../../../src/shared/features/player/curves/align.ts'
import {
  baselineOf,
  isSimilarLength,
  quantile,
} from '../../../../../src/shared/features/player/curves/baseline.ts'
import type { Period } from '../../../../../src/shared/time/period.ts'

const flat = (sessions: number, end: number, length: number, otherDays: Period | null = null) => ({
  curve: {
    reached: Array.from({ length: length + 1 }, (_, second) =>
      second === length ? end : sessions,
    ),
    pitch: null,
  },
  otherDays,
})

test('the band is the median and the quartiles of shares at the same part of the length', () => {
  const curves = [
    flat(100, 10, 60),
    flat(200, 40, 70),
    flat(400, 120, 66),
    flat(1000, 400, 50),
    flat(100, 50, 61),
  ]
  const { band, players, lengths, similar } = baselineOf(curves, 9)
  expect([players, similar, lengths]).toEqual([5, 9, { shortest: 50, longest: 70 }])
  expect([band?.lower[0], band?.median[0], band?.upper[0]]).toEqual([100, 100, 100])
  expect(band?.lower.at(TENTHS)).toBe(20)
  expect(band?.median.at(TENTHS)).toBe(30)
  expect(band?.upper.at(TENTHS)).toBe(40)
})

test('curves of few sessions are left out, and under four players there is no band', () => {
  const curves = [flat(99, 9, 60), flat(100, 1, 60), flat(100, 2, 60), flat(100, 3, 60)]
  expect(baselineOf(curves, 4)).toMatchObject({ players: 3, band: null })
  expect(baselineOf([], 0)).toEqual({
    ...{ similar: 0, players: 0, lengths: null, otherDays: null, band: null },
  })
})

test('curves of other days are counted with their range of days, except those of few sessions', () => {
  const curves = [
    flat(100, 1, 60),
    flat(100, 2, 60, { start: '2026-03-05', end: '2026-03-10' }),
    flat(100, 3, 60, { start: '2026-02-01', end: '2026-03-08' }),
    flat(99, 3, 60, { start: '2020-01-01', end: '2026-12-31' }),
  ]
  expect(baselineOf(curves, 4).otherDays).toEqual({
    players: 2,
    period: { start: '2026-02-01', end: '2026-03-10' },
  })
})

test('two lengths are similar when neither is more than a quarter longer than the other', () => {
  const pairs = [
    [100, 80],
    [100, 125],
    [100, 79],
    [100, 126],
    [0, 0],
  ] as const
  expect(pairs.map(([a, b]) => isSimilarLength(a, b))).toEqual([true, true, false, false, false])
  fc.assert(
    fc.property(fc.nat(9000), fc.nat(9000), (a, b) => {
      expect(isSimilarLength(a, b)).toBe(isSimilarLength(b, a))
    }),
  )
})

test('a quantile lies within the figures, and the median of two is halfway between them', () => {
  expect(quantile([1, 3], 0.5)).toBe(2)
  fc.assert(
    fc.property(
      fc.array(fc.nat(100), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, part) => {
        const sorted = [...all].sort((a, b) => a - b)
        expect(quantile(sorted, part)).toBeGreaterThanOrEqual(Math.min(...all))
        expect(quantile(sorted, part)).toBeLessThanOrEqual(Math.max(...all) + 1e-9)
      },
    ),
  )
})
