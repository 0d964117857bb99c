import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BackupOffer } from '../../../shared/features/backup/backup.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { Column } from '../../ui/column.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import classes from './settings.module.css'

/** The content of what was checked and what it would replace, with the button to restore it. */
export function RestoreDialog({ offer }: { offer: BackupOffer }) {
  const { t } = useTranslation('settings')
  const { mutate, failure, isPending } = useMutation()
  const { accounts, unsent } = offer.present
  const discard = () => void call.backup.discard()
  return (
    <Dialog isBusy={isPending} size="lg" onClose={discard} title={t('backup.offer.title')}>
      <Stack gap={14} fz="sm">
        <Contents offer={offer} />
        <p className={classes.text}>{t('backup.offer.replaced', { count: accounts })}</p>
        {unsent > 0 && (
          <p className={classes.text}>
            <strong>{t('backup.offer.unsent', { count: unsent })}</strong>
          </p>
        )}
        <p className={classes.text}>
          {t('backup.keys')} {t('backup.offer.drafts')} {t('backup.offer.restart')}
        </p>
        <DialogFoot
          {...{ failure, isPending }}
          isFinal
          onCancel={discard}
          onClick={() => void mutate(() => call.backup.restore({ id: offer.id }))}
        >
          {t('backup.offer.confirm')}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const COUNTED = [
  ...(['videos', 'edits', 'history', 'annotations'] as const),
  ...(['decisions', 'reports', 'pictures'] as const),
] as const

export function Contents({ offer }: { offer: BackupOffer }) {
  const { t } = useTranslation('settings')
  const { instant } = useFormat()
  const contained = COUNTED.filter((each) => offer.counts[each] > 0)
  const counts = contained.map((each) => t(`backup.offer.${each}`, { count: offer.counts[each] }))
  const figures = t(`backup.offer.downloaded.${offer.figures}`)
  const { file, version, madeAt } = offer
  const isKept = version === null
  const by = isKept ? '' : ` · ${t('backup.offer.by', { version })}`
  return (
    <>
      <p className={classes.text}>
        {t('backup.offer.checked')} {offer.isOlder && t('backup.offer.older')}
      </p>
      <dl className={classes.facts}>
        <dt>{t(isKept ? 'backup.offer.folder' : 'backup.offer.file')}</dt>
        <dd>
          <code className={classes.path}>{file}</code>
        </dd>
        <dt>{t(isKept ? 'backup.offer.replacedAt' : 'backup.offer.made')}</dt>
        <dd>{`${instant(madeAt)}${by}`}</dd>
        <dt>{t('backup.offer.accounts')}</dt>
        <dd>
          <Column component="ul" gap={3} className={`${kit.list} ${kit.breaks}`}>
            {offer.accounts.map(({ id, name, base_url, api_base_url }) => (
              <li key={id}>
                {name}{' '}
                <span className={classes.path}>
                  {[base_url, api_base_url].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </Column>
        </dd>
        <dt>{t('backup.offer.holds')}</dt>
        <dd>{[...counts, figures].join(' · ')}</dd>
      </dl>
    </>
  )
}
