import { useMemo } from 'react'
import type { ComparisonGroup } from '../../shared/api/comparison-group.ts'
import { testsIn } from '../../shared/features/ab-tests/times.ts'
import type { Answer } from '../../shared/features/analytics/answer.ts'
import { useAnalyticsQuery } from '../analytics-query.ts'
import type { QueryResult } from '../query.ts'

/** The tests that can be read, and the number of those that cannot. */
export type ListedTests = Answer<ComparisonGroup[]> & { leftOut: number }

/** The account's A/B tests, with their times in its zone; asks nothing while they are not needed. */
export function useListedTests(
  account_id: string,
  zone: string,
  isNeeded = true,
): QueryResult<ListedTests> {
  const query = useAnalyticsQuery(
    account_id,
    isNeeded ? { name: 'comparisonGroups', input: { timezone: zone } } : null,
  )
  return useMemo(
    () => ({ ...query, value: query.value && testsIn(query.value, zone) }),
    [query, zone],
  )
}
