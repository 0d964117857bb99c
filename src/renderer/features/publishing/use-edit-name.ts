import { useTranslation } from 'react-i18next'
import type { Edit, OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { groupName, settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { itemNameOf } from './edit-text.ts'

/** Names an edit: its group, item and setting. */
export function useEditName() {
  const { t } = useTranslation('edits')
  const { language } = useFormat()
  return (edit: Edit, opened: OpenVideo | undefined) => {
    const item = itemNameOf(edit, opened)
    const group = groupName(edit.group, language)
    const isItem = edit.item_id !== null
    const itemText = item || (isItem ? t('item', { id: edit.item_id ?? '' }) : '')
    const setting =
      edit.register === null
        ? t(edit.kind === 'delete' ? 'delete' : 'create')
        : settingName(edit.group, edit.register, language)
    return {
      group,
      item: itemText,
      setting,
      whole: [group, itemText, setting].filter(Boolean).join(' · '),
    }
  }
}
