import type { Video } from '../../shared/api/video.ts'
import type { StoredFile } from './files.ts'
import type { Applied, VideoStore } from './store.ts'
import type { Token } from './token.ts'

/** For tests: access to the state behind the video management API. */
export interface VideoState {
  /** Applies a colleague's change by the same rules. Throws when a PATCH would be refused. */
  colleague(video_id: string, patch: unknown): Video
  /** The current state of a video. */
  read(video_id: string): Video
  /** The bodies of applied PATCH requests, in order. */
  readonly applied: readonly Applied[]
  readonly files: StoredFile[]
  /** Makes the next `count` reads answer with the state before the last change. */
  staleReads(count: number): void
  /** Changes the rights of `video_token`. */
  allow(token: Partial<Token>): void
}

export function makeVideoState(
  { store, files }: { store: VideoStore; files: { all(): StoredFile[] } },
  token: Token,
): VideoState {
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
