import { expect, test } from 'vitest'
import { shownNameIn } from '../../../../src/renderer/features/annotations/annotations-screen.tsx'
import { aPlayer, idOf } from '../../../support/statistics.ts'

test('an annotation names its player so that players of one name or none are told apart', () => {
  const players = ['VSL', 'VSL ', ' ', 'Quiz'].map((name, at) => aPlayer({ id: idOf(at), name }))
  const nameOf = shownNameIn(players)
  expect([0, 1, 2, 3, 4].map((at) => nameOf(idOf(at)))).toEqual([
    `VSL (${idOf(0)})`,
    `VSL (${idOf(1)})`,
    `(${idOf(2)})`,
    'Quiz',
    idOf(4),
  ])
})
