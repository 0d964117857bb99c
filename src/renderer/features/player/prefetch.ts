import { comparedDays } from '../../../shared/api/player.ts'
import { hasVideos } from '../../../shared/features/accounts/account.ts'
import {
  type AnalyticsRequest,
  requestsAbout,
} from '../../../shared/features/analytics/requests.ts'
import { type Preferences } from '../../../shared/features/settings/preferences.ts'
import { analyticsQuery } from '../../analytics-query.ts'
import { resolvePeriod, todayInView } from '../../period.ts'
import { callQuery, prefetch } from '../../query.ts'
import { useView } from '../../view.ts'
import { curvesViewOf, historyOf, markersOf, videoOf } from './queries.ts'

/**
 * Fetches what the header and the first blocks of a player's screen need, so that they are rendered
 * once.
 */
export async function prefetchPlayer({ account_id, player_id }: Preferences['place']) {
  const { info, preferences } = useView.getState()
  const account = info.accounts.find(({ id }) => id === account_id)
  if (!account || player_id === null) return
  const { id, timezone } = account
  const own = [
    prefetch(...callQuery('players', 'marks', { account_id: id })),
    prefetch(...historyOf(id, player_id)),
    prefetch(...curvesViewOf(id, player_id)),
    prefetch(...markersOf(id, player_id)),
    prefetch(...videoOf(id, player_id, hasVideos(account))),
  ]
  const players = await prefetch(...analyticsQuery(id, { name: 'players', input: {} }))
  const player = players?.value.find((one) => one.id === player_id)
  if (!player) return
  const chosen = resolvePeriod(preferences.playerPeriod, todayInView(timezone))
  const { period } = chosen
  const comparison = comparedDays(player, chosen.comparison, timezone)
  const of = requestsAbout(player, period, timezone)
  const before = comparison && requestsAbout(player, comparison, timezone)
  const requests: (AnalyticsRequest | null)[] = [
    of.stats,
    of.statsByDay,
    of.userEngagement,
    of.clicksTimed,
    of.conversionsTimed,
    of.customMetrics,
    before && before.stats,
    before && before.userEngagement,
  ]
  await Promise.all([...own, ...requests.map((one) => prefetch(...analyticsQuery(id, one)))])
}
