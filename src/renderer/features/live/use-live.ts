import { useEffect } from 'react'
import type { Analytics } from '../../../shared/api/analytics.ts'
import type { Player } from '../../../shared/api/player.ts'
import { type Failure, isRefusal } from '../../../shared/failure.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { liveRequest } from '../../../shared/features/analytics/requests-audience.ts'
import type { Output } from '../../../shared/operation.ts'
import { fetchAnalytics } from '../../analytics-query.ts'
import { reasonOf, useQuery } from '../../query.ts'
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
  const request = `live ${JSON.stringify([account_id, ids, minutes])}` as const
  const answers = useQuery(players.length === 0 ? null : request, () => fetchAll(query, false), [
    'analytics',
  ])
  const { refetch } = answers
  const everyMs = pollIntervalMs(players.length)
  const polled = polledPlayers(players, answers.value)
  const poll = JSON.stringify([request, polled.map(({ id }) => id)])
  useEffect(() => {
    if (isOffline || polled.length === 0) return
    const timer = setInterval(() => {
      if (document.hidden) return
      void fetchAll({ ...query, players: polled }, true).then(refetch)
    }, everyMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `poll` names all that is asked
  }, [poll, isOffline, everyMs, refetch])
  const refresh = () => fetchAll(query, true).then(refetch)
  return { ...answers, everyMs, refresh }
}

async function fetchAll({ account_id, players, minutes }: LiveQuery, refresh: boolean) {
  const all = await Promise.all(
    players.map(async (player) => {
      try {
        const request = liveRequest(player.id, minutes)
        return { player, live: await fetchAnalytics(account_id, request, refresh) }
      } catch (thrown) {
        return { player, failure: reasonOf(thrown) }
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

/** Without the players whose request the service refuses, which only the user asks about again. */
export function polledPlayers(
  players: readonly Player[],
  answers: LiveAnswers | undefined,
): readonly Player[] {
  const { answered = [], failed = [] } = answers ?? {}
  const failures = [
    ...failed,
    ...answered.map(({ player, live }) => ({ player, failure: live.trouble })),
  ]
  const refused = failures.filter(({ failure }) => failure && isRefusal(failure))
  const ids = new Set(refused.map(({ player }) => player.id))
  return players.filter(({ id }) => !ids.has(id))
}

// Analytics, GET /sessions/live_users: answers are cached for 30 seconds.
const LEAST_INTERVAL_MS = 30_000
/** At most ten queries per minute, because a Basic plan has sixty for everything. */
const PER_PLAYER_MS = 6_000

/** Interval of polling for this number of players, in milliseconds. */
export const pollIntervalMs = (players: number): number =>
  Math.max(LEAST_INTERVAL_MS, players * PER_PLAYER_MS)
