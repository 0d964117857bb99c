import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconLock, IconPlayerStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Failure, mayBeUntested } from '../../shared/failure.ts'
import { useFailureText } from './failure-text.ts'
import classes from './notice.module.css'

const ICONS: Partial<Record<Failure['kind'], typeof IconLock>> = {
  offline: IconCloudOff,
  'not-in-plan': IconLock,
  forbidden: IconLock,
  key: IconLock,
  cancelled: IconPlayerStop,
}

interface NoticeProps {
  failure: Failure
  onRetry?: (() => void) | undefined
  /** Another way out than trying again. */
  action?: ReactNode
}

/** A failure in words: what happened, why, and what next. */
export function Notice({ failure, onRetry, action }: NoticeProps) {
  const { t } = useTranslation()
  const { title, why, next } = useFailureText()(failure)
  const Icon = ICONS[failure.kind] ?? IconAlertTriangle
  return (
    <div role="alert" className={classes.notice} data-calm={isCalm(failure) || undefined}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{why}</p>
        <p className={classes.text}>{next}</p>
      </div>
      {(onRetry || action) && (
        <div className={classes.actions}>
          {action}
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              {t('notice.retry')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** These pass by themselves or were asked for; the rest want the person. */
const isCalm = ({ kind }: Failure) =>
  kind === 'offline' || kind === 'quota' || kind === 'cancelled' || kind === 'unavailable'

interface EmptyStateProps {
  title: string
  text: string
  action?: ReactNode
}

/** Nothing to show, and that is no fault: what happened, why, and the next step. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {action && <div className={classes.emptyAction}>{action}</div>}
    </div>
  )
}

interface KeyNoticeProps {
  failure: Failure
  /** Keeps what was typed without a test. */
  onKeep: () => void
}

/** Why a typed key was not taken. Where nothing answered it can be kept all the same, for later. */
export function KeyNotice({ failure, onKeep }: KeyNoticeProps) {
  const { t } = useTranslation()
  const keep = mayBeUntested(failure) && (
    <Button variant="default" onClick={onKeep}>
      {t('notice.keepUntested')}
    </Button>
  )
  return <Notice failure={failure} action={keep} />
}
