import { expect, test } from 'vitest'
import { columnGroups } from '../../../../src/renderer/features/overview/column-chooser.tsx'
import { OVERVIEW_COLUMNS } from '../../../../src/shared/features/overview/columns.ts'

test('the column chooser lists every column once, except the name', () => {
  const listed = columnGroups().flatMap(({ columns }) => columns.map(({ key }) => key))
  const all = OVERVIEW_COLUMNS.map(({ key }) => key).filter((key) => key !== 'name')
  expect([...listed].sort()).toEqual([...all].sort())
})
