import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'
import type { VideoReading } from '../publishing/video-reading.ts'

type ProblemsStore = Pick<Store, 'problemList' | 'videosWithErrors'>
type FindingHandlers = Pick<DeskHandlers['problems'], 'list' | 'videosWithErrors'>

/** The calls that look at all videos; the others are the store's own. */
export function problemsHandlers(
  store: ProblemsStore,
  reading: Pick<VideoReading, 'list'>,
): FindingHandlers {
  return {
    async list({ account_id, ...asked }) {
      const list = await store.problemList(account_id, asked)
      // Videos that were never read are fetched behind the answer.
      if (list.checked === 0) await reading.list(account_id)
      return list
    },
    /** The store's thread looks at them in slices, so that main is free. */
    videosWithErrors: ({ account_id }) => store.videosWithErrors(account_id),
  }
}
