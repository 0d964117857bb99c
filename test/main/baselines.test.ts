import { expect, test } from 'vitest'
import { makeBaselines } from '../../src/main/baselines.ts'
import type { Player } from '../../src/shared/model/player.ts'
import { questionsAbout } from '../../src/shared/questions.ts'
import { aPlayer, idOf } from '../support/statistics.ts'

const ZONE = 'America/Sao_Paulo'
const PERIOD = { start: '2026-03-01', end: '2026-03-07' }
const LENGTHS = [100, 110, 90, 120, 100, 300]
const players: Player[] = LENGTHS.map((duration, index) =>
  aPlayer({ id: idOf(index + 1), duration, pitch_time: 50 }),
)

function baselines(without: readonly string[] = []) {
  const asked: string[] = []
  const stored = new Map<string, unknown>([[JSON.stringify(['players', {}]), players]])
  for (const [index, player] of players.entries()) {
    if (without.includes(player.id)) continue
    const { name, input } = questionsAbout(player, PERIOD, ZONE).userEngagement
    // Of a hundred sessions ten times the player's place reach the end.
    const grouped_timed = [
      { timed: 0, total_users: 100 - 10 * index },
      { timed: player.duration, total_users: 10 * index },
    ]
    const value = { grouped_timed, average_watched_time: 0, engagement_rate: 0 }
    stored.set(JSON.stringify([name, input]), value)
  }
  const read = makeBaselines({
    stored: async (_account, name, input) => {
      asked.push(name)
      const value = stored.get(JSON.stringify([name, input]))
      return value === undefined ? null : { value }
    },
    accounts: { find: async () => ({ timezone: ZONE }) as never },
  })
  return { read, asked }
}

test('the band is made of the other players of similar length, never of the player itself', async () => {
  const { read, asked } = baselines()
  const found = await read({ account_id: 'a', player_id: idOf(1), period: PERIOD })
  expect(found).toMatchObject({ similar: 4, players: 4, lengths: { shortest: 90, longest: 120 } })
  // 10, 20, 30 and 40 percent reach the end.
  expect(found.band?.median.at(-1)).toBe(25)
  expect(asked.filter((name) => name === 'userEngagement')).toHaveLength(4)
})

test('what is not stored is told, and too few of them make no band', async () => {
  const { read } = baselines([idOf(2)])
  const found = await read({ account_id: 'a', player_id: idOf(1), period: PERIOD })
  expect(found).toMatchObject({ similar: 4, players: 3, band: null })
})

test('a player whose length is not known has none like it', async () => {
  const { read } = baselines()
  const found = await read({ account_id: 'a', player_id: idOf(99), period: PERIOD })
  expect(found).toMatchObject({ similar: 0, band: null })
})
