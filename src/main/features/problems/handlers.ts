import type { VideoFigures } from '../../../shared/features/sheet/figures.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { VideoReading } from '../publishing/video-reading.ts'
import { makeNewestPlays, type PlaysParts } from '../sheet/figures.ts'

type ProblemsParts = PlaysParts & { store: Pick<Store, 'problemList' | 'videosWithErrors'> }
type FindingHandlers = Pick<CallHandlers['problems'], 'list' | 'videosWithErrors'>

/** The calls that check all videos; the store answers the others itself. */
export function problemsHandlers(
  parts: ProblemsParts,
  reading: Pick<VideoReading, 'list'>,
): FindingHandlers {
  const { store } = parts
  const newestPlays = makeNewestPlays(parts)
  return {
    async list({ account_id, isActiveOnly, ...options }) {
      const video_ids = isActiveOnly ? activeVideos(await newestPlays(account_id)) : null
      const list = await store.problemList(account_id, { ...options, video_ids })
      // Videos that were never read are fetched in the background.
      if (list.checked === 0) await reading.list(account_id)
      return list
    },
    /** The store's thread checks in slices, so main is not blocked. */
    videosWithErrors: ({ account_id }) => store.videosWithErrors(account_id),
  }
}

/** The videos with plays in the period in which `makeNewestPlays` looks at each. */
const activeVideos = (found: readonly VideoFigures[]) =>
  found.filter(({ rows }) => (rows['']?.plays ?? 0) > 0).map(({ video_id }) => video_id)
