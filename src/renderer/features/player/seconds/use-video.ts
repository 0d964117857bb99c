import { hasVideos } from '../../../../shared/model/desk.ts'
import type { Video } from '../../../../shared/model/video.ts'
import { type Asked, useAnswer } from '../../../answer.ts'
import { useReport, useView } from '../../../view.ts'
import { type About, videoOf } from '../question.ts'

export interface OfVideo {
  /** False when the account has no way to its videos; a report needs none. */
  canRead: boolean
  /** As the service last gave it; drafts are no past. */
  video: Video | undefined
  failure: Asked<unknown>['failure']
  askAgain: () => void
}

/** The video that a player shows: they share their id. */
export function useVideo({ account_id, player }: About): OfVideo {
  const account = useView(({ info }) => info.accounts.find(({ id }) => id === account_id))
  const isReport = useReport() !== null
  const canRead = isReport || (account !== undefined && hasVideos(account))
  const [question, ...asking] = videoOf(account_id, player.id)
  const asked = useAnswer(canRead ? question : null, ...asking)
  const { failure, askAgain } = asked
  return { canRead, video: asked.value?.base, failure, askAgain }
}
