import { chiSquareTail } from './distributions.ts'

export interface SplitArm {
  views: number
  /** Percent, as planned. */
  planned: number | null
}

/** How the visitors were dealt, beside what was planned. */
export interface Split {
  /** Percent of the views, and of the plan, of each arm. */
  got: number[]
  planned: number[]
  statistic: number
  /** How likely so uneven a split is by chance alone. */
  probability: number
  isOff: boolean
}

/** Under this an uneven split is no chance; asked of every reading, so rarely wrong. */
const OFF_BELOW = 0.001

/** Pearson's chi-square of the views against the plan; null without a plan, or with too few views. */
export function splitOf(arms: readonly SplitArm[]): Split | null {
  const views = arms.reduce((sum, arm) => sum + arm.views, 0)
  const shares = arms.reduce((sum, arm) => sum + (arm.planned ?? NaN), 0)
  const expected = arms.map(({ planned }) => (views * (planned ?? NaN)) / shares)
  // A chi-square is near the truth from five expected in each cell on.
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
