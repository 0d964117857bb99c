import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Player } from '../../../shared/api/player.ts'
import {
  type AnalyticsRequest,
  dashboardRequests,
  requestsAbout,
} from '../../../shared/features/analytics/requests.ts'
import type { Period } from '../../../shared/time/period.ts'
import { fetchAnalytics, type RequestOf, useAnalyticsQuery } from '../../analytics-query.ts'
import { dayLeftOut } from '../../period.ts'
import { callQuery } from '../../query.ts'
import { useRetryOfBoth } from '../../ui/not-compared.tsx'
import { useView } from '../../view.ts'

/** What every block of the screen needs to know. */
export interface About {
  account_id: string
  zone: string
  player: Player
  /** The account's list of players lacks it, so it may be deleted. */
  isUnknown: boolean
  period: Period
  comparison: Period | null
  /** The current calendar day in the account's zone. */
  today: string
}

/** The queries of a block, for the period and for its comparison. */
export function useWithComparison<N extends AnalyticsName>(
  { account_id, player, period, comparison, zone }: About,
  pick: (about: ReturnType<typeof requestsAbout>) => RequestOf<N>,
) {
  const query = useAnalyticsQuery(account_id, pick(requestsAbout(player, period, zone)))
  const compared = useAnalyticsQuery(
    account_id,
    comparison && pick(requestsAbout(player, comparison, zone)),
  )
  return { query: useRetryOfBoth(query, compared), compared }
}

/** The changes of the player's video, which has the same id. */
export const historyOf = (account_id: string, video_id: string) =>
  callQuery('edits', 'history', { account_id, video_id }, ['edits', 'videos'])

export const videoOf = (account_id: string, video_id: string, isEnabled = true) =>
  callQuery('videos', 'open', isEnabled ? { account_id, video_id } : null, ['videos', 'edits'])

/** The user's markers of the player's video. */
export const markersOf = (account_id: string, player_id: string) =>
  callQuery('markers', 'list', { account_id, player_id })

/** The user's last settings of the player's curves. */
export const curvesViewOf = (account_id: string, player_id: string) =>
  callQuery('curves', 'view', { account_id, player_id }, [])

/** Requests the whole dashboard from the service again. */
export async function refreshDashboard(about: About) {
  const requests = refreshedRequests(about, leftOut(about))
  // Each block displays its own failure: main returns it with the stored answer.
  await Promise.allSettled(
    requests.map((request) => fetchAnalytics(about.account_id, request, true)),
  )
}

/** What a refresh requests: also what the screen shows without an age of its own. */
export function refreshedRequests(
  { player, period, zone }: About,
  today: string | null,
): AnalyticsRequest[] {
  const { statsByDay, customMetrics } = requestsAbout(player, period, zone)
  return [
    ...dashboardRequests(player, period, zone),
    statsByDay,
    customMetrics,
    ...(today === null ? [] : [todayRequest({ player, zone }, today)]),
  ]
}

/** The queries that the header's age is of: of all that is shown without an age of its own. */
export function agedRequests({ player, period, zone }: About, today: string | null) {
  const about = requestsAbout(player, period, zone)
  return {
    ...{ stats: about.stats, statsByDay: about.statsByDay },
    ...{ userEngagement: about.userEngagement, clicksTimed: about.clicksTimed },
    ...{ conversionsTimed: about.conversionsTimed, customMetrics: about.customMetrics },
    today: today === null ? null : todayRequest({ player, zone }, today),
  }
}

/** The day that is shown beside the period; null when there is none. */
const leftOut = ({ today }: About) => dayLeftOut(useView.getState().preferences.playerPeriod, today)

/** Today's figures alone. */
export const todayRequest = ({ player, zone }: Pick<About, 'player' | 'zone'>, today: string) =>
  requestsAbout(player, { start: today, end: today }, zone).statsByDay
