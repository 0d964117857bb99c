import { Box, Button, Progress, Stack } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leftOf, type QuotaUsage } from '../../../shared/api/quota.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { useAccount } from '../../app-state.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { Freshness, useNow } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { timeLeft, windowLength } from '../../ui/time-text.ts'
import classes from './activity.module.css'
import { Line, Section } from './section.tsx'

export function Quota() {
  const { t } = useTranslation('activity')
  const account = useAccount()
  return (
    <Section>
      {account ? (
        <AccountQuota key={account.id} account={account} />
      ) : (
        <>
          <h2 className={kit.title}>{t('quota.title')}</h2>
          <EmptyState title={t('quota.noAccount')} text={t('quota.noAccountText')} />
        </>
      )}
    </Section>
  )
}

function AccountQuota({ account }: { account: Account }) {
  const { t } = useTranslation('activity')
  const account_id = account.id
  const query = useCall('analytics', 'quotaUsage', { account_id })
  const [newest, setNewest] = useState<Answer<QuotaUsage> | null>(null)
  const { mutate, failure, isPending } = useMutation()
  const refresh = () =>
    void mutate(async () => {
      setNewest(await call.analytics.quotaUsage({ account_id, refresh: true }))
    })
  const answer = newer(query.value, newest)
  const notes = notesOf(answer?.value)
  const trouble = failure ?? (newest ? null : query.failure)
  return (
    <>
      <Line>
        <h2 className={kit.title}>{`${t('quota.title')}: ${account.name}`}</h2>
        <Button
          size="compact-xs"
          leftSection={<IconRefresh size={13} aria-hidden />}
          loading={isPending}
          onClick={refresh}
        >
          {t('quota.refresh')}
        </Button>
      </Line>
      {trouble && <Notice failure={trouble} onRetry={refresh} />}
      {answer && <Windows usage={answer.value} />}
      <Box component="p" lh={1.45} className={kit.quiet}>
        {t('quota.note')} {notes.length === 0 && t('quota.several')}
      </Box>
      {notes.map((text) => (
        <Box component="p" key={text} lh={1.45} className={kit.quiet}>
          {t('quota.serviceNote', { text })}
        </Box>
      ))}
      {answer && (
        <Freshness
          asOf={answer.asOf}
          from={answer.from}
          zone={account.timezone}
          trouble={answer.trouble}
        />
      )}
    </>
  )
}

/** The notes of the service on its quota windows, without repetitions. */
const notesOf = (usage: QuotaUsage | undefined) => [
  ...new Set(usage?.quotas.flatMap(({ queries }) => queries.note || [])),
]

function newer<T>(one: Answer<T> | undefined, other: Answer<T> | null) {
  return one && other ? (other.asOf > one.asOf ? other : one) : (one ?? other)
}

function Windows({ usage }: { usage: QuotaUsage }) {
  const { t } = useTranslation('activity')
  if (usage.quotas.length === 0) {
    return <EmptyState title={t('quota.none')} text={t('quota.noneText')} />
  }
  return (
    <>
      {usage.quotas.map((window) => (
        <Window key={window.interval_seconds} window={window} />
      ))}
    </>
  )
}

type QuotaWindow = QuotaUsage['quotas'][number]

function Window({ window }: { window: QuotaWindow }) {
  const { t } = useTranslation('activity')
  const format = useFormat()
  const now = useNow(1000)
  const seconds = Math.ceil((Date.parse(window.interval_ends_at) - now) / 1000)
  const resets = seconds > 0 ? t('quota.resets', { time: timeLeft(seconds) }) : t('quota.restarted')
  const name = t('quota.perWindow', {
    window: windowLength(window.interval_seconds, format.language),
  })
  return (
    <Stack gap={8} pt={10} className={classes.part}>
      <Line>
        <h3 className={kit.heading}>{name}</h3>
        <span className={`${kit.quiet} ${kit.tabular}`}>{resets}</span>
      </Line>
      <Gauge name={t('quota.queries')} metric={window.queries} show={format.count} />
      <Gauge name={t('quota.readBytes')} metric={window.read_bytes} show={format.bytes} />
    </Stack>
  )
}

interface GaugeProps {
  name: string
  metric: QuotaWindow['read_bytes']
  show: (amount: number) => string
}

function Gauge({ name, metric, show }: GaugeProps) {
  const { t } = useTranslation('activity')
  const { used, limit } = metric
  if (limit === null) {
    return (
      <Line>
        <span>{name}</span>
        <span className={kit.tabular}>{t('quota.noCap', { used: show(used) })}</span>
      </Line>
    )
  }
  const share = limit > 0 ? Math.min(100, (used / limit) * 100) : 100
  const left = t('quota.left', { remaining: show(leftOf(limit, metric)) })
  const amount = t('quota.of', { used: show(used), limit: show(limit) })
  return (
    <div>
      <Line>
        <span>{name}</span>
        <span className={kit.tabular}>{`${amount} · ${left}`}</span>
      </Line>
      <Progress
        size={6}
        mt={4}
        // A used share is visible even when it is tiny.
        styles={share > 0 ? { section: { minWidth: 2 } } : {}}
        value={share}
        color={share >= 90 ? 'red' : 'indigo'}
        aria-label={`${name}: ${amount}, ${left}`}
      />
    </div>
  )
}
