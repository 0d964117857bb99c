import { useMemo } from 'react'
import { knownDays, type Player } from '../../../../shared/api/player.ts'
import type { Account } from '../../../../shared/features/accounts/account.ts'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import { combinedAge } from '../../../../shared/time/age.ts'
import { type Period, presetWithoutToday } from '../../../../shared/time/period.ts'
import { useAnalyticsQuery } from '../../../analytics-query.ts'
import { useToday } from '../../../period.ts'
import { type QueryResult, useCall } from '../../../query.ts'
import type { TimelineProps } from './timeline.tsx'

type OfAudience = Pick<
  TimelineProps,
  'hasPlayer' | 'playerLength' | 'pitch' | 'engagement' | 'timing' | 'period' | 'age' | 'missing'
>

/**
 * The audience of a video, as far as it is stored; empty when the video has no player. Uses the
 * common queries, so that stored answers are reused.
 */
export function useAudience(account: Account, video_id: string): OfAudience {
  const { id: account_id, timezone: zone } = account
  const players = useAnalyticsQuery(account_id, { name: 'players', input: {} })
  const player = players.value?.value.find(({ id }) => id === video_id) ?? null
  const period = useAudiencePeriod(account, player)
  const requests = player && requestsAbout(player, period, zone)
  const { age, queries, ...figures } = useFigures(account_id, requests)
  return {
    ...figures,
    hasPlayer: player !== null || players.value === undefined,
    playerLength: player?.duration ?? 0,
    pitch: player?.pitch_time || null,
    period: age ? knownDays(period, player, { zone, asOf: age.asOf }) : period,
    age,
    missing: missingOf([players, ...queries]),
  }
}

type Queried = Pick<QueryResult<unknown>, 'value' | 'failure' | 'refetch'>

/** Why something is missing, and how to ask for it again. */
function missingOf(queries: readonly Queried[]): TimelineProps['missing'] {
  const failed = queries.filter(({ value, failure }) => value === undefined && failure)
  const [first] = failed
  if (!first?.failure) return null
  return { failure: first.failure, onRetry: () => failed.forEach(({ refetch }) => refetch()) }
}

/**
 * The last 30 whole days, or while these cannot be had the newest stored days. One period for all
 * answers, so that they are about the same sessions.
 */
function useAudiencePeriod({ id: account_id, timezone }: Account, player: Player | null): Period {
  const today = useToday(timezone)
  const wanted = useMemo(() => presetWithoutToday('last30', today), [today])
  const { value, failure } = useAnalyticsQuery(
    account_id,
    player && requestsAbout(player, wanted, timezone).userEngagement,
  )
  const input = player && failure && !value ? { account_id, video_id: player.id } : null
  return useCall('videos', 'audiencePeriod', input, ['analytics']).value ?? wanted
}

function useFigures(account_id: string, requests: ReturnType<typeof requestsAbout> | null) {
  const engagement = useAnalyticsQuery(account_id, requests && requests.userEngagement)
  const clicked = useAnalyticsQuery(account_id, requests && requests.clicksTimed)
  const sold = useAnalyticsQuery(account_id, requests && requests.conversionsTimed)
  const clicks = clicked.value?.value ?? null
  const sales = sold.value?.value ?? null
  const timing = useMemo(() => ({ clicks, sales }), [clicks, sales])
  const queries = [engagement, clicked, sold]
  const age = combinedAge(queries.map(({ value }) => value))
  return { engagement: engagement.value?.value ?? null, timing, age, queries }
}
