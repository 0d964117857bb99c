import { chiSquareTail } from './distributions.ts'

interface SplitArm {
  views: number
  /** In percent; null when there is no plan. */
  planned: number | null
}

/** How the visitors were split between the arms, compared with the plan. */
export interface Split {
  /** Percent of the views, and planned percent, of each arm. */
  got: number[]
  planned: number[]
  statistic: number
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
    statistic,
    probability,
    isOff: probability < OFF_BELOW,
  }
}
