import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Activity } from '../../../shared/features/analytics/answer.ts'
import { useToday } from '../../period.ts'
import { useCall } from '../../query.ts'
import { useFailureText } from '../../ui/failure-text.ts'
import { useFormat } from '../../ui/format.ts'
import { useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { useRequestName } from '../../ui/request-name.ts'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { useView } from '../../view.ts'
import classes from './activity.module.css'
import { Downloads } from './downloads.tsx'
import { Quota } from './quota.tsx'
import { Line, Section } from './section.tsx'

/** Quota used and left, running requests, and failures with their reasons. */
export function ActivityScreen() {
  const { t } = useTranslation('activity')
  const query = useCall('activity', 'list')
  const activity = query.value
  return (
    <Stack gap={12} pb={24}>
      <ScreenHead title={t('title')} />
      <div className={classes.pair}>
        <Quota />
        <Downloads />
      </div>
      {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
      {activity && <Running activity={activity} />}
      {activity && <Failures activity={activity} />}
    </Stack>
  )
}

const MOST_SHOWN = 30

export function Running({ activity: { running, sent } }: { activity: Activity }) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const now = useNow(1000)
  const today = useToday(format.zone)
  const accountName = useAccountName()
  const requestName = useRequestName()
  const more = running.length - MOST_SHOWN
  return (
    <Section>
      <Line>
        <h2 className={kit.title}>{t('running.title')}</h2>
        <span className={`${kit.quiet} ${kit.tabular}`}>{t('running.sent', { count: sent })}</span>
      </Line>
      {running.length === 0 ? (
        <EmptyState title={t('running.none')} text={t('running.noneText')} />
      ) : (
        <ul className={kit.list}>
          {running.slice(0, MOST_SHOWN).map(({ id, what, account_id, since, waitsUntil }) => (
            <li key={id} className={classes.row}>
              <span className={kit.cut}>{requestName(what)}</span>
              <span className={`${kit.quiet} ${kit.tabular}`}>{accountName(account_id)}</span>
              <span className={`${kit.quiet} ${kit.tabular}`}>
                {waitsUntil !== null && waitsUntil > now
                  ? t('running.waits', { time: format.recent(waitsUntil, today) })
                  : format.ago(since, now)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className={kit.quiet}>{t('more', { count: more })}</p>}
    </Section>
  )
}

function Failures({ activity: { failures } }: { activity: Activity }) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const now = useNow()
  const failureText = useFailureText()
  const accountName = useAccountName()
  const requestName = useRequestName()
  return (
    <Section>
      <h2 className={kit.title}>{t('failures.title')}</h2>
      {failures.length === 0 ? (
        <EmptyState title={t('failures.none')} text={t('failures.noneText')} />
      ) : (
        <table className={`${kit.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col">{t('failures.when')}</th>
              <th scope="col">{t('failures.what')}</th>
              <th scope="col">{t('failures.why')}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ id, at, what, account_id, failure }) => {
              const { title, why, next } = failureText(failure)
              return (
                <tr key={id}>
                  <td title={format.instant(at)}>{format.ago(at, now)}</td>
                  <td>
                    {requestName(what)}
                    <span className={`${kit.quiet} ${classes.under}`}>
                      {accountName(account_id)}
                    </span>
                  </td>
                  <td>
                    <strong>{title}</strong>
                    <span className={`${kit.quiet} ${classes.under}`}>{`${why} ${next}`}</span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function useAccountName() {
  const accounts = useView(({ info }) => info.accounts)
  return (account_id: string) => accounts.find(({ id }) => id === account_id)?.name ?? ''
}
