import { Button, Group, Paper } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './outbox.module.css'

interface DiscardedProps {
  account_id: string
  what: string
}

/** The changes that were just discarded, with a button to undo. */
export function Discarded({ account_id, what }: DiscardedProps) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const { mutate, failure } = useMutation()
  const undo = () => void mutate(() => call.edits.undo({ account_id }))
  return (
    <Paper className={classes.card} radius="md" px="md" py="sm" role="status">
      <Group gap="sm">
        <span>{t('discarded', { what })}</span>
        <Button variant="default" size="compact-xs" onClick={undo}>
          {words('undo')}
        </Button>
        {failure && <Notice failure={failure} />}
      </Group>
    </Paper>
  )
}
