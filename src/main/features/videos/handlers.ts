import type { DeskHandlers } from '../../shell/router.ts'
import type { VideoReading } from '../publishing/video-reading.ts'
import type { ReadBreakdowns } from './breakdowns.ts'

export function videosHandlers(
  reading: VideoReading,
  readBreakdowns: ReadBreakdowns,
): DeskHandlers['videos'] {
  return {
    list: ({ account_id }) => reading.list(account_id),
    open: ({ account_id, video_id }) => reading.open(account_id, video_id),
    refresh: ({ account_id, video_id }) => reading.refresh(account_id, video_id),
    breakdowns: ({ account_id, video_id }) => readBreakdowns(account_id, video_id),
  }
}
