import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DownloadPlan, QuotaWindow } from '../../../shared/features/downloads/download.ts'
import { useFormat } from '../../ui/format.ts'
import { timeLeft } from '../../ui/time-text.ts'
import classes from './overview.module.css'

/** It may end on another day. */
const isLong = ({ intervalSeconds }: QuotaWindow) => intervalSeconds > 3600

/** A count of requests is exact once it is known which players were active. */
export const requestsLabel = ({ idleRequests }: DownloadPlan) =>
  idleRequests > 0 ? 'download.atMost' : 'download.requests'

/** What a download costs, shown before it starts. */
export function Costs({ plan }: { plan: DownloadPlan }) {
  const { t } = useTranslation('overview')
  const { count, clock, instant } = useFormat()
  const until = (window: QuotaWindow) =>
    isLong(window) ? instant(window.endsAt) : clock(window.endsAt)
  const time = useTimeText(plan.seconds)
  const interval = useIntervalText()
  const ofQueries = plan.windows.filter(({ metric }) => metric === 'queries')
  const [short] = plan.windows
    .filter(({ isShort }) => isShort)
    .sort((a, b) => b.intervalSeconds - a.intervalSeconds)
  return (
    <>
      <dl className={classes.costs}>
        <dt>{t(requestsLabel(plan))}</dt>
        <dd>{count(plan.requests)}</dd>
        <dt>{t('download.queries')}</dt>
        <dd>{count(plan.queries)}</dd>
        <dt>{t('download.time')}</dt>
        <dd>{time}</dd>
        {plan.settledDays > 0 && (
          <>
            <dt>{t('download.settled')}</dt>
            <dd>{count(plan.settledDays)}</dd>
          </>
        )}
        {ofQueries.map((window) => (
          <Row
            key={window.intervalSeconds}
            name={t('download.left', { interval: interval(window.intervalSeconds) })}
            text={t(isLong(window) ? 'download.leftOfLong' : 'download.leftOf', {
              ...window,
              until: until(window),
            })}
          />
        ))}
      </dl>
      {short && (
        <Box component="p" mt={8} fz="sm" c="dimmed">
          {short.intervalSeconds <= 60
            ? t('download.waits')
            : t(short.metric === 'queries' ? 'download.exceeds' : 'download.exceedsData', {
                until: until(short),
              })}
        </Box>
      )}
    </>
  )
}

function Row({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  )
}

/** `seconds` is null when the plan's limit is not known, and infinite when it is 0. */
export function useTimeText(seconds: number | null): string {
  const { t } = useTranslation('overview')
  if (seconds === null) return t('download.unknownTime')
  if (!Number.isFinite(seconds)) return t('download.endlessTime')
  if (seconds < 60) return t('download.underMinute')
  if (seconds < 3600) return t('download.minutes', { count: Math.ceil(seconds / 60) })
  return t('download.hours', { time: timeLeft(seconds) })
}

function useIntervalText() {
  const { t } = useTranslation('overview')
  return (seconds: number) => {
    if (seconds === 60) return t('download.minute')
    if (seconds === 3600) return t('download.hour')
    return seconds === 86_400 ? t('download.day') : t('download.seconds', { count: seconds })
  }
}
