import type { Group } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { at } from '../videos/check/values.ts'
import type { HistoryEntry } from './edit.ts'
import { itemsOf } from './lay.ts'

export const MODE = 'dispatch.mode'

interface ItemOf {
  group: Group | null
  item_id: string | null
}

/** The mode of a pixel; undefined for other items and missing ones. */
export function modeOf(video: Video | undefined, { group, item_id }: ItemOf): unknown {
  if (!video || group !== 'pixels') return undefined
  return at(
    itemsOf(video, group).find(({ id }) => id === item_id),
    MODE,
  )
}

/** A pixel's mode before and after a history entry, reconstructed from later changes and the current mode. */
export function modesAround(
  { group, item_id, at: time }: HistoryEntry,
  history: readonly HistoryEntry[],
  video: Video | undefined,
): { before: unknown; after: unknown } {
  const since = history
    .filter((one) => one.register === MODE && one.item_id === item_id && one.at >= time)
    .toSorted((one, other) => one.at - other.at)
  const next = since.find((one) => one.at > time)
  const then = next ? next.before : modeOf(video, { group, item_id })
  const together = since.find((one) => one.at === time)
  return together
    ? { before: together.before, after: together.after }
    : { before: then, after: then }
}
