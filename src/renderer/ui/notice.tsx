import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconLock, IconPlayerStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Failure, mayStoreKeyUntested } from '../../shared/failure.ts'
import { useFailureText } from './failure-text.ts'
import classes from './notice.module.css'

/** A paragraph beside figures. */
export const Note = Text.withProps({ size: 'sm', maw: 900, mb: 6 })

const ICONS: Partial<Record<Failure['kind'], typeof IconLock>> = {
  offline: IconCloudOff,
  'not-in-plan': IconLock,
  forbidden: IconLock,
  key: IconLock,
  cancelled: IconPlayerStop,
}

interface NoticeProps {
  failure: Failure
  /** What failed, where the screen does not say it. */
  about?: string | undefined
  /** False where nothing goes on by itself after a limit. */
  isResumed?: boolean
  onRetry?: (() => void) | undefined
  /** An alternative to trying again. */
  action?: ReactNode
}

/** A failure as text: what happened, why, and what to do. */
export function Notice({ failure, about, isResumed, onRetry, action }: NoticeProps) {
  const { t } = useTranslation()
  const { title, why, next } = useFailureText()(failure, isResumed)
  const Icon = ICONS[failure.kind] ?? IconAlertTriangle
  return (
    <div role="alert" className={classes.notice} data-calm={isCalm(failure) || undefined}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <Box flex="1 1 240px" miw={0}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {about && <p className={classes.text}>{about}</p>}
        <p className={classes.text}>{why}</p>
        <p className={classes.text}>{next}</p>
      </Box>
      {(onRetry || action) && (
        <Group gap={8} align="stretch" wrap="nowrap" flex="none" ml="auto">
          {action}
          {onRetry && <Button onClick={onRetry}>{t('notice.retry')}</Button>}
        </Group>
      )}
    </div>
  )
}

/** These failures pass by themselves or were requested; the others need the user. */
const isCalm = ({ kind }: Failure) =>
  kind === 'offline' || kind === 'quota' || kind === 'cancelled' || kind === 'unavailable'

interface EmptyStateProps {
  title: string
  text: string
  action?: ReactNode
}

/** A normal state without data: what happened, why, and the next step. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Stack gap={4} align="center" px={16} py={28} ta="center" className={classes.empty}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <p className={classes.text}>{text}</p>
      {action && <Box mt={8}>{action}</Box>}
    </Stack>
  )
}

interface KeyNoticeProps {
  failure: Failure
  /** Stores the key nevertheless. Absent once another was typed, of which the failure says nothing. */
  onKeep: (() => void) | undefined
}

/**
 * Why a key was not accepted. It can be stored nevertheless when the service did not respond, or the key seems
 * to be another company's.
 */
export function KeyNotice({ failure, onKeep }: KeyNoticeProps) {
  const { t } = useTranslation()
  const isOther = failure.kind === 'other-company'
  const keep = onKeep && (isOther || mayStoreKeyUntested(failure)) && (
    <Button onClick={onKeep}>{t(isOther ? 'notice.useAnyway' : 'notice.keepUntested')}</Button>
  )
  return <Notice failure={failure} isResumed={false} action={keep} />
}
