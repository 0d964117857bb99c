import { useMemo } from 'react'
import type { AnalyticsName } from '../../../../shared/api/analytics.ts'
import type { Account } from '../../../../shared/features/accounts/account.ts'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import { dayCount, presetWithoutToday } from '../../../../shared/time/period.ts'
import { type RequestOf, useAnalyticsQuery } from '../../../analytics-query.ts'
import { useToday } from '../../../period.ts'
import type { TimelineProps } from './timeline.tsx'

type OfAudience = Pick<TimelineProps, 'pitch' | 'engagement' | 'timing' | 'days'>

/**
 * The audience of a video in the last 30 whole days, as far as it is stored; empty when the video has no
 * player. Uses the common queries, so that stored answers are reused.
 */
export function useAudience(account: Account, video_id: string): OfAudience {
  const { id: account_id, timezone } = account
  const players = useStored(account_id, { name: 'players', input: {} })
  const player = players?.find(({ id }) => id === video_id)
  const today = useToday(timezone)
  const { requests, days } = useMemo(() => {
    const period = presetWithoutToday('last30', today)
    return {
      requests: player && requestsAbout(player, period, timezone),
      days: dayCount(period),
    }
  }, [player, today, timezone])
  const engagement = useStored(account_id, requests?.userEngagement ?? null)
  const clicks = useStored(account_id, requests?.clicksTimed ?? null)
  const sales = useStored(account_id, requests?.conversionsTimed ?? null)
  const timing = useMemo(() => ({ clicks, sales }), [clicks, sales])
  return { pitch: player?.pitch_time || null, engagement, timing, days }
}

/** The latest answer to a query; null until there is one. */
const useStored = <N extends AnalyticsName>(account_id: string, request: RequestOf<N> | null) =>
  useAnalyticsQuery(account_id, request).value?.value ?? null
