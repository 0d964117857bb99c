import { CloseButton, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './shell.module.css'

interface NoteProps {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
}

/** A message about the whole window, with an action. */
export function Note({ icon, children, action, onDismiss }: NoteProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      {icon}
      <p>{children}</p>
      {onDismiss && <CloseButton size="xs" aria-label={t('banner.dismiss')} onClick={onDismiss} />}
      {action && (
        <Group gap={6} align="stretch" className={classes.noteActions}>
          {action}
        </Group>
      )}
    </div>
  )
}
