import type { VideoReading } from '../outbox/video-reading.ts'
import type { DeskHandlers } from '../router.ts'

export function videosHandlers(reading: VideoReading): DeskHandlers['videos'] {
  return {
    list: ({ account_id }) => reading.list(account_id),
    open: ({ account_id, video_id }) => reading.open(account_id, video_id),
    refresh: ({ account_id, video_id }) => reading.refresh(account_id, video_id),
  }
}
