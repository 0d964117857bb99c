import { useMemo } from 'react'
import { tagsInUse } from '../../shared/features/player-marks/player-mark.ts'
import { useCall } from '../query.ts'

const NO_TAGS: readonly string[] = []

/** The tags of videos, which are those of the players with the same ids. */
export function useTags(account_id: string) {
  const marks = useCall('players', 'marks', { account_id }).value
  return useMemo(() => {
    const byId = new Map((marks ?? []).map(({ player_id, tags }) => [player_id, tags]))
    return {
      known: tagsInUse(marks ?? []),
      tagsOf: (video_id: string): readonly string[] => byId.get(video_id) ?? NO_TAGS,
    }
  }, [marks])
}
