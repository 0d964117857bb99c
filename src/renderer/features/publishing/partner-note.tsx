import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Edit, OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { valueAt } from '../../../shared/features/publishing/lay.ts'
import { modeOf, partnerOf } from '../../../shared/features/publishing/modes.ts'
import { registerKey } from '../../../shared/features/publishing/register.ts'
import { sameValue } from '../../../shared/features/publishing/value.ts'
import { settingName, useValueText } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'

interface PartnerNoteProps {
  account_id: string
  /** An edit in conflict. */
  edit: Edit
  /** Absent while it loads. */
  opened: OpenVideo | undefined
}

/** What else changed on the service, when that gives an edit in conflict another meaning. */
export function PartnerNote({ account_id, edit, opened }: PartnerNoteProps) {
  const { t } = useTranslation('outbox')
  const { language } = useFormat()
  const { group } = edit
  const partner = partnerOf(edit)
  const textOf = useValueText(account_id, partner && partner.register)
  if (!opened || !partner) return null
  // Of what the check refuses, the row says why.
  if (edit.failure) return null
  const { base, edits } = opened
  const value = valueAt(base, partner) ?? null
  const isChanged = edit.partner !== undefined && !sameValue(partner, edit.partner, value)
  if (!isChanged && !sameValue(edit, edit.base, edit.theirs)) return null
  const setting = settingName(group, partner.register, language)
  const isDraft = edits.some(
    ({ key, status }) => key === registerKey(partner) && status === 'draft',
  )
  return (
    <Text c="var(--desk-warn)">
      {isDraft
        ? t('conflict.partnerDraft', { setting })
        : t('conflict.partner', {
            setting,
            value: textOf(value, partner.register, modeOf(base, edit)),
          })}
    </Text>
  )
}
