import { useEffect } from 'react'
import type { Analytics } from '../../../shared/api/analytics.ts'
import type { Player } from '../../../shared/api/player.ts'
import { type Failure, failureOf } from '../../../shared/failure.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { liveRequest } from '../../../shared/features/analytics/requests-audience.ts'
import type { Output } from '../../../shared/operation.ts'
import { fetchAnalytics } from '../../analytics-query.ts'
import { CallFailed } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { useView } from '../../view.ts'

export interface LiveAnswers {
  answered: { player: Player; live: Answer<Output<Analytics['liveUsers']>> }[]
  failed: { player: Player; failure: Failure }[]
}

interface LiveQuery {
  account_id: string
  players: readonly Player[]
  minutes: number
}

/** The live users of each player, with a separate failure each. Polls while the window is visible. */
export function useLive(query: LiveQuery) {
  const { account_id, players, minutes } = query
  const isOffline = useView(({ preferences }) => preferences.isOffline)
  const ids = players.map(({ id }) => id)
  const request = JSON.stringify(['live', account_id, ids, minutes])
  const answers = useQuery(players.length === 0 ? null : request, () => askAll(query, false), [
    'analytics',
  ])
  const { refetch } = answers
  const everyMs = pollIntervalMs(players.length)
  useEffect(() => {
    if (isOffline || players.length === 0) return
    const timer = setInterval(() => {
      if (document.hidden) return
      void askAll(query, true).then(refetch)
    }, everyMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `request` names all that is asked
  }, [request, isOffline, everyMs, refetch])
  const refresh = () => askAll(query, true).then(refetch)
  return { ...answers, everyMs, refresh }
}

async function askAll({ account_id, players, minutes }: LiveQuery, refresh: boolean) {
  const all = await Promise.all(
    players.map(async (player) => {
      try {
        const request = liveRequest(player.id, minutes)
        return { player, live: await fetchAnalytics(account_id, request, refresh) }
      } catch (thrown) {
        const failure = thrown instanceof CallFailed ? thrown.failure : failureOf(thrown)
        return { player, failure }
      }
    }),
  )
  const answers: LiveAnswers = { answered: [], failed: [] }
  for (const one of all) {
    if (one.live) answers.answered.push(one)
    else answers.failed.push(one)
  }
  return answers
}

// Analytics, GET /sessions/live_users: answers are cached for 30 seconds.
const LEAST_INTERVAL_MS = 30_000
/** At most ten queries per minute, because a Basic plan has sixty for everything. */
const PER_PLAYER_MS = 6_000

/** Interval of polling for this number of players, in milliseconds. */
export const pollIntervalMs = (players: number): number =>
  Math.max(LEAST_INTERVAL_MS, players * PER_PLAYER_MS)
