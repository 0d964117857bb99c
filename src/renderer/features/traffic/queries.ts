import type { Player } from '../../../shared/api/player.ts'
import { questionsAbout } from '../../../shared/features/analytics/questions.ts'
import { askedValues, mostPlayed } from '../../../shared/features/traffic/traffic-retention.ts'
import type { Period } from '../../../shared/time/period.ts'
import { fetchAnalytics } from '../../analytics-query.ts'

/** What every block of the screen is about. */
export interface About {
  account_id: string
  zone: string
  player: Player
  period: Period
  comparison: Period | null
  /** The calendar day that is now in the account's zone. */
  today: string
  /** The period holds the day that is not over. */
  isPartial: boolean
}

export const wordsOf = ({ player, period, zone }: About) => questionsAbout(player, period, zone)

/** The same of the compared period; null when nothing is compared. */
export const earlierWordsOf = ({ player, comparison, zone }: About) =>
  comparison && questionsAbout(player, comparison, zone)

/** Asks the service for all that the screen shows of a parameter again. */
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
  // Each block shows its own trouble: main keeps it beside the stored answer.
  await Promise.allSettled(asking)
}

/** The values first: whose retention is asked depends on them. */
async function refreshValues(about: About, query_key: string) {
  const words = wordsOf(about)
  const { value } = await fetchAnalytics(about.account_id, words.trafficStats(query_key), true)
  const values = askedValues(mostPlayed(value))
  if (values.length === 0) return
  await fetchAnalytics(about.account_id, words.userEngagementByOrigin(query_key, values), true)
}
