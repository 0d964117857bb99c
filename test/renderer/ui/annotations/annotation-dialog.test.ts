import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startText } from '../../../../src/renderer/text.ts'
import {
  scopeChoices,
  subjects,
} from '../../../../src/renderer/ui/annotations/annotation-dialog.tsx'

beforeAll(() => startText('en'))

const players = [
  { id: 'a', name: 'One' },
  { id: 'b', name: 'Two' },
]

test('an annotation can be of any listed player, and stays of one that left the list', () => {
  expect(subjects(players, null)).toEqual(players)
  expect(subjects(players, 'b')).toEqual(players)
  expect(subjects(players, 'gone')).toEqual([{ id: 'gone', name: 'gone' }, ...players])
})

test('where only the account can be chosen, no player is', () => {
  expect(subjects([], null)).toEqual([])
})

test('the whole account is offered before the players, of which a long list shows the first ones only', () => {
  const [first, ...others] = scopeChoices(players, i18next.getFixedT('en', 'annotations'))
  expect(first?.label).toBe('Whole account')
  expect(others.map(({ value }) => value)).toEqual(['a', 'b'])
})

test('players of one name or none are told apart by their ids', () => {
  const alike = ['VSL', 'VSL ', ' '].map((name, at) => ({ id: `p${at}`, name }))
  expect(subjects(alike, null).map(({ name }) => name)).toEqual(['VSL (p0)', 'VSL (p1)', '(p2)'])
})
