import { Button, Group, Stack } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Erased, OwnRecords } from '../../../shared/features/accounts/account.ts'
import { useMutation } from '../../mutation.ts'
import { isLoading, useCall } from '../../query.ts'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import classes from './settings.module.css'

interface ForgetDialogProps {
  account_id: string
  name: string
  /** A restore replaced data, which may contain the account. */
  hasReplacedData: boolean
  onForget: () => Promise<void>
  onClose: () => void
}

// Those that can change meanwhile: edits are published and reports made in the background.
const NOUNS = ['edits', 'reports', 'schedules'] as const

export function ForgetDialog(props: ForgetDialogProps) {
  const { account_id, name, hasReplacedData, onForget, onClose } = props
  const { t } = useTranslation('settings')
  const records = useCall('accounts', 'ownRecords', { account_id }, NOUNS)
  const { mutate, failure, isPending } = useMutation()
  return (
    <Dialog isBusy={isPending} onClose={onClose} title={t('forget.title', { name })}>
      <Stack gap={14} fz="sm">
        <p className={classes.text}>{t('forget.text')}</p>
        {hasReplacedData && <p className={classes.text}>{replacedStays(t)}</p>}
        {records.value && <Records {...records.value} />}
        <DialogFoot
          {...{ failure, isPending }}
          isFinal
          disabled={isLoading(records)}
          onCancel={onClose}
          onClick={() => void mutate(onForget)}
        >
          {t('forget.confirm', { name })}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** What happens to what the user made for the account. */
function Records({ edits, schedules, annotations, markers, decisions, keptReports }: OwnRecords) {
  const { t } = useTranslation('settings')
  const { language } = useFormat()
  const made = [
    annotations > 0 && t('forget.annotations', { count: annotations }),
    markers > 0 && t('forget.markers', { count: markers }),
    decisions > 0 && t('forget.decisions', { count: decisions }),
  ].filter((one) => one !== false)
  return (
    <>
      {keptReports > 0 && (
        <p className={classes.text}>{t('forget.reportsStay', { count: keptReports })}</p>
      )}
      {schedules > 0 && (
        <p className={classes.text}>{t('forget.schedulesEnd', { count: schedules })}</p>
      )}
      {made.length > 0 && (
        <p className={classes.text}>
          <strong>
            {t('forget.madeLost', { made: new Intl.ListFormat(language).format(made) })}
          </strong>
        </p>
      )}
      {edits > 0 && (
        <p className={classes.text}>
          <strong>{t('forget.lost', { count: edits })}</strong>
        </p>
      )}
    </>
  )
}

const replacedStays = (t: TFunction<'settings'>) =>
  t('forget.replacedStays', { title: t('backup.kept.title') })

interface ErasedNoteProps extends Pick<ForgetDialogProps, 'hasReplacedData' | 'onClose'> {
  erased: Erased
}

export function ErasedNote({ erased, hasReplacedData, onClose }: ErasedNoteProps) {
  const { t } = useTranslation('settings')
  const { name, keys, keysLater, answers, days, keptReports } = erased
  return (
    <Group gap="8px 14px" justify="space-between" className={classes.erased} role="status">
      <p className={classes.text}>
        <strong>{t('forget.doneTitle', { name })}.</strong>{' '}
        {t('forget.done', {
          keys: t('forget.keys', { count: keys }),
          answers: t('forget.answers', { count: answers }),
          days: t('forget.days', { count: days }),
          edits: t('forget.edits', { count: erased.edits }),
          schedules: t('forget.schedules', { count: erased.schedules }),
          annotations: t('forget.annotations', { count: erased.annotations }),
          markers: t('forget.markers', { count: erased.markers }),
          decisions: t('forget.decisions', { count: erased.decisions }),
        })}{' '}
        {keysLater > 0 && t('forget.keysLater', { count: keysLater })}{' '}
        {keptReports > 0 && t('forget.reports', { count: keptReports })}{' '}
        {hasReplacedData && replacedStays(t)}
      </p>
      <Button size="compact-xs" onClick={onClose}>
        {t('forget.close')}
      </Button>
    </Group>
  )
}
