import type { Video } from '../../../shared/api/video.ts'
import { type Failure, failureOf } from '../../../shared/failure.ts'
import type { Problem } from '../../../shared/features/publishing/edit.ts'
import type { Clock } from '../../clock.ts'
import type { EditRow, EditStore, VideoService } from './edit-row.ts'

/** The video whose edits are posted. */
export interface Target {
  account_id: string
  video_id: string
}

/** What is to be told of an item, beside its entry in the history. */
export interface Told extends Target {
  event: 'duplicate' | 'overwritten'
  item_id: string | null
}

/** What would be wrong with a video; a wrong value that its `base` has already holds nothing back. Pure. */
export type CheckVideo = (video: Video, context: { base: Video }) => Problem[]

export interface OutboxParts {
  store: EditStore
  videos: Pick<VideoService, 'read' | 'patch'>
  clock: Clock
  /** A number from 0 to just under 1. */
  random: () => number
  onChange: (account_id: string) => void
  onTold?: (told: Told) => void
  check?: CheckVideo
  /** Uploads a picture kept here by its hash, and gives the id that the service gave it. */
  upload?: (account_id: string, hash: string) => Promise<string>
  /** Is told of file ids that the service refuses; gives the hashes of those that are pictures here. */
  disown?: (account_id: string, file_ids: readonly string[]) => Promise<Map<string, string>>
  /** How long a request without an answer may still be applied. */
  quarantineMs?: number
}

/** What comes after one step with a video. */
export type Next =
  | { kind: 'again' }
  /** Nothing is left to do with it. */
  | { kind: 'idle' }
  | { kind: 'later'; ms: number }
  | { kind: 'trouble'; failure: Failure }

export const QUARANTINE_MS = 120_000

export const keyOf = ({ account_id, video_id }: Target) => JSON.stringify([account_id, video_id])

export const isInFlight = ({ status }: Pick<EditRow, 'status'>) =>
  status === 'sending' || status === 'confirming'

export const isAsItWas = { theirs: null, failure: null, waitsUntil: null, missedAt: null } as const

export type Attempt<T> = { failure: null; value: T } | { failure: Failure; value: null }

/** What became of asking the service. */
export const attempt = <T>(asked: Promise<T>): Promise<Attempt<T>> =>
  asked.then(
    (value) => ({ failure: null, value }),
    (thrown: unknown) => ({ failure: failureOf(thrown), value: null }),
  )
