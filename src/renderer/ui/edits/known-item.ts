import { useTranslation } from 'react-i18next'
import type { Group } from '../../../shared/api/settings/index.ts'
import { itemName } from '../../../shared/features/publishing/value-text.ts'
import { useCall } from '../../query.ts'
import { itemsOf } from './values.ts'

/**
 * The video as the service has it, and a function that names an item as edited or as stored. Items without a
 * name are named by their id.
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
  return { knownItem, base: opened?.base }
}
