import type { ComparisonGroup } from '../../../shared/api/comparison-group.ts'
import type { Bridge } from '../../../shared/bridge.ts'
import type { AbSnapshot, StoredAbTest } from '../../../shared/features/ab-tests/ab-test.ts'
import { newestOf } from '../../../shared/features/ab-tests/table.ts'
import {
  type ArmPair,
  comparisonRequest,
  pairsOf,
  testIn,
} from '../../../shared/features/ab-tests/times.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import type { ReportDocument } from '../../../shared/features/reports/report.ts'

type Answered = Pick<ReportDocument, 'calls' | 'about'>

/** The first answer to a call of a report. */
export const answerIn = <T>({ calls }: Answered, noun: keyof Bridge, verb: string) =>
  calls.find((one) => one.noun === noun && one.verb === verb)?.value as T | undefined

export interface NewestResult {
  pair: ArmPair
  newest: AbSnapshot
  /** The query that its screen asks; null while an arm has not started. */
  request: ReturnType<typeof comparisonRequest>
}

/** The newest result of each pair of arms of a report's test. */
export function newestResults(document: Answered): NewestResult[] {
  const { account, group } = document.about
  if (!group) return []
  const zone = account.timezone
  const listed = answerIn<Answer<ComparisonGroup[]>>(document, 'analytics', 'comparisonGroups')
  const own = listed?.value.find(({ id }) => id === group.id)
  const test = answerIn<Record<string, StoredAbTest>>(document, 'abTests', 'list')?.[group.id]
  if (!own || !test) return []
  const found = testIn(own, zone)
  return pairsOf(found).flatMap((pair) => {
    const newest = newestOf({ group: found, zone }, pair, test.snapshots)
    if (!newest) return []
    return [{ pair, newest, request: comparisonRequest(found, pair, { zone, day: newest.day }) }]
  })
}
