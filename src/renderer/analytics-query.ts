import type { Analytics, AnalyticsName } from '../shared/api/analytics.ts'
import type { Answer } from '../shared/features/analytics/answer.ts'
import type { Input, Output } from '../shared/operation.ts'
import type { Known } from '../shared/tables/measures.ts'
import { CallFailed, call } from './bridge.ts'
import { type Query, type QueryResult, useQuery } from './query.ts'

export interface RequestOf<N extends AnalyticsName> {
  name: N
  input: Input<Analytics[N]>
}

export type AnalyticsResult<N extends AnalyticsName> = QueryResult<Answer<Output<Analytics[N]>>>

/** Fetches the stored answer at once when there is one; with `refresh` it waits for the service's response. */
export function fetchAnalytics<N extends AnalyticsName>(
  account_id: string,
  { name, input }: RequestOf<N>,
  refresh = false,
): Promise<Answer<Output<Analytics[N]>>> {
  // The compiler cannot match a call chosen at run time with its own input type.
  const send = call.analytics[name] as unknown as (
    query: object,
  ) => Promise<Answer<Output<Analytics[N]>>>
  return send({ ...input, account_id, ...(refresh && { refresh }) })
}

/** Fetches the service's response. Fails when there is none, also when an answer is stored. */
export async function fetchNewest<N extends AnalyticsName>(
  account_id: string,
  request: RequestOf<N>,
): Promise<Output<Analytics[N]>> {
  const { value, trouble } = await fetchAnalytics(account_id, request, true)
  if (trouble) throw new CallFailed(trouble)
  return value
}

/** The query of an analytics call for an account; fetches nothing when `request` is null. */
export function analyticsQuery<N extends AnalyticsName>(
  account_id: string,
  request: RequestOf<N> | null,
): Query<Answer<Output<Analytics[N]>>> {
  return [
    request && `analytics ${JSON.stringify([account_id, request])}`,
    (isRefresh) => {
      if (!request) throw new TypeError('nothing to ask')
      return fetchAnalytics(account_id, request, isRefresh)
    },
    ['analytics'],
  ]
}

/** Subscribes to an analytics call; fetches nothing when `request` is null. */
export const useAnalyticsQuery = <N extends AnalyticsName>(
  account_id: string,
  request: RequestOf<N> | null,
): AnalyticsResult<N> => useQuery(...analyticsQuery(account_id, request))

/** Whether there is nothing to show because the service does not offer this operation. */
export const isNotOffered = ({ value, failure }: Pick<QueryResult<unknown>, 'value' | 'failure'>) =>
  value === undefined && failure?.kind === 'not-offered'

/** An answer in the shape that the shared tables take. */
export const known = <T>(answer: Answer<T> | undefined): Known<T> | null => answer ?? null
