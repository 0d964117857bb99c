import type { Video } from '../../shared/model/video.ts'
import { type Item, newEquals } from './adoption.ts'
import { keyOf, type Target } from './next.ts'
import type { Adopted } from './plan.ts'

const WATCHED_MS = 24 * 3_600_000

interface Watched {
  adopted: Adopted
  until: number
}

export interface Twin extends Adopted {
  twin: Item
}

/**
 * Items that took more than one request: should an earlier one be applied after all, later than any
 * should be, reads of the next day show its item.
 */
export function makeTwins() {
  const watched = new Map<string, Watched[]>()
  /** Items that are ours or were told of, by video. */
  const known = new Map<string, Set<string>>()

  return {
    /** What a read shows beside what is known, when these become known with it. */
    late(
      target: Target,
      video: Video,
      { now, posted }: { now: number; posted: Adopted[] },
    ): Twin[] {
      const key = keyOf(target)
      const ids = new Set([...(known.get(key) ?? []), ...posted.flatMap(idsOf)])
      const all = (watched.get(key) ?? []).filter(({ until }) => until > now)
      watched.set(key, all)
      return all.flatMap(({ adopted }) =>
        newEquals(adopted.row, video)
          .filter(({ id }) => !ids.has(id))
          .map((twin) => ({ ...adopted, twin })),
      )
    },
    /** Once it is kept. */
    keep(target: Target, { now, posted, late }: { now: number; posted: Adopted[]; late: Twin[] }) {
      const key = keyOf(target)
      const resent = posted.filter(({ row }) => row.attempt > 1)
      const fresh = resent.map((adopted) => ({ adopted, until: now + WATCHED_MS }))
      watched.set(key, [...(watched.get(key) ?? []), ...fresh])
      const ids = [...posted.flatMap(idsOf), ...late.map(({ twin }) => twin.id)]
      known.set(key, new Set([...(known.get(key) ?? []), ...ids]))
    },
  }
}

const idsOf = ({ item, twins }: Adopted) => [item.id, ...twins.map(({ id }) => id)]
