import { videoId } from '../../api/video.ts'
import { onAccount, onVideo } from '../../model/ids.ts'
import { done, type Operation, returns } from '../../operation.ts'
import type { VideoDesk, VideoList } from '../publishing/edit.ts'
import type { StoredBreakdowns } from './dry-run.ts'

/** What the window may ask of videos. */
export const videosCalls = {
  list: { input: onAccount, output: returns<VideoList>() },
  open: { input: onVideo, output: returns<VideoDesk>() },
  /** Reads one video from the service again, or with null the whole list. */
  refresh: { input: onAccount.extend({ video_id: videoId.nullable() }), output: done },
  /** What is stored of its audience by session field, of the newest period; null when nothing is. */
  breakdowns: { input: onVideo, output: returns<StoredBreakdowns | null>() },
} satisfies Record<string, Operation>
