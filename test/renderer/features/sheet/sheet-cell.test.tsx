import { expect, test } from 'vitest'
import { type CellTexts, cellContent } from '../../../../src/renderer/features/sheet/sheet-cell.tsx'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import { detachedRow } from '../../../../src/shared/features/sheet/rows.ts'
import { drawn } from '../../../support/drawn.ts'

test('the result of a link says in its tooltip when it was checked', () => {
  const [column] = SHEET_COLUMNS.call_actions.filter(({ key }) => key === 'link')
  if (!column) throw new Error('no column of links')
  const texts: Partial<CellTexts> = { figure: () => 'Works', days: () => '1 Mar 2026, 09:00' }
  const row = detachedRow({})
  const cell = drawn(cellContent({ row, column, texts: texts as CellTexts }))
  expect(cell).toContain('title="Works\n1 Mar 2026, 09:00"')
})
