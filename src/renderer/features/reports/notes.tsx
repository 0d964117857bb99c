import { Box, Button, CloseButton, Group } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import kit from '../../ui/kit.module.css'
import { forgetRemoved } from './use-library.ts'

interface RemovedProps {
  last: string[] | undefined
  onRestore: (ids: string[]) => void
}

export function RemovedNote({ last, onRestore }: RemovedProps) {
  const { t } = useTranslation('reports')
  if (!last) return null
  return (
    <Note
      text={t('removed', { count: last.length })}
      onClose={() => forgetRemoved(last)}
      action={
        <Button
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
    <Group role="status" gap="6px 12px" py={6} px={12} fz="sm" className={kit.card}>
      <Box component="span" flex="1 1 150px" miw={0} className={kit.breaks}>
        {text}
      </Box>
      {action}
      <CloseButton size="sm" aria-label={t('dismiss')} onClick={onClose} />
    </Group>
  )
}
