import { createContext, useContext } from 'react'
import { type Answer } from '../../../shared/features/analytics/answer.ts'
import { type Age, combinedAge, isOlder } from '../../../shared/time/age.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { dayLeftOut } from '../../period.ts'
import { AnswerAge } from '../../ui/block.tsx'
import { useView } from '../../view.ts'
import { type About, agedRequests } from './queries.ts'

/** Combined age of the answers in the first blocks, displayed once in the page header. */
export function usePageAge(about: About): Age | null {
  const { account_id } = about
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const requests = agedRequests(about, dayLeftOut(choice, about.today))
  return combinedAge([
    useAnalyticsQuery(account_id, requests.stats).value,
    useAnalyticsQuery(account_id, requests.statsByDay).value,
    useAnalyticsQuery(account_id, requests.userEngagement).value,
    useAnalyticsQuery(account_id, requests.clicksTimed).value,
    useAnalyticsQuery(account_id, requests.conversionsTimed).value,
    useAnalyticsQuery(account_id, requests.customMetrics).value,
    useAnalyticsQuery(account_id, requests.today).value,
  ])
}

/** The age in the page header; null while nothing is loaded. */
export const PageAge = createContext<Age | null>(null)

/** The age of a block's answer, only when it is older than the header's age or could not be refreshed. */
export function OwnAge({ answer, zone }: { answer: Answer<unknown> | undefined; zone: string }) {
  const page = useContext(PageAge)
  if (!answer) return null
  const isWorse = answer.trouble || !page || isOlder(answer, page)
  return isWorse ? <AnswerAge answer={answer} zone={zone} /> : null
}
