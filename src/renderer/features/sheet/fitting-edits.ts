import { useMemo, useReducer } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Edit, EditsList } from '../../../shared/features/publishing/edit.ts'
import type { makeQuery } from '../../query.ts'
import { sharedSheetVideos } from '../../ui/sheet-videos.ts'

/** The list of edits that fits the shown videos, see `makeFittingEdits`. */
export function useFittingEdits(
  account_id: string,
  group: Group,
  list: EditsList | undefined,
): EditsList | undefined {
  const fitting = useMemo(
    () => makeFittingEdits(sharedSheetVideos(account_id, group), group),
    [account_id, group],
  )
  const [, draw] = useReducer((times: number) => times + 1, 0)
  return fitting(list, draw)
}

type List = EditsList | undefined

/**
 * The newest list of edits that fits the videos that were read. When an edit leaves the list because it was
 * published, its value is in its video, which takes longer to read: until then the list that still has it is
 * used. Otherwise the value of before would be shown, and the next action would be computed from it.
 */
export function makeFittingEdits(
  videos: Pick<ReturnType<typeof makeQuery>, 'isFetching' | 'answered'>,
  group: Group,
) {
  let fitting: List
  let newest: List
  /** Of the lists: how many came until the newest, and until the fitting one. */
  const came = { newest: 0, fitting: 0 }

  function use(list: List, number: number) {
    fitting = list
    came.fitting = number
  }

  /** `onFits` is called when a later list than the one returned fits. */
  return (list: List, onFits: () => void): List => {
    if (list === newest) return fitting
    newest = list
    const number = ++came.newest
    if (!videos.isFetching() || !lacksSome(fitting, list, group)) {
      use(list, number)
      return list
    }
    // Each list waits for the videos of its own time: while many are published, the newest never fits.
    void videos.answered().then(() => {
      if (number <= came.fitting) return
      use(list, number)
      onFits()
    })
    return fitting
  }
}

/** Whether an edit of a group is not in the newer list any more. */
export function lacksSome(older: List, newer: List, group: Group): boolean {
  const placeOf = ({ video_id, key }: Edit) => `${video_id} ${key}`
  const there = new Set(newer?.edits.map(placeOf))
  return older?.edits.some((edit) => edit.group === group && !there.has(placeOf(edit))) ?? false
}
