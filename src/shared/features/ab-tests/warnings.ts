import type { ComparisonGroup } from '../../api/comparison-group.ts'
import { AB_METRICS, type AbChoice, type AbMetric, type AbSnapshot } from './ab-test.ts'
import { readingOf } from './reading.ts'
import type { Verdict } from './verdict.ts'

type Moving = Extract<Verdict, { state: 'leaning' | 'decided' }>

interface Warning {
  metric: AbMetric
  verdict: Moving
}

const isMoving = (verdict: Verdict): verdict is Moving =>
  verdict.state === 'leaning' || verdict.state === 'decided'

/** The other metrics on which the other arm is ahead; empty while no arm leads on the chosen metric. */
export function warningsOf(
  group: ComparisonGroup,
  snapshot: AbSnapshot,
  { choice, zone }: { choice: AbChoice; zone: string },
): Warning[] {
  const { primary, guardrails } = choice
  const on = (metric: AbMetric) => readingOf(group, snapshot, { metric, guardrails, zone }).verdict
  const decides = on(primary)
  if (!isMoving(decides)) return []
  return AB_METRICS.flatMap((metric): Warning[] => {
    const verdict = metric === primary ? decides : on(metric)
    return isMoving(verdict) && verdict.ahead !== decides.ahead ? [{ metric, verdict }] : []
  })
}
