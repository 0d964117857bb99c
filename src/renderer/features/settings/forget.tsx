import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Erased } from '../../../shared/features/accounts/account.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { useEdits } from '../../ui/edits/undo.tsx'
import classes from './settings.module.css'

interface ForgetDialogProps {
  account_id: string
  name: string
  onForget: () => Promise<void>
  onClose: () => void
}

export function ForgetDialog({ account_id, name, onForget, onClose }: ForgetDialogProps) {
  const { t } = useTranslation('settings')
  const waiting = useEdits(account_id)
  const edits = waiting.value?.edits.length ?? 0
  const { mutate, failure, isPending } = useMutation()
  return (
    <Dialog onClose={onClose} title={t('forget.title', { name })}>
      <div className={classes.dialog}>
        <p className={classes.text}>{t('forget.text')}</p>
        <Reports account_id={account_id} />
        {edits > 0 && (
          <p className={classes.text}>
            <strong>{t('forget.lost', { count: edits })}</strong>
          </p>
        )}
        <DialogFoot
          {...{ failure, isPending }}
          isFinal
          disabled={waiting.value === undefined && waiting.failure === undefined}
          onCancel={onClose}
          onClick={() => void mutate(onForget)}
        >
          {t('forget.confirm', { name })}
        </DialogFoot>
      </div>
    </Dialog>
  )
}

/** What happens to the account's reports, which are kept, and to its schedules. */
function Reports({ account_id }: Pick<ForgetDialogProps, 'account_id'>) {
  const { t } = useTranslation('settings')
  const reports = useCall('reports', 'list').value
  const schedules = useCall('schedules', 'list').value
  const reportCount = reports?.filter(({ about }) => about.account.id === account_id).length ?? 0
  const ending = schedules?.schedules.filter((one) => one.account_id === account_id).length ?? 0
  return (
    <>
      {reportCount > 0 && (
        <p className={classes.text}>{t('forget.reportsStay', { count: reportCount })}</p>
      )}
      {ending > 0 && <p className={classes.text}>{t('forget.schedulesEnd', { count: ending })}</p>}
    </>
  )
}

export function ErasedNote({ erased, onClose }: { erased: Erased; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const { name, keys, keysLater, answers, days, edits, schedules, keptReports } = erased
  return (
    <Group gap="8px 14px" justify="space-between" className={classes.erased} role="status">
      <p className={classes.text}>
        <strong>{t('forget.doneTitle', { name })}.</strong>{' '}
        {t('forget.done', {
          keys: t('forget.keys', { count: keys }),
          answers: t('forget.answers', { count: answers }),
          days: t('forget.days', { count: days }),
          edits: t('forget.edits', { count: edits }),
          schedules: t('forget.schedules', { count: schedules }),
        })}{' '}
        {keysLater > 0 && t('forget.keysLater', { count: keysLater })}{' '}
        {keptReports > 0 && t('forget.reports', { count: keptReports })}
      </p>
      <Button size="compact-xs" onClick={onClose}>
        {t('forget.close')}
      </Button>
    </Group>
  )
}
