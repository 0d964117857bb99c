import { useMemo } from 'react'
import type { Account } from '../../../../shared/features/accounts/account.ts'
import { requestsAbout } from '../../../../shared/features/analytics/requests.ts'
import type { FilterField, StoredBreakdowns } from '../../../../shared/features/videos/dry-run.ts'
import { type Period, presetWithoutToday } from '../../../../shared/time/period.ts'
import { call } from '../../../bridge.ts'
import { useMutation } from '../../../mutation.ts'
import { useToday } from '../../../period.ts'
import { useQuery } from '../../../query.ts'

/** The stored breakdowns of a video's audience by session field, and a function to request missing ones. */
export function useBreakdowns({ id: account_id, timezone }: Account, video_id: string) {
  const players = useQuery(
    JSON.stringify([account_id, { name: 'players', input: {} }]),
    () => call.analytics.players({ account_id }),
    ['analytics'],
  )
  const player = players.value?.value.find(({ id }) => id === video_id)
  const stored = useQuery<StoredBreakdowns | null>(
    `breakdowns ${account_id} ${video_id}`,
    () => call.videos.breakdowns({ account_id, video_id }),
    ['analytics'],
  )
  const today = useToday(timezone)
  const recent = useMemo(() => presetWithoutToday('last30', today), [today])
  const { mutate, failure, isPending } = useMutation()
  const ask = (period: Period, fields: readonly FilterField[]) =>
    void mutate(async () => {
      if (!player) return
      const { statsByField } = requestsAbout(player, period, timezone)
      for (const field of fields) {
        const { input } = statsByField(field)
        await call.analytics.statsByField({ ...input, account_id, refresh: true })
      }
      stored.refetch()
    })
  return {
    stored: stored.value,
    storeFailure: stored.failure,
    hasPlayer: player !== undefined || !players.value,
    recent,
    ask,
    failure,
    isPending,
  }
}
