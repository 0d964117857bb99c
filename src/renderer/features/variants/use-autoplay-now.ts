import { type Account, hasVideos } from '../../../shared/features/accounts/account.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'

/** Video, smart_autoplay: both are read-only. */
export interface AutoplayNow {
  mode: string | null
  /** The number of the autoplay that is shown to everyone. */
  active: string | null
}

/** The autoplay settings of the player's video; null where the account has no such video. */
export function useAutoplayNow(
  account: Account,
  player_id: string,
  isWanted: boolean,
): AutoplayNow | null {
  const account_id = account.id
  const canAsk = isWanted && hasVideos(account)
  const query = useQuery(
    canAsk ? JSON.stringify(['autoplay', account_id, player_id]) : null,
    // A video has the id of its player where both exist.
    () => call.videos.open({ account_id, video_id: player_id }),
    ['videos'],
  )
  const settings = query.value?.base.smart_autoplay
  return settings ? autoplayOf(settings) : null
}

function autoplayOf(settings: Readonly<Record<string, unknown>>): AutoplayNow {
  const { mode, active_number } = settings
  return { mode: textOf(mode), active: textOf(active_number) }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
