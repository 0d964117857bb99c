import { expect, test } from 'vitest'
import { drawnIndexes } from '../../../../src/renderer/features/annotations/focused-range.ts'

const scrolledTo = (startIndex: number) => ({
  ...{ startIndex, endIndex: startIndex + 15 },
  ...{ overscan: 3, count: 10_000 },
})
const ends = (indexes: number[]) => [indexes[0], indexes.at(-1)]

test('while nothing in the list has the focus, only visible rows are drawn', () => {
  expect(ends(drawnIndexes(scrolledTo(50), null))).toEqual([47, 68])
})

test('the rows between the focus and the visible ones are drawn, unless the focus is far away', () => {
  expect(ends(drawnIndexes(scrolledTo(50), 40))).toEqual([37, 68])
  expect(ends(drawnIndexes(scrolledTo(50), 90))).toEqual([47, 93])
  expect(ends(drawnIndexes(scrolledTo(500), 40))).toEqual([497, 518])
})
