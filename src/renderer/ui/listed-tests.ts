import { useMemo } from 'react'
import { testsIn } from '../../shared/features/ab-tests/times.ts'
import { type AnalyticsResult, useAnalyticsQuery } from '../analytics-query.ts'

/** The account's A/B tests, with their times in its zone; asks nothing while they are not needed. */
export function useListedTests(
  account_id: string,
  zone: string,
  isNeeded = true,
): AnalyticsResult<'comparisonGroups'> {
  const query = useAnalyticsQuery(
    account_id,
    isNeeded ? { name: 'comparisonGroups', input: { timezone: zone } } : null,
  )
  return useMemo(
    () => ({ ...query, value: query.value && testsIn(query.value, zone) }),
    [query, zone],
  )
}
