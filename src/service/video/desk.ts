import type { Video } from '../../shared/api/video.ts'
import type { StoredFile } from './files.ts'
import type { Applied, VideoStore } from './store.ts'
import type { Token } from './token.ts'

/** What a test does and sees behind the answers of the Video management API. */
export interface VideoDesk {
  /** A change made on the dashboard, by the same rules; throws where a PATCH would be refused. */
  colleague(video_id: string, patch: unknown): Video
  /** The true state of a video. */
  read(video_id: string): Video
  /** Bodies of PATCH that were applied, in their order. */
  readonly applied: readonly Applied[]
  readonly files: StoredFile[]
  /** Lets the next reads of a video, or of the list, answer the state before the last change. */
  staleReads(count: number): void
  /** Changes what `video_token` may do. */
  allow(token: Partial<Token>): void
}

export function makeVideoDesk(
  { store, files }: { store: VideoStore; files: { all(): StoredFile[] } },
  token: Token,
): VideoDesk {
  return {
    colleague: store.colleague,
    read: store.now,
    get applied() {
      store.settle()
      return store.applied
    },
    get files() {
      return files.all()
    },
    staleReads: store.staleReads,
    allow: (change) => void Object.assign(token, change),
  }
}
