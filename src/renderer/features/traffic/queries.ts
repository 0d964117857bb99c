import type { Player } from '../../../shared/api/player.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import { mostPlayed, sortedValues } from '../../../shared/features/traffic/traffic-retention.ts'
import type { Period } from '../../../shared/time/period.ts'
import { fetchAnalytics } from '../../analytics-query.ts'

/** What every block of the screen needs to know. */
export interface About {
  account_id: string
  zone: string
  player: Player
  period: Period
  comparison: Period | null
  /** The current calendar day in the account's zone. */
  today: string
}

export const queriesOf = ({ player, period, zone }: About) => requestsAbout(player, period, zone)

/** The queries for the comparison period; null without a comparison. */
export const comparisonQueriesOf = ({ player, comparison, zone }: About) =>
  comparison && requestsAbout(player, comparison, zone)

/** Refetches everything that the screen shows of a parameter from the service. */
export async function refreshTraffic(about: About, query_key: string | null) {
  const { account_id } = about
  const queries = queriesOf(about)
  const requests: Promise<unknown>[] = [fetchAnalytics(account_id, queries.validUtms, true)]
  if (query_key !== null) {
    const earlier = comparisonQueriesOf(about)?.trafficStats(query_key)
    requests.push(refreshValues(about, query_key))
    requests.push(fetchAnalytics(account_id, queries.trafficStatsByDay(query_key), true))
    if (earlier) requests.push(fetchAnalytics(account_id, earlier, true))
  }
  // Failures are displayed by each block: main returns them with the stored answers.
  await Promise.allSettled(requests)
}

/** The values first, because they determine whose retention is requested. */
async function refreshValues(about: About, query_key: string) {
  const queries = queriesOf(about)
  const { value } = await fetchAnalytics(about.account_id, queries.trafficStats(query_key), true)
  const values = sortedValues(mostPlayed(value))
  if (values.length === 0) return
  await fetchAnalytics(about.account_id, queries.userEngagementByOrigin(query_key, values), true)
}
