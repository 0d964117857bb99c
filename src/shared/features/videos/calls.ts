import { videoId } from '../../api/video.ts'
import { onAccount, onVideo } from '../../model/ids.ts'
import { noOutput, type Operation, returns } from '../../operation.ts'
import type { Period } from '../../time/period.ts'
import type { OpenVideo, VideoList } from '../publishing/edit.ts'
import type { StoredBreakdowns } from './dry-run.ts'

export const videosCalls = {
  list: { input: onAccount, output: returns<VideoList>() },
  open: { input: onVideo, output: returns<OpenVideo>() },
  /** Reads one video again from the service, or the whole list with null. */
  refresh: { input: onAccount.extend({ video_id: videoId.nullable() }), output: noOutput },
  /** The stored breakdowns of its audience of one period, a complete one first; null when there are none. */
  breakdowns: { input: onVideo, output: returns<StoredBreakdowns | null>() },
  /** The newest whole days of which the curve of its audience is stored; null when none are. */
  audiencePeriod: { input: onVideo, output: returns<Period | null>() },
} satisfies Record<string, Operation>
