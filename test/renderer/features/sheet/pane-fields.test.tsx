import { beforeAll, expect, test } from 'vitest'
import { PaneField } from '../../../../src/renderer/features/sheet/pane-fields.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import { detachedRow } from '../../../../src/shared/features/sheet/rows.ts'
import { drawn } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('a value that too many others are more frequent than to be offered is still shown as chosen', () => {
  const column = SHEET_COLUMNS.call_actions.find(({ kind }) => kind === 'object')
  if (!column?.register) throw new Error('no column of objects')
  const [part = '', key = ''] = column.register.split('.')
  const rowOf = (size: number) => ({
    ...detachedRow({ [part]: { [key]: { family: 'Arial', size } } }),
    key: String(size),
  })
  const all = Array.from({ length: 60 }, (_, index) => rowOf(index + 1))
  const chosen = (size: number) => {
    const row = rowOf(size)
    const cells = makeCells({ group: 'call_actions', language: 'en', videos: [] })
    const facts = { texts: new Set([cells.write(row, column)]), isOn: new Set<boolean>() }
    const markup = drawn(
      <PaneField
        {...{ all, cells, column }}
        rows={[row]}
        facts={{ ...facts, changed: 0, emptied: 0 }}
        title="Font"
        selection="1"
        onSet={() => Promise.resolve(true)}
      />,
    )
    return /<option[^>]*selected[^>]*>([^<]*)/u.exec(markup)?.[1]
  }
  expect([chosen(1), chosen(60)]).toEqual(['Arial 1 (1)', 'Arial 60'])
})
