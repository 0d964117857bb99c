import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  comparesAllByDefault,
  type DownloadPlan,
  type DownloadScope,
} from '../../../shared/features/downloads/download.ts'
import type { Period } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'
import { useMutation } from '../../mutation.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { NothingStored } from './coverage-line.tsx'
import { requestsLabel, useTimeText } from './download-costs.tsx'

interface FirstDownloadProps {
  account_id: string
  period: Period
  comparison: Period | null
  /** How many the account has. */
  players: number
  /** Opens the download's choice. */
  choose: () => void
}

/** Of an account of which nothing was downloaded yet: what that costs, and its start. */
export function FirstDownload(props: FirstDownloadProps) {
  const { account_id, period, comparison, players, choose } = props
  const { t } = useTranslation('overview')
  const { mutate, failure, isPending } = useMutation()
  const scope: DownloadScope = {
    ...{ account_id, period, comparison, player_ids: null, withPlayers: true },
    comparesDaysOnly: !comparesAllByDefault(players),
  }
  const plan = useCall('downloads', 'plan', scope, [])
  const cost = useCostText(plan.value)
  const start = (
    <Group gap={8} justify="center">
      <Button
        variant="filled"
        leftSection={<IconDownload size={15} />}
        loading={isPending}
        disabled={!plan.value}
        onClick={() => void mutate(() => call.downloads.start(scope))}
      >
        {t('download.start')}
      </Button>
      <Button onClick={choose}>{t('download.options')}</Button>
    </Group>
  )
  const wrong = failure ?? plan.failure
  return (
    <>
      {wrong && <Notice failure={wrong} onRetry={plan.refetch} />}
      <NothingStored {...{ period, cost }} action={start} />
    </>
  )
}

function useCostText(plan: DownloadPlan | undefined): string {
  const { t } = useTranslation('overview')
  const { count } = useFormat()
  const time = useTimeText(plan?.seconds ?? null)
  if (!plan) return t('download.asking')
  const cost = `${t(requestsLabel(plan))}: ${count(plan.requests)} · ${t('download.time')}: ${time}.`
  return `${cost} ${t('stored.arrive')}`
}
