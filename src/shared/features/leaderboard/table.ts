import { ACCOUNT_EVENTS, type Leaderboard, type PlayerEventCount } from '../../api/event-counts.ts'
import type { Player } from '../../api/player.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'
import { LAST_PLACE } from '../analytics/requests-audience.ts'

interface RankingView {
  event: string
  /** Number of places shown. */
  limit: number
  /** Whether the compared ranking has every player with the event, and not only the first ones. */
  isWhole: boolean
  players: readonly Pick<Player, 'id' | 'name'>[]
}

type Rankings = Known<readonly Leaderboard[]>

/** One ranking with the players' names, and each player's place in the compared period. */
export function leaderboardTable(
  current: Rankings | null,
  previous: Rankings | null,
  { event, limit, isWhole, players }: RankingView,
): Table {
  const names = new Map(players.map(({ id, name }) => [id, name]))
  const before = rankingOf(previous, event)
  const ranksBefore = new Map(ranked(before ?? []).map((row) => [row.player_id, row.rank]))
  // A ranking that is not full contains every player with the event, so an absent player had none.
  const isFull = !isWhole && before !== null && before.length >= LAST_PLACE
  const unlisted = missing(before ? 'new' : 'no-comparison')
  const unplaced: Cell = isFull ? { missing: 'not-ranked', lastPlace: LAST_PLACE } : unlisted
  const entered = isFull ? missing('entered') : unlisted
  const now = (rankingOf(current, event) ?? []).slice(0, limit)
  const rows = ranked(now).map(({ rank, ...row }): Cell[] => {
    const previousRank = ranksBefore.get(row.player_id)
    return [
      names.get(row.player_id) ?? row.player_id,
      rank,
      previousRank ?? unplaced,
      previousRank === undefined ? entered : previousRank - rank,
      row.uniq_plays,
      row.uniq_device_plays,
      row.total_plays,
      row.player_id,
    ]
  })
  return tableOf([current], {
    compared: previous,
    columns: [
      column('name', 'text'),
      ...columnsOf('count', 'rank', 'previous_rank', 'rank_change', 'uniq_plays'),
      ...columnsOf('count', 'uniq_device_plays', 'total_plays'),
      column('id', 'text'),
    ],
    rows,
  })
}

/** Each player's rank is one more than the number of players with more sessions. */
function ranked(ranking: Leaderboard['leaderboards']) {
  const counts = ranking.map(({ uniq_plays }) => uniq_plays).sort((a, b) => b - a)
  return ranking.map((row) => ({ ...row, rank: counts.indexOf(row.uniq_plays) + 1 }))
}

/** Null without an answer, and for an event that the service refused to rank by. */
export const rankingOf = (rankings: Pick<Rankings, 'value'> | null, event: string) =>
  rankings?.value.find((one) => one.event === event)?.leaderboards ?? null

/** Rankings of all the account's own players, computed from all responses; null while one is missing. */
export function rankingsOf(
  answers: readonly (Known<readonly PlayerEventCount[]> | null)[],
): Known<Leaderboard[]> | null {
  const known = answers.filter((answer) => answer !== null)
  if (known.length < answers.length || known.length === 0) return null
  const counts = known.flatMap(({ value }) => value)
  const value = ACCOUNT_EVENTS.map((event) => ({
    leaderboard_name: event,
    event,
    leaderboards: counts
      .filter((one) => one.event === event && one.total_uniq_sessions > 0)
      .map((one) => ({
        player_id: one.player_id,
        total_plays: one.total,
        uniq_plays: one.total_uniq_sessions,
        uniq_device_plays: one.total_uniq_device,
      }))
      .sort((a, b) => b.uniq_plays - a.uniq_plays || (a.player_id < b.player_id ? -1 : 1)),
  }))
  return { value, asOf: Math.min(...known.map(({ asOf }) => asOf)) }
}
