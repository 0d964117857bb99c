import { expect, test } from 'vitest'
import { machineUnit, spreadsheetTitle } from '../../../src/shared/csv.ts'
import { curvesTable } from '../../../src/shared/features/player/curves.ts'
import { marksTable } from '../../../src/shared/features/player/marks.ts'
import { isInPoints } from '../../../src/shared/tables/titles.ts'

const inPoints = (columns: readonly { key: string }[]) =>
  columns.map(({ key }) => key).filter(isInPoints)

test('in the table of marks the loss and the difference are in points', () => {
  const { columns } = marksTable({ metrics: null, markers: [], engagement: null }, null)
  expect(inPoints(columns)).toEqual(['since_mark_before', 'difference_points'])
})

test('in the table of compared curves the differences are in points', () => {
  const curve = { choice: null, curve: null, why: 'not-downloaded', age: null } as const
  const { columns } = curvesTable([curve, curve, curve, curve], 'second')
  expect(inPoints(columns)).toEqual([2, 3, 4].map((number) => `difference_points_${number}`))
})

test('a change of a rate is points, one of a count and a lift are percent', () => {
  const keys = ['play_rate__change', 'total_started__change', 'play_rate_lift', 'percent_reached']
  expect(keys.filter(isInPoints)).toEqual(['play_rate__change'])
})

test('in a comparison of reports, both values of a difference in points are points', () => {
  const keys = [
    'play_rate__change',
    'since_mark_before',
    'reached_difference',
    'difference_points_2',
  ]
  const sides = keys.flatMap((key) => [`${key}__left`, `${key}__right`])
  expect(sides.filter(isInPoints)).toEqual(sides)
  expect(isInPoints('total_started__change__left')).toBe(false)
})

test('a difference of percentages has percentage points as its unit, in files and their dictionary', () => {
  const column = { key: 'play_rate__points', kind: 'percent' } as const
  expect(machineUnit(column)).toBe('percentage points')
  expect(machineUnit({ ...column, key: 'reached_difference' })).toBe('percentage points')
  expect(machineUnit({ ...column, key: 'play_rate_lift' })).toBe(
    'percent, truncated to two decimals',
  )
  expect(spreadsheetTitle(column, 'en')).not.toContain('%')
})
