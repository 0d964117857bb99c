import { type Account, hasVideos } from '../../../shared/features/accounts/account.ts'
import { useCall } from '../../query.ts'

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
  // A video has the id of its player where both exist.
  const query = useCall('videos', 'open', canAsk ? { account_id, video_id: player_id } : null)
  const settings = query.value?.base.smart_autoplay
  return settings ? autoplayOf(settings) : null
}

function autoplayOf(settings: Readonly<Record<string, unknown>>): AutoplayNow {
  const { mode, active_number } = settings
  return { mode: textOf(mode), active: textOf(active_number) }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
