import type { Share } from './ab-test.ts'
import { type Interval, logRatio } from './posterior.ts'

/**
 * The spread of lifts, as a logarithm, at which the interval is narrowest: most changes of a page
 * move a rate by up to a fifth. It has no part in how often the interval is wrong.
 */
const USUAL_LIFT = Math.log(1.2)

/**
 * Where B's lift over A lies, with this confidence however often it is looked at: Robbins' normal
 * mixture, the interval of the mixture sequential probability ratio test (Johari, Pekelis, Walsh:
 * "Always Valid Inference"). An interval meant to be read once is wrong far more often than it says
 * when a test is looked at daily and ended at the first clear reading.
 */
export function lastingInterval(a: Share, b: Share, confidence: number): Interval {
  const { estimate, variance } = logRatio(a, b)
  const spread = USUAL_LIFT ** 2
  const both = variance + spread
  const bound = 2 * Math.log(1 / (1 - confidence)) + Math.log(both / variance)
  const reach = Math.sqrt(((variance * both) / spread) * bound)
  return [Math.expm1(estimate - reach), Math.expm1(estimate + reach)]
}
