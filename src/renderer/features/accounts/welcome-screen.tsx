import { Button, UnstyledButton } from '@mantine/core'
import {
  IconChevronRight,
  IconFolderOpen,
  IconPlayerPlay,
  IconShieldLock,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { call } from '../../bridge.ts'
import { readAccounts } from '../../desk.ts'
import { useMutation } from '../../mutation.ts'
import { AccountMark } from '../../ui/account-mark.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import { Notice } from '../../ui/notice.tsx'
import { goTo, useView } from '../../view.ts'
import { ConnectForm } from './connect-form.tsx'
import classes from './welcome.module.css'

/** Where an account begins: the demo, a key, or one that is already here. */
export function WelcomeScreen() {
  const { t } = useTranslation('welcome')
  const { accounts } = useView(({ info }) => info)
  const isFirst = accounts.length === 0
  return (
    <div className={classes.screen}>
      <h1 className={classes.title}>{t(isFirst ? 'title' : 'titleAgain')}</h1>
      <p className={classes.lead}>{t('lead')}</p>
      <div className={classes.ways}>
        <div className={classes.column}>
          {!isFirst && <Known accounts={accounts} />}
          <Demo isMain={isFirst} />
          <OpenReport />
        </div>
        <ConnectForm onConnected={open} />
      </div>
      <p className={classes.privacy}>
        <IconShieldLock size={16} aria-hidden />
        {t('privacy')}
      </p>
    </div>
  )
}

async function open({ id }: Account) {
  await readAccounts()
  goTo('overview', { account_id: id, player_id: null, video_id: null })
}

function Demo({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation('welcome')
  const zone = useView(({ info }) => info.zone)
  const { mutate, failure, isPending } = useMutation()
  const start = () =>
    void mutate(async () => {
      await open(await call.accounts.demo({ timezone: zone }))
    })
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('demo.title')}</h2>
      <p className={classes.cardText}>{t('demo.text')}</p>
      <div>
        <Button
          variant={isMain ? 'filled' : 'default'}
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={isPending}
          onClick={start}
        >
          {t('demo.button')}
        </Button>
      </div>
      {failure && <Notice failure={failure} onRetry={start} />}
    </section>
  )
}

/** Whoever was sent a report needs no account to read it. */
function OpenReport() {
  const { t } = useTranslation('welcome')
  const { t: ofReport } = useTranslation('report')
  const { mutate, failure, isPending } = useMutation()
  const open = () => void mutate(() => call.reports.openFile())
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('report')}</h2>
      <p className={classes.cardText}>{ofReport('openFileHint')}</p>
      <div>
        <Button
          variant="default"
          leftSection={<IconFolderOpen size={15} aria-hidden />}
          loading={isPending}
          onClick={open}
        >
          {ofReport('openFile')}
        </Button>
      </div>
      {failure && <Notice failure={failure} onRetry={open} />}
    </section>
  )
}

function Known({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation('welcome')
  const format = useFormat()
  const now = useNow()
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{t('back')}</h2>
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <UnstyledButton className={classes.account} onClick={() => void open(account)}>
              <AccountMark id={account.id} name={account.name} />
              <span className={classes.accountText}>
                <span className={classes.accountName}>{account.name}</span>
                <span className={classes.accountFact}>
                  {account.downloadedAt
                    ? t('lastDownload', { ago: format.ago(account.downloadedAt, now) })
                    : t('neverDownloaded')}
                  {` · ${account.timezone}`}
                </span>
              </span>
              <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
