import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconCloudOff, IconKey, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyState } from '../../shared/failure.ts'
import type { Account } from '../../shared/features/accounts/account.ts'
import type { Recovery } from '../../shared/features/backup/recovery.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { call } from '../bridge.ts'
import { readAccounts, useAccount, useConnection } from '../desk.ts'
import { useFailureText } from '../ui/failure-text.ts'
import { useFormat } from '../ui/format.ts'
import { goTo, prefer, useView } from '../view.ts'
import { recoverySentences } from './recovery-words.ts'
import classes from './shell.module.css'

/** Facts that hold for the whole window, said until they pass. */
export function Banners() {
  const account = useAccount()
  return (
    <div aria-live="polite">
      <Recoveries />
      <Offline />
      <WrongClock />
      {account && <KeyBanner key={account.id} account={account} />}
    </div>
  )
}

/** Stays as long as the app runs on an Electron without security fixes, over reports too. */
export function UnsupportedElectron() {
  const { t } = useTranslation()
  const { electron, electronSupport } = useView(({ info }) => info)
  if (electronSupport === 'supported') return null
  return <p className={classes.runtime}>{t(`banner.electron.${electronSupport}`, { electron })}</p>
}

interface BannerProps {
  icon: ReactNode
  children: ReactNode
  action?: ReactNode
  onDismiss?: () => void
}

export function Banner({ icon, children, action, onDismiss }: BannerProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.banner}>
      {icon}
      <p>{children}</p>
      {action}
      {onDismiss && (
        <ActionIcon size={24} aria-label={t('banner.dismiss')} onClick={onDismiss}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function Offline() {
  const { t } = useTranslation()
  const format = useFormat()
  const account = useAccount()
  const connection = useConnection()
  const isChosen = useView(({ preferences }) => preferences.isOffline)
  if (!isChosen && connection?.isOnline !== false) return null
  const at = connection?.lastAnswerAt ?? account?.downloadedAt
  const word = isChosen ? 'chosen' : 'offline'
  return (
    <Banner
      icon={<IconCloudOff size={17} aria-hidden />}
      action={
        isChosen && (
          <Button variant="default" size="compact-xs" onClick={() => prefer({ isOffline: false })}>
            {t('banner.goOnline')}
          </Button>
        )
      }
    >
      {at ? t(`banner.${word}`, { when: format.instant(at) }) : t(`banner.${word}Unknown`)}
      <NetworkFault />
    </Banner>
  )
}

/** Ages and days are by this computer's clock; what is counted down is by the service's. */
function WrongClock() {
  const { t } = useTranslation()
  const minutes = useConnection()?.clockAheadMinutes ?? 0
  if (minutes === 0) return null
  const word = minutes > 0 ? 'banner.clockAhead' : 'banner.clockBehind'
  return (
    <Banner icon={<IconClock size={17} aria-hidden />}>
      {t(word, { count: Math.abs(minutes) })}
    </Banner>
  )
}

/** What of the network has to be changed before anything can be asked. */
function NetworkFault() {
  const failureText = useFailureText()
  const connection = useConnection()
  if (!connection?.fault || connection.isChosen) return null
  const { title, why, next } = failureText(connection.fault)
  return (
    <>
      {' '}
      <strong>{`${title}.`}</strong>
      {` ${why} ${next}`}
    </>
  )
}

/** The keychain may give these after the person did something there; the rest need the key again. */
const MAY_PASS: readonly KeyState[] = ['locked', 'waiting', 'unavailable']

/** Another key would not help. */
const NEEDS_NO_KEY: readonly KeyState[] = ['locked', 'waiting', 'unsupported']

function KeyBanner({ account }: { account: Account }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const [isDismissed, setIsDismissed] = useState(false)
  const state = account.keys.analytics
  // The demo's key is made anew at each start, so nothing of it is lost.
  if (state === 'ready' || isDismissed || account.isDemo) return null
  const icon = <IconKey size={17} aria-hidden />
  if (state === 'session') {
    return (
      <Banner icon={icon} onDismiss={() => setIsDismissed(true)}>
        {t('banner.session', { account: account.name })}
      </Banner>
    )
  }
  const { title, why, next } = failureText({ kind: 'key', state })
  return (
    <Banner
      icon={icon}
      action={
        <>
          {MAY_PASS.includes(state) && <LookAgain account_id={account.id} />}
          {!NEEDS_NO_KEY.includes(state) && (
            <Button variant="default" size="compact-xs" onClick={() => goTo('settings')}>
              {t('banner.enterKey')}
            </Button>
          )}
        </>
      }
    >
      <strong>{`${account.name}: ${title}.`}</strong>
      {` ${why} ${next}`}
    </Banner>
  )
}

function LookAgain({ account_id }: { account_id: string }) {
  const { t } = useTranslation()
  const [isLooking, setIsLooking] = useState(false)
  const look = async () => {
    setIsLooking(true)
    // What the keychain said is then the account's state, whatever became of the call.
    await call.accounts.unlock({ account_id }).catch(() => undefined)
    await readAccounts()
    setIsLooking(false)
  }
  return (
    <Button variant="default" size="compact-xs" loading={isLooking} onClick={() => void look()}>
      {t('banner.lookAgain')}
    </Button>
  )
}

function Recoveries() {
  const { recovery } = useView(({ info }) => info)
  if (!recovery) return null
  const all = [recovery, ...(recovery.also ?? [])]
  return all.map((one) => <OneRecovery key={one.kind + one.keptAs} recovery={one} />)
}

function OneRecovery({ recovery }: { recovery: Recovery }) {
  const { t, i18n } = useTranslation('recovery')
  const [isDismissed, setIsDismissed] = useState(false)
  if (isDismissed) return null
  return (
    <Banner
      icon={<IconAlertTriangle size={17} aria-hidden />}
      onDismiss={() => setIsDismissed(true)}
    >
      {recoverySentences(t, recovery, i18n.language as Language).join(' ')}
    </Banner>
  )
}
