import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Notice } from '../../ui/notice.tsx'
import classes from './outbox.module.css'

interface DiscardedProps {
  account_id: string
  what: string
  onClose: () => void
}

/** What was discarded, with a button to undo. */
export function Discarded({ account_id, what, onClose }: DiscardedProps) {
  const { t } = useTranslation('outbox')
  const words = useTranslation('edits').t
  const { mutate, failure } = useMutation()
  const undo = () =>
    void mutate(async () => {
      await call.edits.undo({ account_id })
      onClose()
    })
  return (
    <div className={classes.note} role="status">
      <span>{t('discarded', { what })}</span>
      <Button variant="default" size="compact-xs" onClick={undo}>
        {words('undo')}
      </Button>
      {failure && <Notice failure={failure} />}
    </div>
  )
}
