import { expect, test } from 'vitest'
import { leaderboardTable, rankingsOf } from '../../../../src/shared/features/leaderboard/table.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { cellAt, idOf } from '../../../support/statistics.ts'

const ranking = (event: string, ids: number[]) => ({
  leaderboard_name: `leaderboard_${ids.length}`,
  event,
  leaderboards: ids.map((id, index) => ({
    player_id: idOf(id),
    total_plays: 30 - index,
    uniq_plays: 20 - index,
    uniq_device_plays: 10 - index,
  })),
})
const players = [1, 2, 3].map((id) => ({ id: idOf(id), name: `Player ${id}` }))
const view = { event: 'finished', limit: 3, players, isWhole: false }

test('a ranking has names, counts and the change of rank since the compared period', () => {
  const current = { value: [ranking('started', [3]), ranking('finished', [1, 2, 3])], asOf: 20 }
  const previous = { value: [ranking('finished', [3, 1, 2])], asOf: 10 }
  const table = leaderboardTable(current, previous, view)
  expect(table.columns.map(({ key }) => key)).toEqual([
    'name',
    'rank',
    'previous_rank',
    'rank_change',
    'uniq_plays',
    'uniq_device_plays',
    'total_plays',
    'id',
  ])
  expect(table.rows[0]).toEqual(['Player 1', 1, 2, 1, 20, 10, 30, idOf(1)])
  expect(table.rows.map((row) => row[3])).toEqual([1, 1, -2])
  expect(table.asOf).toBe(10)
})

test('a player not ranked before is new, or entered from below the last requested rank', () => {
  const current = { value: [ranking('finished', [1, 2])], asOf: 2 }
  const short = { value: [ranking('finished', [1, 3, 9])], asOf: 1 }
  expect(cellAt(leaderboardTable(current, short, view), 1, 'rank_change')).toEqual(missing('new'))
  const hundred = Array.from({ length: 100 }, (_, index) => index + 3)
  const full = { value: [ranking('finished', hundred)], asOf: 1 }
  const table = leaderboardTable(current, full, view)
  expect(cellAt(table, 1, 'previous_rank')).toEqual({ missing: 'not-ranked', lastPlace: 100 })
  expect(cellAt(table, 1, 'rank_change')).toEqual(missing('entered'))
})

test('of a ranking only the first places are shown, and earlier ranks are also known below them', () => {
  const current = { value: [ranking('finished', [1, 2, 3, 4])], asOf: 2 }
  const previous = { value: [ranking('finished', [4, 5, 6, 2, 1])], asOf: 1 }
  const table = leaderboardTable(current, previous, { ...view, limit: 2 })
  expect(table.rows.map((row) => row.slice(0, 4))).toEqual([
    ['Player 1', 1, 5, 4],
    ['Player 2', 2, 4, 2],
  ])
})

test('without a comparison there is a note, and no change of rank', () => {
  const current = { value: [ranking('finished', [2])], asOf: 2 }
  const table = leaderboardTable(current, null, view)
  expect(cellAt(table, 0, 'rank_change')).toEqual(missing('no-comparison'))
  expect(table.asOf).toBe(2)
})

test('nobody is new in a ranking of which the compared period has none', () => {
  const current = { value: [ranking('finished', [2])], asOf: 2 }
  const table = leaderboardTable(current, { value: [ranking('started', [2])], asOf: 1 }, view)
  expect(cellAt(table, 0, 'rank_change')).toEqual(missing('no-comparison'))
})

test('a player missing from the list is shown by its id, and an event without an answer has no rows', () => {
  const current = { value: [ranking('finished', [7])], asOf: 2 }
  expect(cellAt(leaderboardTable(current, null, view), 0, 'name')).toBe(idOf(7))
  expect(leaderboardTable(current, null, { ...view, event: 'viewed' }).rows).toEqual([])
})

const eventCounts = (sessions: Record<number, number>) => ({
  asOf: 1,
  value: Object.entries(sessions).map(([id, count]) => ({
    ...{ player_id: idOf(Number(id)), event: 'started', total: count },
    ...{ total_uniq_sessions: count, total_uniq_device: count },
  })),
})

test('players with equally many sessions have one rank, in both periods', () => {
  const current = rankingsOf([eventCounts({ 1: 5, 2: 9, 3: 5 })])
  const previous = rankingsOf([eventCounts({ 1: 1, 2: 5, 3: 5 })])
  const table = leaderboardTable(current, previous, { ...view, event: 'started' })
  expect(table.rows.map((row) => row.slice(0, 4))).toEqual([
    ['Player 2', 1, 1, 0],
    ['Player 1', 2, 3, 1],
    ['Player 3', 2, 1, -1],
  ])
})

test('in the rankings of the account’s own players, whose counts are all known, none enters from below', () => {
  const current = rankingsOf([eventCounts({ 1: 9, 2: 8, 3: 7, 4: 6 })])
  const previous = rankingsOf([eventCounts({ 1: 0, 2: 1, 3: 9, 4: 5 })])
  const table = leaderboardTable(current, previous, {
    ...{ event: 'started', limit: 2, players, isWhole: true },
  })
  expect(table.rows.map((row) => row.slice(0, 4))).toEqual([
    ['Player 1', 1, missing('new'), missing('new')],
    ['Player 2', 2, 3, 1],
  ])
})
