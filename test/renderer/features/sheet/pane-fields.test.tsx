import { beforeAll, expect, test } from 'vitest'
import { listTextsIn, PaneField } from '../../../../src/renderer/features/sheet/pane-fields.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import type { ListBasis } from '../../../../src/shared/features/sheet/gestures.ts'
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

function countriesIn(known: string[], basis: ListBasis, text: string) {
  const column = SHEET_COLUMNS.traffic_filter.find(({ key }) => key === 'countries')
  if (!column) throw new Error('no column of countries')
  const cells = makeCells({ group: 'traffic_filter', language: 'en', videos: [] })
  return listTextsIn(detachedRow({ countries: known }), { column, cells, basis, text })
}

test('a typed country is removed as the row has it, and otherwise as its code', () => {
  expect(countriesIn(['Brazil', 'PT'], 'remove', 'Brazil')).toEqual(['Brazil'])
  expect(countriesIn(['BR', 'PT'], 'remove', 'Brazil')).toEqual(['BR'])
  expect(countriesIn(['Atlantis', 'PT'], 'remove', 'Atlantis, portugal')).toEqual([
    ...['Atlantis', 'PT'],
  ])
  expect(countriesIn(['BR'], 'remove', 'Atlantis')).toEqual(['Atlantis'])
})

test('a typed country is added to each row as its code, unless that row has it as it is typed', () => {
  const added = (known: string[]) => countriesIn(known, 'add', 'Brazil')
  expect([['Brazil'], ['BR'], []].map(added)).toEqual([['Brazil'], ['BR'], ['BR']])
  expect(countriesIn([], 'add', 'Atlantis')).toBeNull()
})
