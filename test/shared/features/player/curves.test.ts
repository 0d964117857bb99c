import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncatedRate } from '../../../../src/shared/api/statistics.ts'
import {
  ALIGNMENTS,
  axisOf,
  reachedAt,
} from '../../../../src/shared/features/player/curves/align.ts'
import { sessionsOf } from '../../../../src/shared/features/player/curves/curve.ts'
import { curvesTable } from '../../../../src/shared/features/player/curves.ts'
import { type Cell, missing } from '../../../../src/shared/tables/table.ts'
import { aCurve } from './curves/curves.ts'

const entry = (curve: Parameters<typeof sessionsOf>[0]) => ({
  curve,
  why: 'not-downloaded' as const,
  age: { asOf: 5 },
})

function expectPoints(points: Cell | undefined, share: number | null, first: Cell | undefined) {
  if (typeof first === 'number' && share !== null) {
    expect(points).toBeCloseTo(share - first, 8)
  } else {
    expect(points).toEqual(missing('not-applicable'))
  }
}

test('each row has every curve at its position, and the points of difference from the first', () => {
  fc.assert(
    fc.property(
      fc.array(aCurve, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...ALIGNMENTS),
      (curves, by) => {
        const table = curvesTable(curves.map(entry), by)
        const { from, to } = axisOf(curves, by)
        const isEmpty = by === 'pitch' && curves.every(({ pitch }) => pitch === null)
        expect(table.rows).toHaveLength(isEmpty ? 0 : to - from + 1)
        for (const [index, row] of table.rows.entries()) {
          expect(row).toHaveLength(table.columns.length)
          for (const [number, curve] of curves.entries()) {
            const sessions = reachedAt(curve, from + index, by)
            const share = sessions === null ? null : truncatedRate(sessions, sessionsOf(curve))
            expect(row[1 + 2 * number]).toEqual(sessions ?? missing('not-applicable'))
            expect(row[2 + 2 * number]).toEqual(share ?? missing('not-applicable'))
            if (number === 0) continue
            expectPoints(row[2 * curves.length + number], share, row[2])
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a missing curve has the reason in its own cells, and the others are complete', () => {
  const curve = { reached: [4, 2, 1], pitch: null }
  const none = { curve: null, why: 'failed' as const, age: null }
  const table = curvesTable([entry(curve), none], 'second')
  const failed = missing('failed')
  expect(table.rows[1]).toEqual([1, 2, 50, failed, failed, failed])
  expect(table.asOf).toBe(5)
})

test('aligned by pitch, the seconds before the pitch are negative', () => {
  const table = curvesTable([entry({ reached: [4, 2, 1, 1], pitch: 2 })], 'pitch')
  expect(table.columns[0]?.key).toBe('seconds_from_pitch')
  expect(table.rows.map(([place]) => place)).toEqual([-2, -1, 0, 1])
})
