import { expect, test } from 'vitest'
import { makeBaselines } from '../../../../src/main/features/player/baselines.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { Period } from '../../../../src/shared/time/period.ts'
import { aPlayer, idOf } from '../../../support/statistics.ts'

const ZONE = 'America/Sao_Paulo'
const PERIOD = { start: '2026-03-01', end: '2026-03-07' }
const LENGTHS = [100, 110, 90, 120, 100, 300]
const players: Player[] = LENGTHS.map((duration, index) =>
  aPlayer({ id: idOf(index + 1), duration, pitch_time: 50 }),
)

/** A player that left the list. */
const LEFT = idOf(9)

/** A stored curve of other days, another zone or another length. */
interface More {
  id: string
  /** Percent that reach the end. */
  end: number
  period: Period
  timezone?: string
  duration?: number
  sessions?: number
}

function baselines(without: readonly string[] = [], more: readonly More[] = []) {
  const asked: string[] = []
  const stored = new Map<string, unknown>([[JSON.stringify(['players', {}]), players]])
  const keep = (player: Player, end: number, of: Partial<More> = {}) => {
    const { period = PERIOD, timezone = ZONE, sessions = 100 } = of
    const { name, input } = requestsAbout(player, period, timezone).userEngagement
    const grouped_timed = [
      { timed: 0, total_users: sessions - end },
      { timed: player.duration, total_users: end },
    ]
    const value = { grouped_timed, average_watched_time: 0, engagement_rate: 0 }
    stored.set(JSON.stringify([name, input]), value)
  }
  for (const [index, player] of players.entries()) {
    // Of a hundred sessions ten times the player's place reach the end.
    if (!without.includes(player.id)) keep(player, 10 * index)
  }
  for (const { id, end, duration = 100, ...of } of more) keep(aPlayer({ id, duration }), end, of)
  const read = makeBaselines({
    store: {
      players: {
        lastKnown: async ({ player_id }) => ({
          duration: player_id === LEFT ? 100 : 0,
          pitch_time: 0,
        }),
      },
      answeredInputs: async (_account, name) => {
        asked.push('answered inputs')
        return [...stored.keys()]
          .map((key) => JSON.parse(key) as [string, Record<string, unknown>])
          .filter(([of]) => of === name)
          .map(([, input]) => input)
      },
    },
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

test('a player that left the list is compared by the length that was last known', async () => {
  const { read } = baselines()
  const found = await read({ account_id: 'a', player_id: LEFT, period: PERIOD })
  expect(found).toMatchObject({ similar: 5, players: 5, lengths: { shortest: 90, longest: 120 } })
})

test('missing curves are counted, and too few curves give no band', async () => {
  const { read } = baselines([idOf(2)])
  const found = await read({ account_id: 'a', player_id: idOf(1), period: PERIOD })
  expect(found).toMatchObject({ similar: 4, players: 3, band: null })
})

test('stored answers are listed once for all players without a curve of the requested days', async () => {
  const { read, asked } = baselines([idOf(2), idOf(3)])
  await read({ account_id: 'a', player_id: idOf(1), period: PERIOD })
  expect(asked.filter((name) => name === 'answered inputs')).toHaveLength(1)
})

test('a player without a curve of the days uses its newest one of the same zone and length', async () => {
  const id = idOf(5)
  const { read } = baselines(
    [id],
    [
      { id, end: 5, period: { start: '2026-02-20', end: '2026-02-21' } },
      { id, end: 90, period: { start: '2026-02-01', end: '2026-02-28' } },
      { id, end: 6, period: { start: '2026-02-02', end: '2026-02-28' } },
      { id, end: 7, period: { start: '2026-03-01', end: '2026-03-09' }, timezone: 'UTC' },
      { id, end: 8, period: { start: '2026-03-01', end: '2026-03-09' }, duration: 130 },
    ],
  )
  const found = await read({ account_id: 'a', player_id: idOf(1), period: PERIOD })
  expect(found).toMatchObject({
    players: 4,
    otherDays: { players: 1, period: { start: '2026-02-01', end: '2026-02-28' } },
  })
  // 10, 20, 30 and, of the newest and longest, 90 percent reach the end.
  expect(found.band?.median.at(-1)).toBe(25)
  expect(found.band?.upper.at(-1)).toBe(45)
})

test('newest days with too few sessions are passed over for older ones with enough', async () => {
  const id = idOf(5)
  const { read } = baselines(
    [id],
    [
      { id, end: 5, sessions: 40, period: { start: '2026-03-09', end: '2026-03-09' } },
      { id, end: 90, period: { start: '2026-02-01', end: '2026-02-28' } },
    ],
  )
  const found = await read({ account_id: 'a', player_id: idOf(1), period: PERIOD })
  expect(found).toMatchObject({
    players: 4,
    otherDays: { players: 1, period: { start: '2026-02-01', end: '2026-02-28' } },
  })
})

test('curves of the requested days are preferred, and no newer ones are looked up', async () => {
  const id = idOf(5)
  const { read, asked } = baselines(
    [],
    [{ id, end: 90, period: { start: '2026-03-01', end: '2026-03-30' } }],
  )
  const found = await read({ account_id: 'a', player_id: idOf(1), period: PERIOD })
  expect(found.otherDays).toBe(null)
  expect(found.band?.upper.at(-1)).toBe(32.5)
  expect(asked).not.toContain('answered inputs')
})

test('a player of unknown length has no similar players', async () => {
  const { read } = baselines()
  const found = await read({ account_id: 'a', player_id: idOf(99), period: PERIOD })
  expect(found).toMatchObject({ similar: 0, band: null })
})
