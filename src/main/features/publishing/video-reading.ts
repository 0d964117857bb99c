import { type Failure, failureOf, isPaused, notFound } from '../../../shared/failure.ts'
import type { OpenVideo, VideoList } from '../../../shared/features/publishing/edit.ts'
import { applyEdits } from '../../../shared/features/publishing/lay.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import { editOf, type StoredBase, type UnreadVideo, type VideoService } from './edit-row.ts'
import type { Now } from './restore.ts'

interface VideoReadingParts {
  store: Pick<Store, 'editedVideo' | 'videoRows' | 'keepVideos' | 'keepVideo'>
  videos: Pick<VideoService, 'list' | 'read'>
  clock: Pick<Clock, 'now' | 'monotonic'>
  onChange: () => void
}

export type VideoReading = ReturnType<typeof makeVideoReading>

/** The stored videos, and reading them again from the service. */
export function makeVideoReading(parts: VideoReadingParts) {
  const { store } = parts
  const { refreshList, refreshOne, troubles } = makeRefreshing(parts)
  return {
    /** The stored list; one that was never read is fetched in the background. */
    async list(account_id: string): Promise<VideoList> {
      const stored = await store.videoRows(account_id)
      const trouble = troubles.get(account_id) ?? null
      if (stored.asOf === null && !trouble) refreshList(account_id).catch(() => undefined)
      return { ...stored, trouble }
    },
    async open(account_id: string, video_id: string): Promise<OpenVideo> {
      const { base, rows, adopted } = await store.editedVideo(account_id, video_id)
      const { video, fetchedAt } = base ?? (await refreshOne(account_id, video_id))
      const edits = rows.map((row) => editOf(row, video))
      return { base: video, shown: applyEdits(video, rows), edits, asOf: fetchedAt, adopted }
    },
    async refresh(account_id: string, video_id: string | null): Promise<void> {
      if (video_id === null) await refreshList(account_id)
      else await refreshOne(account_id, video_id)
    },
    /** A video with all waiting edits applied. Throws `not-found` when it was never read. */
    async now(account_id: string, video_id: string): Promise<Now> {
      const { base, rows } = await store.editedVideo(account_id, video_id)
      if (!base) throw notFound('This video is not on this computer.')
      return { shown: applyEdits(base.video, rows), base: base.video }
    },
    forget: (account_id: string) => troubles.delete(account_id),
    /** To be called when requests may be sent again: a list that was not requested is not in trouble. */
    goOn() {
      for (const [account_id, trouble] of troubles)
        if (isPaused(trouble)) troubles.delete(account_id)
      parts.onChange()
    },
  }
}

const unreadFailure = ({ id, fault }: UnreadVideo): Failure => ({
  kind: 'malformed',
  reason: 'shape',
  where: `${id}: ${fault}`,
  service: 'video',
})

function makeRefreshing({ store, videos, clock, onChange }: VideoReadingParts) {
  const underWay = new Map<string, Promise<void>>()
  /** Why the last read of the list failed, by account. */
  const troubles = new Map<string, Failure>()

  const readTime = () => ({ fetchedAt: clock.now(), begunAt: clock.monotonic() })

  // Stored with the time of the request, so that a video which was read since is not replaced.
  async function readList(account_id: string) {
    const { fetchedAt: asOf, begunAt } = readTime()
    try {
      const { value, unread } = await videos.list(account_id)
      const unread_ids = unread.map(({ id }) => id)
      await store.keepVideos(account_id, value, asOf, { unread_ids, begunAt })
      const [first] = unread
      if (first) troubles.set(account_id, unreadFailure(first))
      else troubles.delete(account_id)
    } catch (thrown) {
      troubles.set(account_id, failureOf(thrown))
      throw thrown
    } finally {
      underWay.delete(account_id)
      onChange()
    }
  }

  return {
    troubles,
    /** Callers share one running read of the list. */
    refreshList(account_id: string): Promise<void> {
      const known = underWay.get(account_id)
      if (known) return known
      const reading = readList(account_id)
      underWay.set(account_id, reading)
      return reading
    },
    async refreshOne(account_id: string, video_id: string): Promise<StoredBase> {
      const at = readTime()
      const { value } = await videos.read(account_id, video_id)
      const base = { ...at, video: value }
      await store.keepVideo(account_id, base)
      onChange()
      return base
    },
  }
}
