import { expect, test } from 'vitest'
import {
  choiceOf,
  playerChoices,
} from '../../../../src/renderer/features/overview/player-choices.ts'
import { aPlayer, aRow, idOf } from '../../../support/statistics.ts'

const row = (number: number, change: Parameters<typeof aRow>[0]) =>
  aRow({ player: aPlayer({ id: idOf(number) }), ...change })

test('a download can be limited to all, viewed or pinned players, or to those of a tag', () => {
  const unseen = { period: null, sums: null, asOf: null }
  const choices = playerChoices(
    [
      row(1, { tags: ['b'], isPinned: true }),
      row(2, { tags: ['a', 'b'], current: unseen }),
      row(3, {}),
    ],
    [],
  )
  expect(choices.map(({ value, player_ids }) => [value, player_ids])).toEqual([
    ['all', null],
    ['active []', [idOf(1), idOf(3)]],
    ['pinned []', [idOf(1)]],
    ['tagged ["a"]', [idOf(2)]],
    ['tagged ["b"]', [idOf(1), idOf(2)]],
  ])
})

test('a group without players is not offered', () => {
  expect(playerChoices([], []).map(({ value }) => value)).toEqual(['all'])
})

test('two chosen tags are not the one tag that is named like both', () => {
  const rows = [row(1, { tags: ['a, b'] }), row(2, { tags: ['a'] }), row(3, { tags: ['b'] })]
  const choices = playerChoices(rows, ['a', 'b'])
  const chosen = choices.find(({ value }) => value === choiceOf(['a', 'b']))
  expect(chosen?.player_ids).toEqual([idOf(2), idOf(3)])
})
