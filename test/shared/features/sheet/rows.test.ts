import { expect, test } from 'vitest'
import { firstIds } from '../../../../src/shared/features/publishing/edit.ts'
import { sheetRows, underFirstKey } from '../../../../src/shared/features/sheet/rows.ts'

test('the row of a created item keeps its key when the service gives the item an id', () => {
  const settings = { items: [{ id: 'p1' }, { id: 'p9' }] }
  const video = { id: 'v1', name: 'A video', duration: null, pitch: null, settings }
  const firstIdOf = firstIds({ 'local:1': 'p9' })
  const rows = sheetRows('pixels', [video], [])
  const now = rows.map((row) => underFirstKey(row, firstIdOf))
  expect(now.map(({ key, item_id }) => [key, item_id])).toEqual([
    ['v1 p1', 'p1'],
    ['v1 local:1', 'p9'],
  ])
  expect(now[0]).toBe(rows[0])
})
