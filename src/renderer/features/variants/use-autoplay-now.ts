import { type Account, hasVideos } from '../../../shared/features/accounts/account.ts'
import { useCall } from '../../query.ts'
import { type AutoplayNow, autoplayOf } from '../../ui/autoplay-now.tsx'

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
