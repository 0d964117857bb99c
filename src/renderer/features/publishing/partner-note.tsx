import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Video } from '../../../shared/api/video.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { valueAt } from '../../../shared/features/publishing/lay.ts'
import { modeOf, partnerOf } from '../../../shared/features/publishing/modes.ts'
import { sameValue } from '../../../shared/features/publishing/value.ts'
import { settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'

interface PartnerNoteProps {
  account_id: string
  /** An edit in conflict. */
  edit: Edit
  /** The video as now on the service; absent while it loads. */
  base: Video | undefined
}

/** What else changed on the service, when an edit is in conflict although its own value is unchanged there. */
export function PartnerNote({ account_id, edit, base }: PartnerNoteProps) {
  const { t } = useTranslation('outbox')
  const { language } = useFormat()
  const { group, item_id, register } = edit
  const partner = partnerOf(edit)
  const textOf = useValueText(account_id, partner && partner.register)
  if (!base || register === null || !partner) return null
  // Of what the check refuses, the row says why.
  if (edit.failure) return null
  if (!sameValue({ group, item_id, register }, edit.base, edit.theirs)) return null
  const value = valueAt(base, partner) ?? null
  return (
    <Text c="var(--desk-warn)">
      {t('conflict.partner', {
        setting: settingName(group, partner.register, language),
        value: textOf(value, partner.register, modeOf(base, edit)),
      })}
    </Text>
  )
}
