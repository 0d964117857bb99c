import type { MarkerList } from '../../../../shared/model/marker.ts'
import { type Asked, useAnswer } from '../../../answer.ts'
import { call } from '../../../bridge.ts'
import { type About } from '../question.ts'

/** The seconds of the player's video that the person named. */
export function useMarkers({ account_id, player }: About): Asked<MarkerList> {
  return useAnswer(
    `markers ${account_id} ${player.id}`,
    () => call.markers.list({ account_id, player_id: player.id }),
    ['markers'],
  )
}
