import type { Analytics, AnalyticsName } from '../shared/api/analytics.ts'
import type { Answer } from '../shared/features/analytics/answer.ts'
import type { Input, Output } from '../shared/operation.ts'
import type { Known } from '../shared/tables/measures.ts'
import { type Asked, type Question, useAnswer } from './answer.ts'
import { call } from './bridge.ts'

export interface Worded<N extends AnalyticsName> {
  name: N
  input: Input<Analytics[N]>
}

export type AskedAnswer<N extends AnalyticsName> = Asked<Answer<Output<Analytics[N]>>>

/** The stored answer at once when there is one; with `refresh` the service's own. */
export function askQuestion<N extends AnalyticsName>(
  account_id: string,
  { name, input }: Worded<N>,
  refresh = false,
): Promise<Answer<Output<Analytics[N]>>> {
  // The call of a row named by a variable: the compiler cannot pair it with its own input.
  const send = call.analytics[name] as unknown as (
    asked: object,
  ) => Promise<Answer<Output<Analytics[N]>>>
  return send({ ...input, account_id, ...(refresh && { refresh }) })
}

/** A question of an account as the window asks it; nothing is asked when it is null. */
export function analyticsQuestion<N extends AnalyticsName>(
  account_id: string,
  question: Worded<N> | null,
): Question<Answer<Output<Analytics[N]>>> {
  return [
    question && JSON.stringify([account_id, question]),
    () => {
      if (!question) throw new TypeError('nothing to ask')
      return askQuestion(account_id, question)
    },
    ['analytics'],
  ]
}

export const useQuestion = <N extends AnalyticsName>(
  account_id: string,
  question: Worded<N> | null,
): AskedAnswer<N> => useAnswer(...analyticsQuestion(account_id, question))

/** Whether there is nothing to show because the service has no such operation. */
export const isNotOffered = ({ value, failure }: Pick<Asked<unknown>, 'value' | 'failure'>) =>
  value === undefined && failure?.kind === 'not-offered'

/** An answer as the shared tables take it. */
export const known = <T>(answer: Answer<T> | undefined): Known<T> | null => answer ?? null
