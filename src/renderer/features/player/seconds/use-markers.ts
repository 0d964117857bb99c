import type { MarkerList } from '../../../../shared/features/markers/marker.ts'
import { type Asked, useAnswer } from '../../../answer.ts'
import { type About, markersOf } from '../question.ts'

/** The seconds of the player's video that the person named. */
export function useMarkers({ account_id, player }: About): Asked<MarkerList> {
  return useAnswer(...markersOf(account_id, player.id))
}
