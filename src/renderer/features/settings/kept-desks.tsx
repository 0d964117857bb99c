import { Button, Flex, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviousDesk } from '../../../shared/features/backup/backup.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Column } from '../../ui/column.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import classes from './settings.module.css'

interface PreviousDesksProps {
  kept: readonly PreviousDesk[]
  isBusy: boolean
  onRestore: (desk: PreviousDesk) => void
}

export function PreviousDesks({ kept, isBusy, onRestore }: PreviousDesksProps) {
  const { t } = useTranslation('settings')
  const { bytes, instant } = useFormat()
  const [chosen, setChosen] = useState<PreviousDesk | null>(null)
  if (kept.length === 0) return null
  return (
    <>
      <p className={classes.text}>
        <strong>{t('backup.kept.title')}.</strong> {t('backup.kept.text')}
      </p>
      <Column
        component="ul"
        gap={12}
        className={`${kit.list} ${kit.breaks}`}
        aria-label={t('backup.kept.title')}
      >
        {kept.map((desk) => (
          <Flex key={desk.name} component="li" gap="6px 12px" wrap="wrap" align="center">
            <span>{t('backup.kept.line', { when: instant(desk.at), size: bytes(desk.size) })}</span>
            <code className={classes.path}>{desk.place}</code>
            <Button size="compact-xs" disabled={isBusy} onClick={() => onRestore(desk)}>
              {t('backup.kept.restore')}
            </Button>
            <Button size="compact-xs" onClick={() => setChosen(desk)}>
              {t('backup.kept.erase')}
            </Button>
          </Flex>
        ))}
      </Column>
      {chosen && <EraseDialog desk={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function EraseDialog({ desk, onClose }: { desk: PreviousDesk; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const { mutate, failure, isPending } = useMutation()
  const erase = () =>
    void mutate(async () => {
      await call.backup.eraseKept({ name: desk.name })
      onClose()
    })
  return (
    <Dialog isBusy={isPending} onClose={onClose} title={t('backup.kept.eraseTitle')}>
      <Stack gap={14} fz="sm">
        <code className={classes.path}>{desk.place}</code>
        <p className={classes.text}>{t('backup.kept.eraseText')}</p>
        <DialogFoot {...{ failure, isPending }} isFinal onCancel={onClose} onClick={erase}>
          {t('backup.kept.confirm')}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
