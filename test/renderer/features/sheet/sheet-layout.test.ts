import { expect, test } from 'vitest'
import {
  frozenAfter,
  layoutOf,
  scrollLeftFor,
} from '../../../../src/renderer/features/sheet/sheet-layout.ts'
import { SHEET_COLUMNS, TITLE } from '../../../../src/shared/features/sheet/columns.ts'

const COLUMNS = [TITLE, ...SHEET_COLUMNS.call_actions]
const NARROW = 1000
const layout = (frozen: number, room = NARROW) => layoutOf(COLUMNS, room, frozen)
const widths = (template: string) => template.split(' ').map((width) => Number.parseInt(width, 10))
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

test('the title stays in place, and with it as many of the next columns as are frozen', () => {
  expect([0, 1, 3].map((frozen) => layout(frozen).frozen)).toEqual([1, 2, 4])
  expect(layout(COLUMNS.length + 5, 10_000).frozen).toBeLessThanOrEqual(COLUMNS.length)
})

test('the frozen columns are one element of a row, as wide as they are together', () => {
  for (const frozen of [0, 1, 3]) {
    const { template, frozenTemplate, edges, ...of } = layout(frozen)
    expect(widths(frozenTemplate)).toHaveLength(1 + of.frozen)
    expect(widths(template)[0]).toBe(sum(widths(frozenTemplate)))
    expect(sum(widths(template))).toBe(edges.at(-1))
  }
})

test('frozen columns beyond 60 % of the width are not kept in place, until there is room', () => {
  for (const room of [300, 600, 1000, 1400]) {
    const { edges, frozen } = layout(COLUMNS.length, room)
    expect(frozen === 1 || (edges[frozen] ?? 0) <= room * 0.6).toBe(true)
    expect(edges[frozen + 1]).toBeGreaterThan(room * 0.6)
  }
  expect(layout(4, 300).frozen).toBe(1)
  expect(layout(4, 1400).frozen).toBe(5)
})

test('a column that is moved or hidden leaves no more frozen than there are', () => {
  const before = ['a', 'b', 'c', 'd']
  expect(frozenAfter(2, before, ['b', 'a', 'c', 'd'])).toBe(2)
  expect(frozenAfter(2, before, ['a', 'c', 'd'])).toBe(1)
  expect(frozenAfter(2, before, ['a', 'b'])).toBe(2)
  expect(frozenAfter(4, before, [])).toBe(0)
  expect(frozenAfter(1, ['a'], ['a', 'b'])).toBe(1)
})

test('a column is scrolled out from behind the frozen ones, and these scroll nothing', () => {
  const of = layout(2)
  const { edges } = of
  const grid = { scrollLeft: 300, clientWidth: NARROW }
  for (const column of [0, 1, 2]) expect(scrollLeftFor(of, column, grid)).toBe(300)
  for (let column = 3; column < COLUMNS.length; column++) {
    const left = scrollLeftFor(of, column, grid)
    expect((edges[column] ?? 0) - left).toBeGreaterThanOrEqual(edges[3] ?? 0)
    expect((edges[column + 1] ?? 0) - left).toBeLessThanOrEqual(NARROW)
  }
  expect(scrollLeftFor(of, 3, grid)).toBe(0)
})
