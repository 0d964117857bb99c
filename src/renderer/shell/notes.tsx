import { Button } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconCloudOff, IconKey } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyState } from '../../shared/failure.ts'
import type { Account } from '../../shared/features/accounts/account.ts'
import { lostOf } from '../../shared/features/analytics/connection.ts'
import {
  type DeskRecovery,
  type Recovery,
  USER_RECORDS,
} from '../../shared/features/backup/recovery.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { readAccounts, useAccount, useConnection } from '../app-state.ts'
import { call } from '../bridge.ts'
import { useDismissed } from '../kept-in-page.ts'
import { lazyNamed } from '../lazy-named.ts'
import { useFailureText } from '../ui/failure-text.ts'
import { timeLeft } from '../ui/time-text.ts'
import { goTo, useReport, useView } from '../view.ts'
import { CommandFailure } from './command-failure.tsx'
import { Note } from './note.tsx'
import classes from './shell.module.css'
import { UpdatesNote } from './updates-note.tsx'

const DroppedReports = lazyNamed(() => import('./dropped-reports.tsx'), 'DroppedReports')

/**
 * Messages about the whole window, shown while they apply, over the content rather than beside it.
 */
export function WindowNotes() {
  const isReport = useReport() !== null
  return (
    <div className={classes.notes}>
      {!isReport && <AccountNotes />}
      <div aria-live="polite">
        <OfflineUnsaved />
      </div>
      <UpdatesNote />
      <CommandFailure />
      <Suspense>
        <DroppedReports />
      </Suspense>
      <UnsupportedElectron />
    </div>
  )
}

function AccountNotes() {
  const { t } = useTranslation()
  const account = useAccount()
  return (
    <div aria-live="polite">
      <Recoveries />
      <NetworkFault />
      <WrongClock />
      {account && <KeyNote key={account.id} account={account} />}
      {account?.isDemo && <p className={classes.fixed}>{t('sidebar.demoText')}</p>}
    </div>
  )
}

/** Shown as long as the app runs on an Electron without security fixes, also over reports. */
function UnsupportedElectron() {
  const { t } = useTranslation()
  const { electron, electronSupport } = useView(({ info }) => info)
  if (electronSupport === 'supported') return null
  return (
    <p className={classes.fixed} data-warns>
      {t(`banner.electron.${electronSupport}`, { electron })}
    </p>
  )
}

/** Ages and days use this computer's clock; countdowns use the service's. */
function WrongClock() {
  const { t } = useTranslation()
  const minutes = useConnection()?.clockAheadMinutes ?? 0
  if (minutes === 0) return null
  const word = minutes > 0 ? 'banner.clockAhead' : 'banner.clockBehind'
  const time = timeLeft(60 * Math.abs(minutes))
  return <Note icon={<IconClock size={15} aria-hidden />}>{t(word, { time })}</Note>
}

/** Shown while the choice to work offline could not be saved. */
function OfflineUnsaved() {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const unsaved = useView((view) => view.unsaved)
  if (!unsaved) return null
  const { why, next } = failureText(unsaved)
  return (
    <Note icon={<IconAlertTriangle size={15} aria-hidden />}>
      <strong>{t('banner.offlineUnsaved')}</strong>
      {` ${why} ${next}`}
    </Note>
  )
}

/** The network problem that must be fixed before anything can be requested. */
function NetworkFault() {
  const failureText = useFailureText()
  const connection = useConnection()
  const account = useAccount()
  if (!connection || connection.pause || !account) return null
  const { analytics, video } = lostOf(connection, account)
  const fault = analytics?.fault ?? video?.fault
  if (!fault) return null
  const { title, why, next } = failureText(fault)
  return (
    <Note icon={<IconCloudOff size={15} aria-hidden />}>
      <strong>{`${title}.`}</strong>
      {` ${why} ${next}`}
    </Note>
  )
}

/**
 * In these states the keychain may provide the key after the user acted there; in the others the
 * key must be entered again.
 */
const MAY_PASS: readonly KeyState[] = ['locked', 'waiting', 'unavailable']

/** Another key would not help. */
const NEEDS_NO_KEY: readonly KeyState[] = ['locked', 'waiting', 'unsupported']

function KeyNote({ account }: { account: Account }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const [isDismissed, dismiss] = useDismissed(`key ${account.id}`)
  const state = account.keys.analytics
  // The demo's key is created at each start, so it cannot be lost.
  if (state === 'ready' || account.isDemo) return null
  const icon = <IconKey size={15} aria-hidden />
  if (state === 'session') {
    if (isDismissed) return null
    return (
      <Note icon={icon} onDismiss={dismiss}>
        {t('banner.session', { account: account.name })}
      </Note>
    )
  }
  const { title, why, next } = failureText({ kind: 'key', state })
  return (
    <Note
      icon={icon}
      action={
        <>
          {MAY_PASS.includes(state) && <LookAgain account_id={account.id} />}
          {!NEEDS_NO_KEY.includes(state) && (
            <Button size="compact-xs" onClick={() => goTo('settings', {}, 'accounts')}>
              {t('banner.enterKey')}
            </Button>
          )}
        </>
      }
    >
      <strong>{`${account.name}: ${title}.`}</strong>
      {` ${why} ${next}`}
    </Note>
  )
}

function LookAgain({ account_id }: { account_id: string }) {
  const { t } = useTranslation()
  const [isLooking, setIsLooking] = useState(false)
  const look = async () => {
    setIsLooking(true)
    // The result is in the account's state, whether or not the call succeeded.
    await call.accounts.unlock({ account_id }).catch(() => undefined)
    await readAccounts()
    setIsLooking(false)
  }
  return (
    <Button size="compact-xs" loading={isLooking} onClick={() => void look()}>
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
  const [isDismissed, dismiss] = useDismissed(`recovery ${recovery.kind} ${recovery.keptAs}`)
  if (isDismissed) return null
  return (
    <Note icon={<IconAlertTriangle size={15} aria-hidden />} onDismiss={dismiss}>
      {recoverySentences(t, recovery, i18n.language as Language).join(' ')}
    </Note>
  )
}

const OF_FILE = {
  'answers-rebuilt': 'answersRebuilt',
  'answers-missing': 'answersMissing',
  'desk-restored': 'deskRestored',
  'strange-file': 'strangeFile',
  'preferences-rebuilt': 'preferencesRebuilt',
} as const

/**
 * Text on what happened to the files, what was restored and what was lost, and where the old file
 * is.
 */
function recoverySentences(
  t: TFunction<'recovery'>,
  recovery: Recovery,
  language: Language,
): string[] {
  if (recovery.kind !== 'desk-recovered') {
    return [t(OF_FILE[recovery.kind], { file: recovery.keptAs })]
  }
  const { cause, kept, keptAs } = recovery
  const lost = lostParts(t, recovery.lost)
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(lost)
  return [
    t(cause),
    lost.length === 0 ? t('allBack', { kept }) : t('someBack', { kept, lost: list }),
    t('undo'),
    ...(keptAs === null ? [] : [t('keptAs', { file: keptAs })]),
  ]
}

function lostParts(t: TFunction<'recovery'>, lost: DeskRecovery['lost']): string[] {
  return USER_RECORDS.flatMap((name) => {
    const count = lost[name]
    if (count === undefined) return []
    const part = t(`parts.${name}`)
    return [count === null ? t('uncounted', { part }) : t('counted', { part, count })]
  })
}
