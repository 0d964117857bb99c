import { type AnalyticsName, analytics } from '../../../shared/api/analytics.ts'
import type { DeskHandlers } from '../../shell/router.ts'
import type { Reading } from './reading.ts'

/** A cached read for every row of the table. */
export function analyticsHandlers(read: Reading['read']): DeskHandlers['analytics'] {
  const names = Object.keys(analytics) as AnalyticsName[]
  return Object.fromEntries(
    names.map((name) => [name, (input: never) => read(name, input)]),
  ) as unknown as DeskHandlers['analytics']
}
