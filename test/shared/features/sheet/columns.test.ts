import { expect, test } from 'vitest'
import { SHEET_COLUMNS, SHEET_GROUPS } from '../../../../src/shared/features/sheet/columns.ts'

test('problems are the first column of every tab, in view beside the name', () => {
  const firsts = SHEET_GROUPS.map((group) => SHEET_COLUMNS[group][0])
  expect(firsts.map((column) => [column?.key, column?.isDefault])).toEqual(
    SHEET_GROUPS.map(() => ['problems', true]),
  )
})
