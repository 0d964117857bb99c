import { Box, Button, Flex, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leftOf, type QuotaUsage } from '../../../shared/api/quota.ts'
import { type Failure, isPaused } from '../../../shared/failure.ts'
import { type Account, hasVideos, LONGEST_NAME } from '../../../shared/features/accounts/account.ts'
import { readAccounts } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { AccountMark } from '../../ui/account-mark.tsx'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { Notice } from '../../ui/notice.tsx'
import { windowLength } from '../../ui/time-text.ts'
import { ZoneSelect } from '../../ui/zone-select.tsx'
import { KeyForm } from './key-form.tsx'
import classes from './settings.module.css'

/** Which credentials of an account are being replaced. */
type Opened = 'key' | 'videos'

export function AccountCard({ account, onForget }: { account: Account; onForget: () => void }) {
  const { t } = useTranslation('settings')
  const [opened, setOpened] = useState<Opened | null>(null)
  const account_id = account.id
  const close = () => setOpened(null)
  const tests = useTests(account)
  return (
    <Column
      component="article"
      gap={10}
      py={12}
      px={14}
      className={kit.outlined}
      aria-label={account.name}
    >
      <Group gap={8} wrap="nowrap">
        <AccountMark id={account_id} name={account.name} />
        <Box component="h3" miw={0} fz="sm" className={kit.breaks}>
          {account.name}
        </Box>
      </Group>
      <div className={classes.pair}>
        <NameField {...{ account_id, name: account.name }} />
        <ZoneField {...{ account_id, timezone: account.timezone }} />
      </div>
      <Box component="p" mt={-4} className={kit.quiet}>
        {t('accounts.zoneHint')}
      </Box>
      <Facts account={account} />
      {/* Shown together once both results are known, so that the buttons do not move. */}
      {!tests.isPending && <Tested {...tests} onEdit={setOpened} />}
      {opened === 'key' && (
        <ReplaceKey account={account} onReplaced={tests.forgetKey} onClose={close} />
      )}
      {opened === 'videos' && (
        <ConnectVideos account={account} onReplaced={tests.forgetToken} onClose={close} />
      )}
      {opened === null && (
        <Group gap={8}>
          <Button loading={tests.isPending} onClick={tests.test}>
            {t('accounts.test')}
          </Button>
          {!account.isDemo && (
            <>
              <Button onClick={() => setOpened('key')}>{t('accounts.replace')}</Button>
              <Button onClick={() => setOpened('videos')}>
                {t(account.api_base_url === null ? 'videos.connect' : 'videos.replace')}
              </Button>
            </>
          )}
          <Button variant="subtle" color="red" onClick={onForget}>
            {t('accounts.forget')}
          </Button>
        </Group>
      )}
    </Column>
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

/**
 * Tests the key and, where there is one, the video token. Separately, because one may be rejected while the
 * other works.
 */
function useTests(account: Account) {
  const account_id = account.id
  const [ofKey, ofToken] = [useMutation<QuotaUsage | null>(), useMutation<boolean>()]
  const forgetKey = () => void ofKey.mutate(async () => null)
  const forgetToken = () => void ofToken.mutate(async () => false)
  const testKey = () =>
    void ofKey.mutate(() => thenReadAccounts(call.accounts.test({ account_id })))
  const testToken = () =>
    void ofToken.mutate(async () => {
      await thenReadAccounts(call.accounts.testVideos({ account_id }))
      return true
    })
  const test = () => {
    testKey()
    if (hasVideos(account)) testToken()
  }
  return {
    ...{ test, testKey, testToken, forgetKey, forgetToken },
    usage: ofKey.value,
    doesTokenWork: ofToken.value === true,
    keyFailure: ofKey.failure,
    tokenFailure: ofToken.failure,
    isPending: ofKey.isPending || ofToken.isPending,
  }
}

async function thenReadAccounts<T>(testing: Promise<T>): Promise<T> {
  try {
    return await testing
  } finally {
    await readAccounts()
  }
}

type TestedProps = Omit<
  ReturnType<typeof useTests>,
  'test' | 'forgetKey' | 'forgetToken' | 'isPending'
> & { onEdit: (opened: Opened) => void }

function Tested({ usage, doesTokenWork, onEdit, ...tests }: TestedProps) {
  const { t } = useTranslation('settings')
  const { keyFailure, tokenFailure, testKey, testToken } = tests
  return (
    <>
      {keyFailure && (
        <TestFailed failure={keyFailure} onRetry={testKey} onEdit={() => onEdit('key')} />
      )}
      {usage && <Works usage={usage} />}
      {tokenFailure && (
        <TestFailed failure={tokenFailure} onRetry={testToken} onEdit={() => onEdit('videos')} />
      )}
      {doesTokenWork && (
        <Box component="p" c="var(--desk-good)" role="status">
          {t('videos.works')}
        </Box>
      )}
    </>
  )
}

interface TestFailedProps {
  failure: Failure
  onRetry: () => void
  onEdit: () => void
}

/** A wrong address never responds, or not as the service does: a failed test offers to change it. */
export function TestFailed({ failure, onRetry, onEdit }: TestFailedProps) {
  const { t } = useTranslation('settings')
  const edit = mayBeOfAddress(failure) && (
    <Button onClick={onEdit}>{t('accounts.changeAddress')}</Button>
  )
  return <Notice failure={failure} isResumed={false} onRetry={onRetry} action={edit} />
}

const mayBeOfAddress = (failure: Failure) =>
  (failure.kind === 'offline' && !isPaused(failure)) ||
  (failure.kind === 'edge' && failure.status === 404)

function useUpdate() {
  const { mutate, retry, failure } = useMutation()
  const update = (
    change: { account_id: string; name?: string; timezone?: string },
    onUpdated?: () => void,
  ) =>
    void mutate(async () => {
      await call.accounts.update(change)
      await readAccounts()
      onUpdated?.()
    })
  return { update, retry, failure }
}

function ZoneField({ account_id, timezone }: { account_id: string; timezone: string }) {
  const { t } = useTranslation('settings')
  const { update, retry, failure } = useUpdate()
  return (
    <div>
      <ZoneSelect
        label={t('accounts.zone')}
        value={timezone}
        onChange={(next) => {
          if (next !== timezone) update({ account_id, timezone: next })
        }}
      />
      {failure && <Notice failure={failure} onRetry={retry} />}
    </div>
  )
}

function NameField({ account_id, name }: { account_id: string; name: string }) {
  const { t } = useTranslation('settings')
  /** Null while it is the account's own name. */
  const [typed, setTyped] = useState<string | null>(null)
  const { update, failure } = useUpdate()
  const wanted = (typed ?? name).trim()
  const hasChanged = wanted !== '' && wanted !== name
  const save = () => {
    if (!hasChanged) return
    // Letters typed while it is saved stay.
    update({ account_id, name: wanted }, () => setTyped((now) => (now === typed ? null : now)))
  }
  return (
    <div>
      <Flex
        component="form"
        gap={8}
        align="flex-end"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput
          flex={1}
          label={t('accounts.name')}
          maxLength={LONGEST_NAME}
          value={typed ?? name}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {hasChanged && <Button type="submit">{t('accounts.save')}</Button>}
      </Flex>
      {failure && hasChanged && <Notice failure={failure} onRetry={save} />}
    </div>
  )
}

export function Works({ usage }: { usage: QuotaUsage }) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const left = usage.quotas.flatMap(({ queries, interval_seconds }) => {
    const { limit } = queries
    if (limit === null) return []
    const window = windowLength(interval_seconds, format.language)
    const remaining = format.count(leftOf(limit, queries))
    return [t('accounts.queries', { remaining, limit: format.count(limit), window })]
  })
  return (
    <Box component="p" c="var(--desk-good)" role="status">
      {[t('accounts.works'), ...(left.length > 0 ? left : [t('accounts.noLimit')])].join(' ')}
    </Box>
  )
}

interface AccountFormProps {
  account: Account
  /** What was tested is no longer in use. */
  onReplaced: () => void
  onClose: () => void
}

/** The form for the video management service's address and token. */
function ConnectVideos({ account, onReplaced, onClose }: AccountFormProps) {
  const { t } = useTranslation('settings')
  return (
    <KeyForm
      address={account.api_base_url ?? ''}
      startsAt="address"
      texts={{
        address: t('videos.address'),
        addressHint: t('videos.addressHint'),
        secret: t('videos.token'),
        secretHint: t('videos.tokenHint'),
        needed: t('videos.tokenNeeded'),
        use: t('videos.use'),
      }}
      onUse={async ({ address, secret, ...tried }) => {
        await call.accounts.connectVideos({
          account_id: account.id,
          api_base_url: address,
          video_token: secret,
          ...tried,
        })
        onReplaced()
        await readAccounts()
        onClose()
      }}
      onClose={onClose}
    />
  )
}

export function replacedText({ keys, testedAt }: Pick<Account, 'keys' | 'testedAt'>) {
  if (keys.analytics === 'session') return 'inMemory'
  return testedAt === null ? 'keptUntested' : 'replaced'
}

/**
 * The form to replace an account's key, or its service's address. A key is only sent to the address it was
 * entered for.
 */
function ReplaceKey({ account, onReplaced, onClose }: AccountFormProps) {
  const { t } = useTranslation('settings')
  const [replaced, setReplaced] = useState<Account | null>(null)
  if (replaced) {
    return (
      <Group gap={8}>
        <Box component="p" c="var(--desk-good)" role="status">
          {t(`accounts.${replacedText(replaced)}`)}
        </Box>
        <Button size="compact-xs" onClick={onClose}>
          {t('forget.close')}
        </Button>
      </Group>
    )
  }
  return (
    <KeyForm
      address={account.base_url}
      startsAt="secret"
      texts={{
        address: t('accounts.newAddress'),
        addressHint: t('accounts.newAddressHint'),
        secret: t('accounts.newKey'),
        needed: t('accounts.keyNeeded'),
        use: t('accounts.useKey'),
      }}
      onUse={async ({ address, secret, ...insisted }) => {
        const query = { account_id: account.id, key: secret, base_url: address, ...insisted }
        setReplaced(await call.accounts.replaceKey(query))
        onReplaced()
        await readAccounts()
      }}
      onClose={onClose}
    />
  )
}
