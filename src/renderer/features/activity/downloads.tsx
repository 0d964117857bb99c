import { Box, Button, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  canResume,
  type DownloadState,
  downloadOutcome,
  failedRequests,
  isInProgress,
} from '../../../shared/features/downloads/download.ts'
import { useAccountById } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { Column } from '../../ui/column.tsx'
import { useDownloadWait } from '../../ui/download-wait.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { useRequestName } from '../../ui/request-name.ts'
import classes from './activity.module.css'
import { Line, Section } from './section.tsx'

export function Downloads() {
  const { t } = useTranslation('activity')
  const query = useCall('downloads', 'list')
  const downloads = [...(query.value ?? [])].sort((a, b) => b.startedAt - a.startedAt)
  return (
    <Section>
      <Line>
        <h2 className={kit.title}>{t('downloads.title')}</h2>
      </Line>
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {query.value?.length === 0 && (
        <EmptyState title={t('downloads.none')} text={t('downloads.noneText')} />
      )}
      {downloads.map((download) => (
        <Download key={`${download.account_id} ${download.startedAt}`} download={download} />
      ))}
    </Section>
  )
}

const COLOURS = {
  running: 'indigo',
  waiting: 'yellow',
  done: 'green',
  cancelled: 'gray',
  failed: 'red',
  partial: 'yellow',
  interrupted: 'gray',
} as const

const MARKS = {
  running: IconPlayerPlay,
  waiting: IconClock,
  done: IconCheck,
  cancelled: IconBan,
  failed: IconAlertTriangle,
  partial: IconAlertTriangle,
  interrupted: IconPlayerPause,
} as const

function Download({ download }: { download: DownloadState }) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const { account_id, scope, total, done } = download
  const account = useAccountById(account_id)
  const outcome = downloadOutcome(download)
  const Mark = MARKS[outcome]
  const about = [
    format.dateRange(scope.period),
    scope.player_ids
      ? t('downloads.players', { count: scope.player_ids.length })
      : t('downloads.allPlayers'),
    scope.comparison && scope.comparesDaysOnly && t('downloads.comparesDaysOnly'),
    scope.withPlayers && t('downloads.withPlayers'),
    scope.withTraffic && t('downloads.withTraffic'),
  ]
  return (
    <Column component="article" gap={8} pt={10} className={classes.part}>
      <Line>
        <h3 className={kit.heading}>{account?.name ?? account_id}</h3>
        <span className={classes.status} data-status={outcome}>
          <Mark size={13} aria-hidden />
          {t(`status.${outcome}`)}
        </span>
      </Line>
      <Box component="p" lh={1.45} className={kit.quiet}>
        {about.filter(Boolean).join(' · ')}
      </Box>
      {/* How far it came is not known of one that an earlier run of the app left. */}
      {total > 0 && (
        <Progress
          size={6}
          value={(done / total) * 100}
          color={COLOURS[outcome]}
          aria-label={t('downloads.progress', { done, count: total })}
        />
      )}
      <Line>
        <span className={`${kit.quiet} ${kit.tabular}`}>
          <Counts download={download} />
          <When download={download} />
        </span>
        <Actions download={download} />
      </Line>
      <Reasons download={download} />
    </Column>
  )
}

/** How many requests were answered and failed, before the time. */
function Counts({ download }: { download: DownloadState }) {
  const { t } = useTranslation('activity')
  const { total, done } = download
  const failed = failedRequests(download)
  return [
    total > 0 && t('downloads.progress', { done, count: total }),
    failed > 0 && t('downloads.failed', { count: failed }),
  ]
    .filter(Boolean)
    .map((count) => `${count} · `)
    .join('')
}

function When({ download }: { download: DownloadState }) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const now = useNow()
  const wait = useDownloadWait(download)
  const { endedAt, startedAt } = download
  if (wait) return <>{t(`downloads.waitsFor.${wait.why}`, { until: wait.until })}</>
  if (endedAt !== null) return <>{t('downloads.ended', { ago: format.ago(endedAt, now) })}</>
  return <>{t('downloads.started', { ago: format.ago(startedAt, now) })}</>
}

function Actions({ download }: { download: DownloadState }) {
  const { t } = useTranslation('activity')
  const { mutate, failure, isPending } = useMutation()
  const { account_id } = download
  const isRunning = isInProgress(download)
  const act = () =>
    void mutate(() =>
      isRunning ? call.downloads.cancel({ account_id }) : call.downloads.resume({ account_id }),
    )
  if (!isRunning && !canResume(download)) return null
  return (
    <>
      <Button size="compact-xs" loading={isPending} onClick={act}>
        {t(isRunning ? 'downloads.cancel' : 'downloads.resume')}
      </Button>
      {failure && <Notice failure={failure} onRetry={act} />}
    </>
  )
}

const MOST_REASONS = 20

export function Reasons({ download }: { download: DownloadState }) {
  const { account_id, failures } = download
  const { t } = useTranslation('activity')
  const failureText = useFailureText()
  const requestName = useRequestName()
  const [isOpen, setIsOpen] = useState(false)
  const listed = useCall('analytics', 'players', isOpen ? { account_id } : null).value?.value
  if (failures.length === 0) return null
  const names = new Map(listed?.map(({ id, name }) => [id, name]))
  const shown = failures.slice(0, MOST_REASONS)
  const more = failedRequests(download) - shown.length
  return (
    <details
      className={classes.reasons}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{t('downloads.reasons')}</summary>
      <ul>
        {shown.map(({ what, player_id, failure }, index) => {
          const { title, why } = failureText(failure)
          const about = player_id && (names.get(player_id) ?? player_id)
          return (
            <li key={`${what} ${player_id} ${index}`}>
              {[requestName(what), about].filter(Boolean).join(' · ')}: <strong>{title}</strong>.{' '}
              {why}
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <Box component="p" lh={1.45} className={kit.quiet}>
          {t('more', { count: more })}
        </Box>
      )}
    </details>
  )
}
