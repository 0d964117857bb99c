import type { Analytics, AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Answer } from '../../../shared/model/desk.ts'
import type { Period } from '../../../shared/model/period.ts'
import type { Player } from '../../../shared/model/player.ts'
import type { Input, Output } from '../../../shared/operation.ts'
import { dashboardQuestions, type Question, questionsAbout } from '../../../shared/questions.ts'
import type { Known } from '../../../shared/tables/measures.ts'
import { type Asked, useAnswer } from '../../answer.ts'
import { call } from '../../bridge.ts'

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

interface Worded<N extends AnalyticsName> {
  name: N
  input: Input<Analytics[N]>
}

export type AskedAnswer<N extends AnalyticsName> = Asked<Answer<Output<Analytics[N]>>>

function ask<N extends AnalyticsName>(
  account_id: string,
  { name, input }: Worded<N>,
  refresh: boolean,
): Promise<Answer<Output<Analytics[N]>>> {
  // The call of a row named by a variable: the compiler cannot pair it with its own input.
  const send = call.analytics[name] as unknown as (
    asked: object,
  ) => Promise<Answer<Output<Analytics[N]>>>
  return send({ ...input, account_id, ...(refresh && { refresh }) })
}

/** The answer to a question of the dashboard; nothing is asked when it is null. */
export function useQuestion<N extends AnalyticsName>(
  account_id: string,
  question: Worded<N> | null,
): AskedAnswer<N> {
  return useAnswer(question && JSON.stringify([account_id, question]), () => {
    if (!question) throw new TypeError('nothing to ask')
    return ask(account_id, question, false)
  }, ['analytics'])
}

/** Asks the service itself, whatever is stored. */
export const refreshQuestion = (account_id: string, question: Question) =>
  ask(account_id, question, true)

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

/** An answer as the shared tables take it. */
export const known = <T>(answer: Answer<T> | undefined): Known<T> | null =>
  answer ? { value: answer.value, asOf: answer.asOf } : null
