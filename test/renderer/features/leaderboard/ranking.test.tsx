import { beforeAll, expect, test } from 'vitest'
import {
  RefusedRankings,
  Unlisted,
} from '../../../../src/renderer/features/leaderboard/ranking.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { type Leaderboard, RANKED_EVENTS } from '../../../../src/shared/api/event-counts.ts'
import { leaderboardTable } from '../../../../src/shared/features/leaderboard/table.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'
import { aPlayer } from '../../../support/statistics.ts'

beforeAll(() => startText('en'))

const counts = { uniq_plays: 3, uniq_device_plays: 3, total_plays: 4 }
const leaderboards = [{ player_id: aPlayer().id, ...counts }]
const ranking: Leaderboard = { leaderboard_name: 'started', event: 'started', leaderboards }

test('a player without a name is said to be none of the list only once the list was read', () => {
  const said = (players: ReturnType<typeof aPlayer>[], isListRead: boolean) => {
    const view = { event: 'started', limit: 10, players, isWhole: false }
    const table = leaderboardTable({ value: [ranking], asOf: NOW }, null, view)
    return wordsOf(<Unlisted {...{ table, isListRead }} />)
  }
  expect(said([], true)).toContain('not in the player list')
  expect(said([aPlayer()], true)).toBe('')
  expect(said([], false)).toBe('')
})

test('a ranking that the answer lacks is said to be refused, and none of one that has no player', () => {
  const said = (events: readonly string[]) => {
    const value = events.map((event) => ({ ...ranking, event, leaderboards: [] }))
    return wordsOf(<RefusedRankings events={RANKED_EVENTS} answer={{ value }} />)
  }
  const others = RANKED_EVENTS.filter((event) => event !== 'clicked')
  expect(said(others)).toBe('This account’s service refuses these rankings: Most clicked.')
  expect(said(RANKED_EVENTS)).toBe('')
})
