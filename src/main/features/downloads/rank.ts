import { loadPriority } from '../../../shared/features/player-marks/player-mark.ts'
import { addDays, todayIn } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'

interface RankParts {
  store: Pick<Store, 'overview' | 'accounts'> & { players: Pick<Store['players'], 'marks'> }
  clock: Clock
}

/** Number of days whose plays show which players are active. */
const ACTIVE_DAYS = 30

/** Ranks pinned players first, then recently opened ones, then the most played. */
export function makeRank({ store, clock }: RankParts) {
  return async (account_id: string) => {
    const zone = (await store.accounts()).find(({ id }) => id === account_id)?.timezone ?? 'UTC'
    const end = todayIn(zone, clock.now())
    const period = { start: addDays(end, 1 - ACTIVE_DAYS), end }
    const [marks, plays] = await Promise.all([
      store.players.marks({ account_id }),
      store.overview(account_id, zone, period, null).then(({ rows }) => rows.map(playsOf)),
    ])
    const markOf = new Map(marks.map((mark) => [mark.player_id, mark]))
    const playsById = new Map(plays)
    return (player_id: string) => loadPriority(markOf.get(player_id), playsById.get(player_id) ?? 0)
  }
}

type Row = Awaited<ReturnType<Store['overview']>>['rows'][number]

const playsOf = ({ player, current }: Row): [string, number] => [
  player.id,
  current.period?.total_started ?? current.sums?.total_started ?? 0,
]
