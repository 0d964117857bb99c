import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUPS } from '../../../../shared/api/settings/index.ts'
import type { Video } from '../../../../shared/api/video.ts'
import type { HistoryEntry, OpenVideo } from '../../../../shared/features/publishing/edit.ts'
import { itemsOf } from '../../../../shared/features/publishing/lay.ts'
import { modesAround } from '../../../../shared/features/publishing/modes.ts'
import { FALLBACK, itemName, shortened } from '../../../../shared/features/publishing/value-text.ts'
import { groupName, settingName, useValueText } from '../../../ui/edits/value-text.ts'
import { useFormat } from '../../../ui/format.ts'

interface ChangeText {
  /** The group, the item and the setting. */
  name: string
  /** Null when whole groups were read again: the history shows their content. */
  from: string | null
  to: string | null
}

export type ChangeWords = ReturnType<typeof useChangeWords>

export function useChangeWords(
  account_id: string,
  opened: OpenVideo | undefined,
  history: readonly HistoryEntry[],
) {
  const { t } = useTranslation('edits')
  const { language } = useFormat()
  const hasNames = history.some(({ register }) => NAMED.includes(register))
  const valueText = useValueText(account_id, hasNames ? undefined : null)
  return useCallback(
    (entry: HistoryEntry): ChangeText => {
      const { group, item_id, register, before, after } = entry
      if (group === null) return { name: groupsIn(after, language), from: null, to: null }
      const whole = register === null ? wholeOf(entry) : null
      const name = [
        groupName(group, language),
        item_id !== null && (itemOf(entry, opened?.shown) || t('item', { id: item_id })),
        register !== null && settingName(group, register, language),
        whole && t(whole),
      ]
      const modes = modesAround(entry, history, opened?.base)
      const text = (value: unknown, mode: unknown) =>
        whole ? null : shortened(valueText(value, register, mode), LONGEST)
      return {
        name: name.filter(Boolean).join(' · '),
        from: text(before, modes.before),
        to: text(after, modes.after),
      }
    },
    [t, language, valueText, opened, history],
  )
}

/** The registers whose values are ids: of a video, and of pictures. */
const NAMED: (string | null)[] = [FALLBACK, 'variants']

/** For a whole item, whether it was created or deleted. */
function wholeOf({ before, after }: HistoryEntry) {
  if (before === null) return 'create'
  return after === null ? 'delete' : null
}

const groupsIn = (after: unknown, language: Parameters<typeof groupName>[1]) =>
  GROUPS.filter((group) => typeof after === 'object' && after !== null && group in after)
    .map((group) => groupName(group, language))
    .join(', ')

function itemOf({ group, item_id, register, before, after }: HistoryEntry, video?: Video) {
  if (register === null) return itemName(after ?? before)
  const item = video && group && itemsOf(video, group).find(({ id }) => id === item_id)
  return item ? itemName(item) : ''
}

const LONGEST = 80

export const changeLine = ({ name, from, to }: ChangeText) =>
  from === null || to === null ? name : `${name}: ${from} → ${to}`
