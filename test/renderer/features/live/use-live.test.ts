import { expect, test } from 'vitest'
import { polledPlayers, pollIntervalMs } from '../../../../src/renderer/features/live/use-live.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import { aPlayer, idOf } from '../../../support/statistics.ts'

test('a player is polled every 30 seconds, and more than five players less often', () => {
  expect(pollIntervalMs(1)).toBe(30_000)
  expect(pollIntervalMs(5)).toBe(30_000)
  expect(pollIntervalMs(10)).toBe(60_000)
})

const [first, second, third, fourth] = [1, 2, 3, 4].map((id) => aPlayer({ id: idOf(id) })) as [
  Player,
  Player,
  Player,
  Player,
]
const players = [first, second, third, fourth]
const refused: Failure = { kind: 'not-in-plan', code: 241, text: 'no' }
const late: Failure = { kind: 'offline', reason: 'timeout', host: 'x' }

test('before the first answers every player is polled', () => {
  expect(polledPlayers(players, undefined)).toEqual(players)
})

test('a player whose request is refused is no longer polled, also while an earlier answer is shown', () => {
  const answers = {
    answered: [
      { player: first, live: liveAnswer(null) },
      { player: second, live: liveAnswer(refused) },
    ],
    failed: [
      { player: third, failure: refused },
      { player: fourth, failure: late },
    ],
  }
  expect(polledPlayers(players, answers)).toEqual([first, fourth])
})

const liveAnswer = (trouble: Failure | null) => {
  return { value: [], asOf: 0, from: 'store' as const, isSettled: false, trouble }
}
