import { Button, CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_DROPPED_BYTES } from '../../../shared/model/report.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Dropped } from './dropping.ts'
import { forgetRemoved, useRemoved } from './removed.ts'
import classes from './reports.module.css'

/** What was removed last, and the way back. */
export function RemovedNote({ onRestore }: { onRestore: (ids: string[]) => void }) {
  const { t } = useTranslation('reports')
  const [last] = useRemoved(({ steps }) => steps)
  if (!last) return null
  return (
    <Note
      text={t('removed', { count: last.length })}
      onClose={() => forgetRemoved(last)}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => onRestore(last)}
        >
          {t('undo')}
        </Button>
      }
    />
  )
}

interface NoteProps {
  text: string
  action?: ReactNode
  onClose: () => void
}

export function Note({ text, action, onClose }: NoteProps) {
  const { t } = useTranslation('reports')
  return (
    <div role="status" className={classes.note}>
      <span className={classes.noteText}>{text}</span>
      {action}
      <CloseButton size="sm" aria-label={t('dismiss')} onClick={onClose} />
    </div>
  )
}

/** What became of dropped files, where they were not opened at once. */
export function DroppedNote({ dropped, onClose }: { dropped: Dropped; onClose: () => void }) {
  const { t } = useTranslation('reports')
  const { bytes } = useFormat()
  const { taken, failures, tooLarge } = dropped
  return (
    <>
      {taken.length > 0 && <Note text={t('taken', { count: taken.length })} onClose={onClose} />}
      {failures.map((failure) => (
        <Notice key={JSON.stringify(failure)} failure={failure} />
      ))}
      {tooLarge.map((name) => (
        <div key={name} role="alert" className={classes.note}>
          <IconAlertTriangle size={18} aria-hidden />
          <span className={classes.noteText}>
            <strong>{t('dropTooLarge', { name })}.</strong>{' '}
            {t('dropTooLargeText', { most: bytes(MOST_DROPPED_BYTES) })}
          </span>
        </div>
      ))}
    </>
  )
}
