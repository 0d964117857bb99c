import { expect, test } from 'vitest'
import { subjects } from '../../../../src/renderer/ui/annotations/annotation-dialog.tsx'

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
