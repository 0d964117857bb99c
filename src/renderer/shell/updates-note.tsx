import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpdatesState } from '../../shared/features/updates/state.ts'
import { useAccount } from '../app-state.ts'
import { call } from '../bridge.ts'
import { useDismissed } from '../kept-in-page.ts'
import { useCall } from '../query.ts'
import { useFailureText } from '../ui/failure-text.ts'
import { goTo, prefer, useReport, useView } from '../view.ts'
import { Note } from './note.tsx'

/**
 * A message with the result of a check from the menu; a newer version; or, once and only with an
 * account, the question whether to check for newer versions. Not shown on the settings, which
 * contain all of it.
 */
export function UpdatesNote() {
  return (
    <div aria-live="polite">
      <News />
    </div>
  )
}

function News() {
  const isReport = useReport() !== null
  const isInSettings = useView(({ preferences }) => preferences.place.screen === 'settings')
  const state = useCall('updates', 'state').value
  if (!state || state.host === null) return null
  const { host, isAnnounced } = state
  if (!isAnnounced || !hasOutcome(state))
    return isReport || isInSettings ? null : <Quiet state={state} host={host} />
  return (
    <Line
      action={state.offer && !isReport && <Show />}
      onDismiss={() => void call.updates.dismiss()}
    >
      <Outcome state={state} host={host} />
    </Line>
  )
}

/** Nothing can be said any more once what the address answered has expired. */
const hasOutcome = ({ step, failure, offer, isNewest }: UpdatesState) =>
  step === 'checking' || failure !== null || offer !== null || isNewest

interface OfHost {
  state: UpdatesState
  host: string
}

function Quiet({ state: { offer }, host }: OfHost) {
  const account = useAccount()
  const isUndecided = useView(({ preferences }) => preferences.checksForUpdates === null)
  const [isDismissed, dismiss] = useDismissed(`version ${offer?.version}`)
  if (offer && !isDismissed) {
    return (
      <Line action={<Show />} onDismiss={dismiss}>
        <Available version={offer.version} />
      </Line>
    )
  }
  return isUndecided && account ? <Query host={host} /> : null
}

function Query({ host }: { host: string }) {
  const { t } = useTranslation('updates')
  const answers = [
    ['yes', true],
    ['no', false],
  ] as const
  return (
    <Line
      action={answers.map(([word, checksForUpdates]) => (
        <Button key={word} size="compact-xs" onClick={() => prefer({ checksForUpdates })}>
          {t(word)}
        </Button>
      ))}
    >
      {t('question', { host })}
    </Line>
  )
}

interface LineProps {
  children: ReactNode
  action: ReactNode
  onDismiss?: () => void
}

const Line = (props: LineProps) => <Note icon={<IconDownload size={15} aria-hidden />} {...props} />

function Show() {
  const { t } = useTranslation('updates')
  return (
    <Button size="compact-xs" onClick={() => goTo('settings', {}, 'updates')}>
      {t('show')}
    </Button>
  )
}

function Available({ version }: { version: string }) {
  const { t } = useTranslation('updates')
  return `${t('available', { version })}.`
}

function Outcome({ state, host }: OfHost) {
  const { t } = useTranslation('updates')
  const failureText = useFailureText()
  const { version } = useView(({ info }) => info)
  const { step, failure, offer } = state
  if (step === 'checking') return t('checking', { host })
  if (failure) {
    const { title, why, next } = failureText(failure)
    return `${title}. ${why} ${next}`
  }
  return offer ? <Available version={offer.version} /> : t('isNewest', { version })
}
