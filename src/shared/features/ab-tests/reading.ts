import type { ComparisonGroup } from '../../api/comparison-group.ts'
import type { AbChoice, AbMetric, AbSnapshot } from './ab-test.ts'
import { isShare, shareIn } from './arms.ts'
import { chiSquareTail } from './posterior.ts'
import { armIn, pairsOf, wholeDays } from './times.ts'
import { type InvalidReason, type Pair, type Verdict, verdictOf } from './verdict.ts'

/** Whether an arm's percentage is fixed rather than adjusted by the service; null when unknown. */
export const isShareFixed = (group: ComparisonGroup, id: string) => armIn(group, id)?.locked ?? null

/** The views compared with the plan; null when the service adjusts a share, because there is no constant plan. */
export function splitIn(group: ComparisonGroup, { arms }: AbSnapshot): Split | null {
  if (arms.some(({ player_id }) => isShareFixed(group, player_id) === false)) return null
  return splitOf(
    arms.map(({ player_id, views }) => ({
      views,
      planned: armIn(group, player_id)?.traffic_percentage ?? null,
    })),
  )
}

export interface Reading {
  metric: AbMetric
  pair: Pair
  verdict: Verdict
}

const NOBODY = { part: 0, whole: 0 }

/** The result of a snapshot for a metric with the chosen guardrails. */
export function readingOf(
  group: ComparisonGroup,
  snapshot: AbSnapshot,
  {
    metric,
    guardrails,
    zone,
  }: { metric: AbMetric; guardrails: AbChoice['guardrails']; zone: string },
): Reading {
  const [ofA, ofB] = snapshot.arms
  const [a, b] = [shareIn(ofA, metric), shareIn(ofB, metric)]
  const isWhole = [a, b].every((share) => share === null || isShare(share))
  const pair: Pair = {
    a: isWhole ? (a ?? NOBODY) : NOBODY,
    b: isWhole ? (b ?? NOBODY) : NOBODY,
    conversions: { a: ofA.conversions, b: ofB.conversions },
    days: wholeDays(group, snapshot, zone),
    invalid: invalidOf({
      isOff: splitIn(group, snapshot)?.isOff === true,
      isLost: !a || !b,
      hasPitch: metric !== 'pitch_retention_rate' || (ofA.pitch_time !== 0 && ofB.pitch_time !== 0),
      isWhole,
    }),
    pairs: pairsOf(group).length,
  }
  return { metric, pair, verdict: verdictOf(pair, guardrails) }
}

function invalidOf(found: {
  isOff: boolean
  isLost: boolean
  hasPitch: boolean
  isWhole: boolean
}): InvalidReason | null {
  if (!found.hasPitch) return 'no-pitch'
  if (found.isLost) return 'no-engagement'
  if (!found.isWhole) return 'no-share'
  return found.isOff ? 'split' : null
}

interface SplitArm {
  views: number
  /** In percent; null when there is no plan. */
  planned: number | null
}

/** How the visitors were split between the arms, compared with the plan. */
interface Split {
  /** Percent of the views, and planned percent, of each arm. */
  got: number[]
  planned: number[]
  /** The probability of a split at least this uneven by chance. */
  probability: number
  isOff: boolean
}

/**
 * Threshold of the probability. Low, because it is checked on every reading and would otherwise often be a
 * false alarm.
 */
const OFF_BELOW = 0.001

/** Pearson's chi-square test of the views against the plan; null without a plan or with too few views. */
export function splitOf(arms: readonly SplitArm[]): Split | null {
  const views = arms.reduce((sum, arm) => sum + arm.views, 0)
  const shares = arms.reduce((sum, arm) => sum + (arm.planned ?? NaN), 0)
  const expected = arms.map(({ planned }) => (views * (planned ?? NaN)) / shares)
  // The approximation holds from five expected views in each arm.
  if (arms.length < 2 || !expected.every((count) => count >= 5)) return null
  const statistic = arms.reduce((sum, arm, index) => {
    const count = expected[index] ?? NaN
    return sum + (arm.views - count) ** 2 / count
  }, 0)
  const probability = chiSquareTail(statistic, arms.length - 1)
  return {
    got: arms.map((arm) => (arm.views / views) * 100),
    planned: arms.map(({ planned }) => ((planned ?? NaN) / shares) * 100),
    probability,
    isOff: probability < OFF_BELOW,
  }
}
