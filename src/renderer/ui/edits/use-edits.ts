import { useTranslation } from 'react-i18next'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import { itemName } from '../../../shared/features/publishing/value-text.ts'
import { callQuery, sharedQuery, useCall } from '../../query.ts'
import { type Counts, countsOf } from './counts.ts'

/** The pending edits of an account; asks nothing for null. */
export const useEdits = (account_id: string | null) =>
  useCall('edits', 'list', account_id === null ? null : { account_id })

/** The query of `useEdits`, to wait for its answer. */
export const sharedEdits = (account_id: string) => {
  const [key, fetch, nouns] = callQuery('edits', 'list', { account_id })
  return sharedQuery(key ?? '', fetch, nouns)
}

const NONE: readonly Edit[] = []

/** The numbers of pending edits; 0 while they are unknown. */
export const useEditCounts = (account_id: string | null): Counts =>
  countsOf(useEdits(account_id).value?.edits ?? NONE)

/**
 * The opened video, and a function that names an item as edited or as stored. Items without a name are named
 * by their id.
 */
export function useKnownItem({ account_id, video_id }: { account_id: string; video_id: string }) {
  const { t } = useTranslation('edits')
  const opened = useCall('videos', 'open', { account_id, video_id }, ['videos', 'edits']).value
  const videos = opened ? [opened.shown, opened.base] : []
  const knownItem = (group: Group, item_id: string) => {
    const items = videos.flatMap((video) => itemsOf(video, group))
    const item = items.find(({ id }) => id === item_id)
    return itemName(item) || t('item', { id: item_id })
  }
  return { knownItem, opened }
}
