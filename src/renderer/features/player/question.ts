import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Period } from '../../../shared/model/period.ts'
import type { Player } from '../../../shared/model/player.ts'
import { dashboardQuestions, type Question, questionsAbout } from '../../../shared/questions.ts'
import { askQuestion, useQuestion, type Worded } from '../../question.ts'

/** What every block of the screen is about. */
export interface About {
  account_id: string
  zone: string
  player: Player
  /** The account's list of players lacks it: it may be deleted. */
  isUnknown: boolean
  period: Period
  comparison: Period | null
  /** The calendar day that is now in the account's zone. */
  today: string
}

/** Asks the service itself, whatever is stored. */
export const refreshQuestion = (account_id: string, question: Question) =>
  askQuestion(account_id, question, true)

/** The questions of a block, for the period and for its comparison. */
export function useCompared<N extends AnalyticsName>(
  { account_id, player, period, comparison, zone }: About,
  word: (about: ReturnType<typeof questionsAbout>) => Worded<N>,
) {
  const asked = useQuestion(account_id, word(questionsAbout(player, period, zone)))
  const compared = useQuestion(
    account_id,
    comparison && word(questionsAbout(player, comparison, zone)),
  )
  return { asked, compared }
}

/** Asks the service for the whole dashboard again. */
export async function refreshDashboard({ account_id, player, period, zone }: About) {
  const questions: Question[] = [
    ...dashboardQuestions(player, period, zone),
    questionsAbout(player, period, zone).statsByDay,
  ]
  // Each block shows its own trouble: main keeps it beside the stored answer.
  await Promise.allSettled(questions.map((question) => refreshQuestion(account_id, question)))
}
