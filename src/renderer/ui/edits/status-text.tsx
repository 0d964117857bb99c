import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { useFormat } from '../format.ts'
import { useNow } from '../freshness.tsx'
import classes from './edits.module.css'
import { statusWord } from './status.ts'

/** Where an edit is on its way, in words. */
export function StatusText({ edit, blocked }: { edit: Edit; blocked: Failure | null }) {
  const { t } = useTranslation('edits')
  const format = useFormat()
  const word = statusWord(edit, blocked, useNow())
  const time = edit.waitsUntil === null ? '' : format.clock(edit.waitsUntil)
  return (
    <span
      className={classes.status}
      data-status={edit.status}
      title={edit.status === 'confirming' ? t('status.confirmingLong') : undefined}
    >
      {t(`status.${word}`, { time })}
    </span>
  )
}
