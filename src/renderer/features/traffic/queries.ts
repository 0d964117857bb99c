import type { Player } from '../../../shared/api/player.ts'
import { questionsAbout } from '../../../shared/features/analytics/questions.ts'
import { sortedValues, mostPlayed } from '../../../shared/features/traffic/traffic-retention.ts'
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
  /** Whether the period includes today, which is not over. */
  isPartial: boolean
}

export const wordsOf = ({ player, period, zone }: About) => questionsAbout(player, period, zone)

/** The queries for the comparison period; null without a comparison. */
export const earlierWordsOf = ({ player, comparison, zone }: About) =>
  comparison && questionsAbout(player, comparison, zone)

/** Refetches everything that the screen shows of a parameter from the service. */
export async function refreshTraffic(about: About, query_key: string | null) {
  const { account_id } = about
  const words = wordsOf(about)
  const asking: Promise<unknown>[] = [fetchAnalytics(account_id, words.validUtms, true)]
  if (query_key !== null) {
    const earlier = earlierWordsOf(about)?.trafficStats(query_key)
    asking.push(refreshValues(about, query_key))
    asking.push(fetchAnalytics(account_id, words.trafficStatsByDay(query_key), true))
    if (earlier) asking.push(fetchAnalytics(account_id, earlier, true))
  }
  // Failures are displayed by each block: main returns them with the stored answers.
  await Promise.allSettled(asking)
}

/** The values first, because they determine whose retention is requested. */
async function refreshValues(about: About, query_key: string) {
  const words = wordsOf(about)
  const { value } = await fetchAnalytics(about.account_id, words.trafficStats(query_key), true)
  const values = sortedValues(mostPlayed(value))
  if (values.length === 0) return
  await fetchAnalytics(about.account_id, words.userEngagementByOrigin(query_key, values), true)
}
