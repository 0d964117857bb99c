import { expect, test } from 'vitest'
import { livePlayersTable } from '../../../../src/shared/features/live/live-players.ts'
import { idOf, totalOf } from '../../../support/statistics.ts'

test('live users of several players are sorted, summed, and as old as the oldest answer', () => {
  const live = (id: number, users: Record<string, number>, asOf: number) => ({
    player: { id: idOf(id), name: `Player ${id}` },
    live: {
      value: Object.entries(users).map(([domain, live_users]) => ({ domain, live_users })),
      asOf,
    },
  })
  const table = livePlayersTable([
    live(1, { 'b.example': 4, 'a.example': 4 }, 20),
    live(2, { 'a.example': 9 }, 10),
    live(3, {}, 30),
  ])
  expect(table.rows).toEqual([
    ['Player 2', 'a.example', 9, idOf(2)],
    ['Player 1', 'a.example', 4, idOf(1)],
    ['Player 1', 'b.example', 4, idOf(1)],
  ])
  expect(totalOf(table, 'live_users')).toBe(17)
  expect(table.asOf).toBe(10)
})
