import { itemToSend } from '../../shared/edit/patch-body.ts'
import { fieldsOf, hasAll } from '../../shared/edit/value.ts'
import type { Video } from '../../shared/model/video.ts'
import type { EditRow, Item } from './edit-row.ts'

export const itemsOf = (video: Video, { group }: Pick<EditRow, 'group'>) =>
  (fieldsOf(video[group])['items'] ?? []) as Item[]

/**
 * Items that were not there before an item made here was first sent, and have all that it has. The
 * first is it. Others are its twins: someone's, or of a request that was applied after all.
 */
export function newEquals(row: EditRow, video: Video): Item[] {
  const known = new Set(row.knownIds)
  const want = itemToSend(row.group, row.want)
  return itemsOf(video, row).filter((item) => !known.has(item.id) && hasAll(row.group, item, want))
}
