import { beforeAll, expect, test } from 'vitest'
import {
  armCurves,
  CurvesDrawing,
} from '../../../../src/renderer/features/ab-tests/curves-drawing.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Table } from '../../../../src/shared/tables/table.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const table: Table = {
  columns: [
    { key: 'second', kind: 'second' },
    ...['reached_a', 'reached_b', 'reached_difference'].map((key) => ({
      ...{ key, kind: 'percent' as const },
    })),
  ],
  ...{ rows: [[0, 100, 100, 0]], totals: null, asOf: 1 },
}
const arms = ['A', 'B']

test('the curve of a variant with few sessions is drawn as one that says little', () => {
  const curves = armCurves(table, { arms, few: [false, true] })
  expect(curves.map(({ name, isFew }) => [name, isFew])).toEqual([
    ['A', false],
    ['B', true],
  ])
})

test('a pitch at which no session was measured is told with its time, and drawn nowhere', () => {
  const words = wordsOf(<CurvesDrawing table={table} pitches={[0, 90]} few={[false, false]} />)
  expect(words).toContain('A has no pitch. Pitch of B at 1:30, where no session was measured.')
})

test('the words beside the curves name the variant with few sessions, and none without one', () => {
  const said = (few: boolean[]) => wordsOf(<CurvesDrawing table={table} pitches={[]} few={few} />)
  expect(said([false, true])).toContain('Not enough data, dotted: B. Under 100 sessions')
  expect(said([false, false])).not.toContain('Not enough data')
})
