import { expect, test } from 'vitest'
import { balancedColumns } from '../../../src/renderer/ui/tile.tsx'

test('tiles spread evenly over the fewest rows', () => {
  expect(balancedColumns(8, 1010, 190)).toBe(4)
  expect(balancedColumns(8, 1600, 190)).toBe(8)
  expect(balancedColumns(7, 1010, 190)).toBe(4)
  expect(balancedColumns(6, 820, 190)).toBe(3)
})

test('a narrow window still has one column', () => {
  expect(balancedColumns(3, 100, 190)).toBe(1)
})
