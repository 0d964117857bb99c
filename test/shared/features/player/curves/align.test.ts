import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  axisOf,
  reachedAt,
  secondOfPlace,
  TENTHS,
} from '../../../../../src/shared/features/player/curves/align.ts'
import { aCurve } from './curves.ts'

test('aligned by second every curve is read at that second, and not beyond its end', () => {
  fc.assert(
    fc.property(fc.array(aCurve, { minLength: 1, maxLength: 4 }), (curves) => {
      const { from, to } = axisOf(curves, 'second')
      expect(from).toBe(0)
      expect(to).toBe(Math.max(...curves.map(({ reached }) => reached.length - 1)))
      for (const curve of curves) {
        for (let place = from; place <= to; place++) {
          expect(reachedAt(curve, place, 'second')).toBe(curve.reached[place] ?? null)
        }
      }
    }),
  )
})

test('aligned by percent every curve runs from 0 to 100, in order, whatever its length', () => {
  fc.assert(
    fc.property(aCurve, (curve) => {
      const { from, to } = axisOf([curve], 'percent')
      expect([from, to]).toEqual([0, TENTHS])
      expect(secondOfPlace(curve, 0, 'percent')).toBe(0)
      expect(secondOfPlace(curve, TENTHS, 'percent')).toBe(curve.reached.length - 1)
      const seconds = Array.from({ length: TENTHS + 1 }, (_, place) =>
        Number(secondOfPlace(curve, place, 'percent')),
      )
      expect(seconds).toEqual([...seconds].sort((a, b) => a - b))
      const last = curve.reached.length - 1
      seconds.forEach((second, place) => {
        expect(Math.abs(second - (place / TENTHS) * last)).toBeLessThan(1)
      })
    }),
  )
})

test('aligned by pitch every pitch is at zero, and a curve without a pitch is left out', () => {
  fc.assert(
    fc.property(fc.array(aCurve, { minLength: 1, maxLength: 4 }), (curves) => {
      const { from, to } = axisOf(curves, 'pitch')
      for (const curve of curves) {
        const { reached, pitch } = curve
        if (pitch === null) {
          expect(secondOfPlace(curve, 0, 'pitch')).toBeNull()
          continue
        }
        expect(reachedAt(curve, 0, 'pitch')).toBe(reached[pitch])
        expect(from).toBeLessThanOrEqual(-pitch)
        expect(to).toBeGreaterThanOrEqual(reached.length - 1 - pitch)
        expect(secondOfPlace(curve, -pitch - 1, 'pitch')).toBeNull()
        expect(secondOfPlace(curve, reached.length - pitch, 'pitch')).toBeNull()
      }
    }),
  )
})

test('the common axis starts and ends with some curve, so that none of it is empty', () => {
  fc.assert(
    fc.property(fc.array(aCurve, { minLength: 1, maxLength: 4 }), (curves) => {
      const withPitch = curves.filter(({ pitch }) => pitch !== null)
      fc.pre(withPitch.length > 0)
      const { from, to } = axisOf(curves, 'pitch')
      for (const place of [from, to]) {
        expect(withPitch.some((curve) => secondOfPlace(curve, place, 'pitch') !== null)).toBe(true)
      }
    }),
  )
})
