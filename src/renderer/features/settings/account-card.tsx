import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Account, hasVideos } from '../../../shared/model/desk.ts'
import type { QuotaUsage } from '../../../shared/model/quota.ts'
import { useAttempt } from '../../attempt.ts'
import { call } from '../../bridge.ts'
import { readAccounts } from '../../desk.ts'
import { AccountMark } from '../../ui/account-mark.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import { Notice } from '../../ui/notice.tsx'
import { windowLength } from '../../ui/window-length.ts'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import { ConnectVideos } from './connect-videos.tsx'
import { ReplaceKey } from './replace-key.tsx'
import classes from './settings.module.css'

interface AccountCardProps {
  account: Account
  onForget: () => void
}

export function AccountCard({ account, onForget }: AccountCardProps) {
  const { t } = useTranslation('settings')
  const [opened, setOpened] = useState<'key' | 'videos' | null>(null)
  const [usage, setUsage] = useState<QuotaUsage | null>(null)
  const { attempt, failure, isUnderWay } = useAttempt()
  const account_id = account.id
  const close = () => setOpened(null)
  const test = () =>
    void attempt(async () => {
      setUsage(null)
      try {
        setUsage(await call.accounts.test({ account_id }))
      } finally {
        await readAccounts()
      }
    })
  const update = (change: { name?: string; timezone?: string }) =>
    void attempt(async () => {
      await call.accounts.update({ account_id, ...change })
      await readAccounts()
    })
  return (
    <article className={classes.account} aria-label={account.name}>
      <div className={classes.accountHead}>
        <AccountMark id={account_id} name={account.name} />
        <h3 className={classes.accountName}>{account.name}</h3>
      </div>
      <div className={classes.pair}>
        <NameField key={account.name} name={account.name} onSave={(name) => update({ name })} />
        <ZoneSelect
          label={t('accounts.zone')}
          value={account.timezone}
          onChange={(timezone) => timezone !== account.timezone && update({ timezone })}
        />
      </div>
      <p className={classes.hint}>{t('accounts.zoneHint')}</p>
      <Facts account={account} />
      {failure && <Notice failure={failure} onRetry={test} />}
      {usage && <Works usage={usage} />}
      {opened === 'key' && <ReplaceKey account_id={account_id} onClose={close} />}
      {opened === 'videos' && <ConnectVideos account={account} onClose={close} />}
      {opened === null && (
        <div className={classes.buttons}>
          <Button variant="default" loading={isUnderWay} onClick={test}>
            {t('accounts.test')}
          </Button>
          {!account.isDemo && (
            <>
              <Button variant="default" onClick={() => setOpened('key')}>
                {t('accounts.replace')}
              </Button>
              <Button variant="default" onClick={() => setOpened('videos')}>
                {t(account.api_base_url === null ? 'videos.connect' : 'videos.replace')}
              </Button>
            </>
          )}
          <Button variant="subtle" color="red" onClick={onForget}>
            {t('accounts.forget')}
          </Button>
        </div>
      )}
    </article>
  )
}

function Facts({ account }: { account: Account }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const now = useNow()
  const { isDemo, base_url, keys, testedAt, downloadedAt } = account
  const tested = testedAt
    ? t('accounts.tested', { ago: format.ago(testedAt, now) })
    : t('accounts.notTested')
  return (
    <dl className={classes.facts}>
      <dt>{t('accounts.address')}</dt>
      <dd>
        {isDemo ? t('accounts.demoAddress') : <code className={classes.path}>{base_url}</code>}
      </dd>
      <dt>{t('accounts.key')}</dt>
      <dd>{`${t(`keyState.${keys.analytics}`)} · ${tested}`}</dd>
      <dt>{t('videos.title')}</dt>
      <dd>{hasVideos(account) ? t(`keyState.${keys.video}`) : t('videos.none')}</dd>
      <dt>{t('accounts.figures')}</dt>
      <dd>
        {downloadedAt
          ? t('accounts.downloaded', { ago: format.ago(downloadedAt, now) })
          : t('accounts.notDownloaded')}
      </dd>
    </dl>
  )
}

function NameField({ name, onSave }: { name: string; onSave: (name: string) => void }) {
  const { t } = useTranslation('settings')
  const [text, setText] = useState(name)
  const wanted = text.trim()
  const hasChanged = wanted !== '' && wanted !== name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasChanged) onSave(wanted)
  }
  return (
    <form className={classes.nameForm} onSubmit={submit}>
      <TextInput
        label={t('accounts.name')}
        maxLength={80}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {hasChanged && (
        <Button type="submit" variant="default">
          {t('accounts.save')}
        </Button>
      )}
    </form>
  )
}

function Works({ usage }: { usage: QuotaUsage }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const capped = usage.quotas.filter(({ queries }) => queries.limit !== null)
  const left = capped.map(({ queries, interval_seconds }) =>
    t('accounts.queries', {
      remaining: format.count(queries.remaining ?? 0),
      limit: format.count(queries.limit ?? 0),
      window: windowLength(interval_seconds, format.language),
    }),
  )
  return (
    <p className={classes.works} role="status">
      {[t('accounts.works'), ...(left.length > 0 ? left : [t('accounts.noLimit')])].join(' ')}
    </p>
  )
}
