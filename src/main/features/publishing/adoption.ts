import type { Video } from '../../../shared/api/video.ts'
import { type Item, itemsOf } from '../../../shared/features/publishing/lay.ts'
import { itemToSend } from '../../../shared/features/publishing/patch-body.ts'
import { hasAll } from '../../../shared/features/publishing/value.ts'
import type { EditRow } from './edit-row.ts'

/**
 * Items that were not there before an item made here was first sent, and have all that it has. The
 * first is it. Others are its twins: someone's, or of a request that was applied after all.
 */
export function newEquals({ group, knownIds, want }: EditRow, video: Video): Item[] {
  const known = new Set(knownIds)
  const wanted = itemToSend(group, want)
  return itemsOf(video, group).filter((item) => !known.has(item.id) && hasAll(group, item, wanted))
}
