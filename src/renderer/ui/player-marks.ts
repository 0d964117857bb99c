import { useMemo } from 'react'
import { type PlayerMark, tagsInUse } from '../../shared/features/player-marks/player-mark.ts'
import { call } from '../bridge.ts'
import { type Query, useQuery } from '../query.ts'

/** The user's tags and pins of the account's players. */
export const playerMarksOf = (account_id: string): Query<PlayerMark[]> => [
  `marks ${account_id}`,
  () => call.players.marks({ account_id }),
  ['players'],
]

const NO_TAGS: readonly string[] = []

/** The tags of videos, which are those of the players with the same ids. */
export function useTags(account_id: string) {
  const marks = useQuery(...playerMarksOf(account_id)).value
  return useMemo(() => {
    const byId = new Map((marks ?? []).map(({ player_id, tags }) => [player_id, tags]))
    return {
      known: tagsInUse(marks ?? []),
      tagsOf: (video_id: string): readonly string[] => byId.get(video_id) ?? NO_TAGS,
    }
  }, [marks])
}
