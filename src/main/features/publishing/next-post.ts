import type { Video } from '../../../shared/api/video.ts'
import { type Failure, failureOf } from '../../../shared/failure.ts'
import type { Problem } from '../../../shared/features/publishing/edit.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { SeenVideo } from './edit-commit.ts'
import type { StoredBase, VideoService } from './edit-row.ts'

/** A video whose edits are posted. */
export interface Target {
  account_id: string
  video_id: string
}

/** Something to notify the user of, besides its entry in the history. */
export interface Notice extends Target {
  event: 'duplicate' | 'overwritten'
  item_id: string | null
}

/** Problems that a video would have; those that edits of its `base` left are warnings. Pure. */
export type CheckVideo = (video: Video, context: { base: Video }) => Problem[]

export type EditStore = Pick<
  Store,
  | ('queueEdits' | 'stopEdits' | 'resolveEdits' | 'commitEdits')
  | ('seeVideo' | 'editedVideo' | 'editRows')
>

export interface OutboxParts {
  /** Each call is one transaction, durable when it resolves. */
  store: EditStore
  videos: Pick<VideoService, 'read' | 'patch'>
  clock: Clock
  /** Returns a number from 0 to just under 1. */
  random: () => number
  onChange: (account_id: string) => void
  onNotice?: (notice: Notice) => void
  check?: CheckVideo
  /** Uploads a picture of this computer by its hash; resolves with the service's id. */
  upload?: (account_id: string, hash: string) => Promise<string>
  /** Forgets file ids that the service refuses; resolves with the hashes of ours by id. */
  deleteUploads?: (account_id: string, file_ids: readonly string[]) => Promise<Map<string, string>>
  /** How long a request without an answer may still be applied. */
  quarantineMs?: number
}

/** What to do after one step with a video. */
export type Next = (
  | { kind: 'again' }
  /** Nothing is left to do. */
  | { kind: 'idle' }
  | { kind: 'later'; ms: number }
  | { kind: 'trouble'; failure: Failure }
) & {
  /** Whether the next step reads back requests in flight; as before when unknown. */
  isReading?: boolean
  /** Whether a change got through to the service. */
  isThrough?: boolean
}

export const QUARANTINE_MS = 120_000

export const keyOf = ({ account_id, video_id }: Target) => JSON.stringify([account_id, video_id])

export type Outcome<T> = { failure: null; value: T } | { failure: Failure; value: null }

/** The result of a call to the service, without throwing. */
export const outcomeOf = <T>(call: Promise<T>): Promise<Outcome<T>> =>
  call.then(
    (value) => ({ failure: null, value }),
    (thrown: unknown) => ({ failure: failureOf(thrown), value: null }),
  )

/** A read of the service that found the video. */
export interface Fresh extends Pick<StoredBase, 'begunAt'> {
  value: Video
  asOf: number
}

export interface Seen extends SeenVideo {
  fresh: Fresh | null
  /** Why there is none. */
  notFound: Failure | null
}

/** Reads a video, and takes note of what the read lacks. */
export async function readVideo(
  { store, videos, clock }: Pick<OutboxParts, 'store' | 'videos' | 'clock'>,
  { account_id, video_id }: Target,
): Promise<Outcome<Seen>> {
  const at = { fetchedAt: clock.now(), begunAt: clock.monotonic() }
  const { failure, value } = await outcomeOf(videos.read(account_id, video_id))
  if (failure && failure.kind !== 'not-found') return { failure, value: null }
  const seen = await store.seeVideo(account_id, video_id, { ...at, video: value?.value ?? null })
  const fresh = value && { ...value, begunAt: at.begunAt }
  return {
    failure: null,
    value: { ...seen, fresh, notFound: failure && { ...failure, what: 'video' } },
  }
}
