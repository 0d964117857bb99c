import { isCollection } from '../../../shared/api/settings/index.ts'
import { type Duplicate } from '../../../shared/features/publishing/edit.ts'
import { itemAt } from '../../../shared/features/publishing/lay.ts'
import type { EditRow, StoredBase } from './edit-row.ts'
import type { StoredDuplicate } from './edit-twins.ts'

interface Tables {
  twins: { list: (account_id: string) => StoredDuplicate[] }
  videos: { find: (account_id: string, video_id: string) => StoredBase | null }
}

/** Possible duplicates as long as both are there and neither is to be deleted. */
export function duplicatesShown(
  { twins, videos }: Tables,
  account_id: string,
  rows: readonly EditRow[],
): Duplicate[] {
  const stored = twins.list(account_id)
  const deleted = new Set(rows.filter(({ kind }) => kind === 'delete').map(placeOf))
  return stored.flatMap(({ group, ...found }) => {
    const { video_id, item_id, twin_of } = found
    const video = videos.find(account_id, video_id)?.video
    if (!video || !isCollection(group)) return []
    const item = itemAt(video, { group, item_id })
    const other = itemAt(video, { group, item_id: twin_of })
    const isLeft = [item_id, twin_of].some((id) =>
      deleted.has(placeOf({ video_id, group, item_id: id })),
    )
    if (!item || !other || isLeft) return []
    return [{ ...found, group, item, videoName: video.name ?? video_id }]
  })
}

const placeOf = ({ video_id, group, item_id }: Pick<EditRow, 'video_id' | 'group' | 'item_id'>) =>
  JSON.stringify([video_id, group, item_id])
