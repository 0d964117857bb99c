import { useMemo } from 'react'
import { type Player, unlistedPlayer } from '../shared/api/player.ts'
import { isLoading, useCall } from './query.ts'

/**
 * A player of the list, or what is known of one that left it; undefined until that is read. Its stored answers
 * are found by the length and pitch in force when they were requested.
 */
export function usePlayer(
  account_id: string,
  player_id: string | null,
  players: readonly Player[] | undefined,
): Player | undefined {
  const listed = players?.find(({ id }) => id === player_id)
  const isUnlisted = player_id !== null && players !== undefined && listed === undefined
  const known = useCall('players', 'lastKnown', isUnlisted ? { account_id, player_id } : null)
  const { value } = known
  // A report of an earlier version does not hold it.
  const isKnown = isUnlisted && !isLoading(known)
  const unlisted = useMemo(
    () => (isKnown ? unlistedPlayer(player_id, value) : undefined),
    [isKnown, player_id, value],
  )
  return listed ?? unlisted
}
