import { describe, expect, test } from 'vitest'
import { moved } from '../../../src/renderer/ui/grid-move.ts'

const grid = { rows: 100, columns: 6, page: 10 }
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })
const from = { row: 50, column: 3 }

describe('the keyboard in a grid', () => {
  test.each([
    ['ArrowUp', false, { row: 49, column: 3 }],
    ['ArrowDown', false, { row: 51, column: 3 }],
    ['ArrowLeft', false, { row: 50, column: 2 }],
    ['ArrowRight', false, { row: 50, column: 4 }],
    ['Home', false, { row: 50, column: 0 }],
    ['End', false, { row: 50, column: 5 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 99, column: 5 }],
    ['PageUp', false, { row: 40, column: 3 }],
    ['PageDown', false, { row: 60, column: 3 }],
    ['ArrowDown', true, { row: 99, column: 3 }],
  ])('%s (with Ctrl: %s) moves', (key, isControl, to) => {
    expect(moved(from, grid, press(key, isControl))).toEqual(to)
  })

  test('stays inside the grid', () => {
    expect(moved({ row: 99, column: 5 }, grid, press('PageDown'))).toEqual({ row: 99, column: 5 })
    expect(moved({ row: 0, column: 0 }, grid, press('ArrowLeft'))).toEqual({ row: 0, column: 0 })
    expect(moved({ row: 4, column: 0 }, grid, press('PageUp'))).toEqual({ row: 0, column: 0 })
  })

  test('reaches the header from the first row, and no further', () => {
    expect(moved({ row: 0, column: 2 }, grid, press('ArrowUp'))).toEqual({ row: -1, column: 2 })
    expect(moved({ row: -1, column: 2 }, grid, press('ArrowUp'))).toEqual({ row: -1, column: 2 })
  })

  test('reaches only the header in an empty grid', () => {
    const empty = { ...grid, rows: 0 }
    expect(moved({ row: -1, column: 0 }, empty, press('ArrowDown'))).toEqual({ row: -1, column: 0 })
  })

  test('leaves other keys alone', () => {
    expect(moved(from, grid, press('a'))).toBeNull()
    expect(moved(from, grid, press('Enter'))).toBeNull()
  })
})
