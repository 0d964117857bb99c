import { expect, test } from 'vitest'
import { wholeRows } from '../../../src/renderer/ui/table-layout.ts'

test('the height of a table fits whole rows between its header and its footer', () => {
  expect(wholeRows(360, 28, true)).toBe(33 + 11 * 28 + 29)
  expect(wholeRows(260, 28, false)).toBe(33 + 8 * 28)
})

test('a table shows at least one row, however low it is', () => {
  expect(wholeRows(10, 28, false)).toBe(33 + 28)
})
