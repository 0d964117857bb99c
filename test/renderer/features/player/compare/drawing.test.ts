import { expect, test } from 'vitest'
import { drawable } from '../../../../../src/renderer/features/player/compare/drawing.ts'
import {
  type Compared,
  entryOf,
} from '../../../../../src/renderer/features/player/compare/use-compare.ts'
import { curvesTable } from '../../../../../src/shared/features/player/curves.ts'

const compared = (slot: number, pitch: number | null): Compared => ({
  ...{ slot, choice: null, name: `curve ${slot}`, why: null, refresh: () => undefined },
  curve: { reached: [200, 150, 120], pitch },
  query: { value: undefined, failure: undefined, refetch: () => undefined },
})

test('the chart and the table have their differences from the same curve', () => {
  const curves = [compared(0, null), compared(1, 1), compared(2, 2)]
  const fromIn = (by: 'second' | 'pitch') => {
    const keys = curvesTable(curves.map(entryOf), by).columns.map(({ key }) => key)
    return [drawable(curves, by)[0]?.slot, keys.filter((key) => key.startsWith('difference'))]
  }
  expect(fromIn('second')).toEqual([0, ['difference_points_2', 'difference_points_3']])
  expect(fromIn('pitch')).toEqual([1, ['difference_points_3_2']])
})
