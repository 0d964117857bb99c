import type { Leaderboard } from '../../../shared/api/event-counts.ts'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { playersEventsRequests } from '../../../shared/features/analytics/requests-account.ts'
import { rankingsOf } from '../../../shared/features/leaderboard/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import { fetchAnalytics } from '../../analytics-query.ts'
import { useQuery } from '../../query.ts'

interface Of {
  players: readonly Player[]
  limit: number
}

/** The rankings of an account's players, and a function to refetch them. Fetches nothing without a period. */
export function useOwnRankings(account: Account, { players, limit }: Of, period: Period | null) {
  const { id: account_id, timezone } = account
  const ids = players.map(({ id }) => id)
  const isEnabled = period !== null && ids.length > 0
  const askAll = async (refresh: boolean): Promise<Answer<Leaderboard[]>> => {
    const requests = period ? playersEventsRequests(ids, period, timezone) : []
    const answers = await Promise.all(
      requests.map((request) => fetchAnalytics(account_id, request, refresh)),
    )
    const [first] = answers
    const rankings = rankingsOf(answers, limit)
    if (!first || !rankings) throw new TypeError('no player was asked about')
    const isSettled = answers.every((answer) => answer.isSettled)
    const trouble = answers.find((answer) => answer.trouble)?.trouble ?? null
    return { ...first, ...rankings, isSettled, trouble }
  }
  const request = isEnabled
    ? JSON.stringify(['own rankings', account_id, period, limit, ids])
    : null
  const query = useQuery(request, () => askAll(false), ['analytics'])
  const refresh = () =>
    isEnabled ? askAll(true).then(query.refetch, query.refetch) : Promise.resolve()
  return { ...query, refresh }
}
