import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncatedRate } from '../../../../src/shared/api/statistics.ts'
import {
  ALIGNMENTS,
  axisOf,
  hasPlace,
  reachedAt,
} from '../../../../src/shared/features/player/curves/align.ts'
import type { CurveChoice } from '../../../../src/shared/features/player/curves/choice.ts'
import { sessionsOf } from '../../../../src/shared/features/player/curves/curve.ts'
import { curvesTable } from '../../../../src/shared/features/player/curves.ts'
import { LANGUAGES } from '../../../../src/shared/locales/languages.ts'
import { type Cell, missing } from '../../../../src/shared/tables/table.ts'
import { isInPoints, title } from '../../../../src/shared/tables/titles.ts'
import { aCurve } from './curves/curves.ts'

const entry = (curve: Parameters<typeof sessionsOf>[0]) => ({
  curve,
  why: 'not-downloaded' as const,
  choice: null,
  age: { asOf: 5 },
})

function expectPoints(points: Cell | undefined, share: number | null, first: Cell | undefined) {
  if (typeof first === 'number' && share !== null) {
    expect(points).toBeCloseTo(share - first, 8)
  } else {
    expect(points).toEqual(missing('not-applicable'))
  }
}

test('each row has every curve at its position, and the points from the first that has a place', () => {
  fc.assert(
    fc.property(
      fc.array(aCurve, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...ALIGNMENTS),
      (curves, by) => {
        const table = curvesTable(curves.map(entry), by)
        const { from, to } = axisOf(curves, by)
        const first = curves.findIndex((curve) => hasPlace(curve, by))
        expect(table.rows).toHaveLength(first < 0 ? 0 : to - from + 1)
        for (const [index, row] of table.rows.entries()) {
          expect(row).toHaveLength(table.columns.length)
          for (const [number, curve] of curves.entries()) {
            const sessions = reachedAt(curve, from + index, by)
            const share = sessions === null ? null : truncatedRate(sessions, sessionsOf(curve))
            expect(row[1 + 2 * number]).toEqual(sessions ?? missing('not-applicable'))
            expect(row[2 + 2 * number]).toEqual(share ?? missing('not-applicable'))
            if (number <= first) continue
            expectPoints(row[2 * curves.length + number - first], share, row[2 + 2 * first])
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('aligned by the pitch, the differences are from the first curve with a pitch', () => {
  const own = { reached: [100, 80, 60], pitch: null }
  const [second, third] = [
    { reached: [200, 150, 120], pitch: 1 },
    { reached: [300, 240, 150], pitch: 1 },
  ]
  const table = curvesTable([own, second, third].map(entry), 'pitch')
  const last = table.columns.at(-1)?.key ?? ''
  expect([last, table.columns.filter(({ key }) => key.startsWith('difference'))]).toEqual([
    'difference_points_3_2',
    [table.columns.at(-1)],
  ])
  expect(table.rows.map((row) => row.at(-1))).toEqual([0, 5, -10])
  expect(LANGUAGES.map((language) => title(last, language))).toEqual([
    'Points, 3 vs 2',
    'Pontos, 3 vs 2',
    'Puntos, 3 vs 2',
  ])
  expect(isInPoints(last)).toBe(true)
})

test('a missing curve has the reason in its own cells, and the others are complete', () => {
  const curve = { reached: [4, 2, 1], pitch: null }
  const none = { choice: null, curve: null, why: 'failed' as const, age: null }
  const table = curvesTable([entry(curve), none], 'second')
  const failed = missing('failed')
  expect(table.rows[1]).toEqual([1, 2, 50, failed, failed, failed])
  expect(table.asOf).toBe(5)
})

test('when other days were read says nothing of the days of the period', () => {
  const curve = { reached: [4, 2, 1], pitch: null }
  const other: CurveChoice = { kind: 'period', period: { start: '2026-03-01', end: '2026-03-07' } }
  const arm: CurveChoice = { kind: 'arm', group_id: 'g', player_id: 'p' }
  const segment: CurveChoice = { kind: 'segment', field: 'country', value: 'BR' }
  const read = (choice: CurveChoice, asOf: number) => ({ ...entry(curve), choice, age: { asOf } })
  const { asOf, read: reads } = curvesTable(
    [entry(curve), read(other, 2), read(arm, 3), read(segment, 4)],
    'second',
  )
  expect(asOf).toBe(2)
  expect(reads).toMatchObject({ own: [{ asOf: 4 }], compared: [{ asOf: 2 }] })
})

test('aligned by pitch, the seconds before the pitch are negative', () => {
  const table = curvesTable([entry({ reached: [4, 2, 1, 1], pitch: 2 })], 'pitch')
  expect(table.columns[0]?.key).toBe('seconds_from_pitch')
  expect(table.rows.map(([place]) => place)).toEqual([-2, -1, 0, 1])
})
