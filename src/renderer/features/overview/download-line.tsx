import { Box, Button, Group, Progress } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DownloadState,
  downloadOutcome,
  failedRequests,
  isInProgress,
} from '../../../shared/features/downloads/download.ts'
import type { OverviewRow } from '../../../shared/features/overview/overview.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useDownloadWait } from '../../ui/download-wait.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { useRequestName } from '../../ui/request-name.ts'
import classes from './overview.module.css'

export interface DownloadLineProps {
  download: DownloadState
  /** For the names of the players whose requests failed. */
  rows: readonly OverviewRow[]
}

/** The progress of the newest download, or its result when the user must know it. */
export function DownloadLine({ download, rows }: DownloadLineProps) {
  const { mutate, failure } = useMutation()
  if (downloadOutcome(download) === 'done') return null
  const { account_id } = download
  const cancel = () => mutate(() => call.downloads.cancel({ account_id }))
  const resume = () => mutate(() => call.downloads.resume({ account_id }))
  return (
    <>
      {isInProgress(download) ? (
        <Running download={download} onCancel={cancel} />
      ) : (
        <Ended download={download} rows={rows} onResume={resume} />
      )}
      {failure && <Notice failure={failure} />}
    </>
  )
}

function Running({ download, onCancel }: { download: DownloadState; onCancel: () => void }) {
  const { t } = useTranslation('overview')
  const { done, total } = download
  const words = useProgressWords(download)
  return (
    <Group gap="4px 8px" flex="none" fz="xs" role="status">
      <Box component="span" miw={0}>
        {words}
      </Box>
      <Progress.Root size="md" flex="0 1 160px" miw={80}>
        <Progress.Section
          value={total === 0 ? 0 : (100 * done) / total}
          aria-label={t('download.progress', { done, count: total })}
        />
      </Progress.Root>
      <Button size="compact-xs" onClick={onCancel}>
        {t('download.cancel')}
      </Button>
    </Group>
  )
}

function useProgressWords(download: DownloadState): string {
  const { t } = useTranslation('overview')
  const { done, total } = download
  const wait = useDownloadWait(download)
  if (!wait) return t('download.running', { done, count: total })
  return t(`download.waitsFor.${wait.why}`, { done, count: total, until: wait.until })
}

interface EndedProps extends DownloadLineProps {
  onResume: () => void
}

function Ended({ download, rows, onResume }: EndedProps) {
  const { t } = useTranslation('overview')
  const [showsProblems, setShowsProblems] = useState(false)
  const words = useEndWords(download)
  const { failures } = download
  return (
    <Group gap="4px 8px" flex="none" fz="xs" role="status">
      <Box component="span" miw={0}>
        {words}
      </Box>
      {failures.length > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={showsProblems}
          onClick={() => setShowsProblems(!showsProblems)}
        >
          {showsProblems ? t('download.hideDetails') : t('download.details')}
        </Button>
      )}
      <Button size="compact-xs" onClick={onResume}>
        {t('download.resume')}
      </Button>
      {showsProblems && <Problems download={download} rows={rows} />}
    </Group>
  )
}

function useEndWords(download: DownloadState): string {
  const { t } = useTranslation('overview')
  const { status, done, total } = download
  const failed = failedRequests(download)
  const isEnded = status !== 'done' && status !== 'running' && status !== 'waiting'
  const came =
    downloadOutcome(download) === 'failed' && status === 'done' ? 'nothingCame' : 'problems'
  return [
    isEnded && t(`download.${status}`, { done, count: total }),
    failed > 0 && t(`download.${came}`, { failed, count: total }),
  ]
    .filter(Boolean)
    .join(' ')
}

const MOST_PROBLEMS = 50

export function Problems({ download, rows }: DownloadLineProps) {
  const { failures } = download
  const { t } = useTranslation('overview')
  const failureText = useFailureText()
  const requestName = useRequestName()
  const names = new Map(rows.map(({ player }) => [player.id, player.name]))
  const shown = failures.slice(0, MOST_PROBLEMS)
  const more = failedRequests(download) - shown.length
  const nameOf = (id: string | null): ReactNode =>
    id === null ? t('download.wholeAccount') : (names.get(id) ?? id)
  return (
    <ul className={classes.problems}>
      {shown.map(({ what, player_id, failure }, index) => {
        const { title, why } = failureText(failure)
        return (
          <li key={index}>
            {nameOf(player_id)} ({requestName(what)}): {title}. {why}
          </li>
        )
      })}
      {more > 0 && <li>{t('download.more', { count: more })}</li>}
    </ul>
  )
}
