import { useEffect, useMemo, useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Edit, EditsList } from '../../../shared/features/publishing/edit.ts'
import { sharedSheetVideos } from '../../ui/sheet-videos.ts'

/**
 * The list of edits that fits the shown videos. When an edit leaves the list because it was published, its
 * value is in its video, which takes longer to read: until then the list that still has it is used. Otherwise
 * the value of before would be shown, and the next action would be computed from it.
 */
export function useFittingEdits(
  account_id: string,
  group: Group,
  list: EditsList | undefined,
): EditsList | undefined {
  const videos = useMemo(() => sharedSheetVideos(account_id, group), [account_id, group])
  const [fitting, setFitting] = useState(list)
  const isEarly = fitting !== list && videos.isFetching() && lacksSome(fitting, list, group)
  if (fitting !== list && !isEarly) setFitting(list)
  useEffect(() => {
    if (!isEarly) return
    let isNewest = true
    void videos.answered().then(() => {
      if (isNewest) setFitting(list)
    })
    return () => {
      isNewest = false
    }
  }, [isEarly, videos, list])
  return isEarly ? fitting : list
}

/** Whether an edit of a group is not in the newer list any more. */
export function lacksSome(
  older: EditsList | undefined,
  newer: EditsList | undefined,
  group: Group,
): boolean {
  const placeOf = ({ video_id, key }: Edit) => `${video_id} ${key}`
  const there = new Set(newer?.edits.map(placeOf))
  return older?.edits.some((edit) => edit.group === group && !there.has(placeOf(edit))) ?? false
}
