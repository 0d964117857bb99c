import { COLLECTIONS } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import { type Item, itemAt, itemsOf } from '../../../shared/features/publishing/lay.ts'
import { placeKey } from '../../../shared/features/publishing/register.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import type { OfVideo } from './duplicates.ts'
import { OUTDATED_READS_MS, type ReadTime } from './edit-row.ts'

/** The key of the video itself among what reads lack. */
const WHOLE = ''

/** Milliseconds until each is gone that reads lack, by its `placeKey`. */
type Missing = ReadonlyMap<string, number>

interface Known {
  /** The first of the reads in a row that lacked it, by its `placeKey`. */
  missing: Map<string, ReadTime>
  /** The read that is stored. */
  stored?: ReadTime
  /** The read that confirmed the last publish. */
  posted?: ReadTime
}

/**
 * What is known of the reads of each video since the start. A later read is one that began later,
 * whatever the computer's clock was set to. Of what reads lack, one read is not enough for a deletion, as it may be outdated or
 * incomplete: the next ones must lack it too, for as long as reads can be outdated. Not on the disk,
 * so after a start it is to be missed anew.
 */
export function makeReads() {
  const videos = new Map<string, Known>()
  const ofVideo = ({ account_id, video_id }: OfVideo) =>
    getOrCreate(
      videos,
      JSON.stringify([account_id, video_id]),
      (): Known => ({
        missing: new Map(),
      }),
    )

  function leftOf(since: ReadTime | undefined, read: ReadTime): number {
    // Negative when the clock was set back.
    const passed = since ? elapsed(since, read) : 0
    return OUTDATED_READS_MS - Math.max(0, passed)
  }

  function miss(known: Map<string, ReadTime>, lacked: readonly string[], read: ReadTime): Missing {
    const missing = new Map<string, number>()
    for (const key of lacked) {
      const left = leftOf(known.get(key), read)
      if (left === OUTDATED_READS_MS) known.set(key, read)
      if (left > 0) missing.set(key, left)
    }
    return missing
  }

  return {
    /** Takes note of a stored read, and whether it confirmed a publish. */
    keep(of: OfVideo, { fetchedAt, begunAt }: ReadTime, isOfPublish = false) {
      const read = { fetchedAt, begunAt }
      Object.assign(ofVideo(of), { stored: read, ...(isOfPublish && { posted: read }) })
    },
    /** Whether a read began before the one that is stored. */
    isOlder(of: OfVideo, read: ReadTime): boolean {
      const { stored } = ofVideo(of)
      return stored !== undefined && elapsed(stored, read) < 0
    },
    /** For how many milliseconds a read can still be from before the stored one; 0 when the clock was set back. */
    outdatedFor(of: OfVideo, { fetchedAt }: ReadTime, read: ReadTime): number {
      const passed = elapsed(ofVideo(of).stored ?? { fetchedAt }, read)
      return passed < 0 ? 0 : Math.max(0, OUTDATED_READS_MS - passed)
    },
    /** Undefined when no publish was confirmed since the start. */
    posted: (of: OfVideo): ReadTime | undefined => ofVideo(of).posted,
    /** A read that found the video: what it lacks of the stored one, and may still be there. */
    saw(of: OfVideo, stored: Video | null, read: ReadTime & { video: Video }): Missing {
      const known = ofVideo(of).missing
      const lacked = stored ? lackedBy(read.video, stored) : []
      for (const key of known.keys()) if (!lacked.includes(key)) known.delete(key)
      return miss(known, lacked, read)
    },
    /** A read that found the video, without showing what is in it. */
    found: (of: OfVideo) => void ofVideo(of).missing.delete(WHOLE),
    /** A read that did not find the video; whether it may still be there, and for how long. */
    missed: (of: OfVideo, read: ReadTime): number =>
      miss(ofVideo(of).missing, [WHOLE], read).get(WHOLE) ?? 0,
  }
}

/** Milliseconds from one read to another, whatever the computer's clock was set to between them. */
export const elapsed = (from: ReadTime, to: ReadTime): number =>
  from.begunAt !== undefined && to.begunAt !== undefined
    ? to.begunAt - from.begunAt
    : to.fetchedAt - from.fetchedAt

const lackedBy = (read: Video, stored: Video): string[] =>
  COLLECTIONS.flatMap((group) =>
    itemsOf(stored, group)
      .filter(({ id }) => !itemAt(read, { group, item_id: id }))
      .map(({ id }) => placeKey({ group, item_id: id })),
  )

/** A read with the items that it lacks and that may still be there, each where it is stored. */
export function withMissing(read: Video, stored: Video | null, missing: Missing): Video {
  if (!stored || missing.size === 0) return read
  const whole: Record<string, unknown> = { ...read }
  for (const group of COLLECTIONS) {
    const isKept = ({ id }: Item) => missing.has(placeKey({ group, item_id: id }))
    if (!itemsOf(stored, group).some(isKept)) continue
    const items = [...itemsOf(read, group)]
    for (const [at, item] of itemsOf(stored, group).entries()) {
      const before = items.findIndex(({ id }) => id === itemsOf(stored, group)[at - 1]?.id)
      if (isKept(item)) items.splice(before + 1, 0, item)
    }
    whole[group] = { ...fieldsOf(read[group] ?? stored[group]), items }
  }
  return whole as Video
}
