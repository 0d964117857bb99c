import betaCdfOf from '@stdlib/stats-base-dists-beta-cdf'
import betaQuantileOf from '@stdlib/stats-base-dists-beta-quantile'
import chiSquareCdfOf from '@stdlib/stats-base-dists-chisquare-cdf'
import normalQuantileOf from '@stdlib/stats-base-dists-normal-quantile'
import { truncatedPercent } from '../../api/statistics.ts'
import type { Share } from './ab-test.ts'

/** The parameters of a beta distribution. */
interface Beta {
  alpha: number
  beta: number
}

export const betaCdf = (x: number, { alpha, beta }: Beta): number => betaCdfOf(x, alpha, beta)
export const betaQuantile = (p: number, { alpha, beta }: Beta): number =>
  betaQuantileOf(p, alpha, beta)
const betaMean = ({ alpha, beta }: Beta): number => alpha / (alpha + beta)
export const normalQuantile = (p: number): number => normalQuantileOf(p, 0, 1)
/** The upper tail of the chi-square distribution: the probability of a value of at least `x` by chance. */
export const chiSquareTail = (x: number, freedom: number): number => 1 - chiSquareCdfOf(x, freedom)

export type Interval = readonly [low: number, high: number]

/** A share from 0 to 1; null without any cases. */
export const rateOf = ({ part, whole }: Share): number | null => (whole === 0 ? null : part / whole)

/** The posterior of a rate for a uniform prior, Beta(1,1). */
const posteriorOf = ({ part, whole }: Share): Beta => ({ alpha: part + 1, beta: whole - part + 1 })

interface Node {
  at: number
  weight: number
}

const CELLS = 128
const EDGE = 1e-7

const angleOf = (share: number) => Math.asin(Math.sqrt(share))
const shareAt = (angle: number) => Math.sin(angle) ** 2

/**
 * Discretizes the distribution into cells, each represented by its middle and its probability. The cells are
 * equal on the scale of angles, where the density is smooth also when it is highest at a share of 0 or 1.
 */
function nodesOf(known: Beta): Node[] {
  const low = angleOf(betaQuantile(EDGE, known))
  const width = (angleOf(betaQuantile(1 - EDGE, known)) - low) / CELLS
  let below = 0
  return Array.from({ length: CELLS }, (_, cell) => {
    const upTo = cell === CELLS - 1 ? 1 : betaCdf(shareAt(low + (cell + 1) * width), known)
    const weight = upTo - below
    below = upTo
    return { at: shareAt(low + (cell + 0.5) * width), weight }
  })
}

const expected = (nodes: readonly Node[], of: (at: number) => number) =>
  nodes.reduce((sum, { at, weight }) => sum + weight * of(at), 0)

/** The least probability that is written: no data proves that an arm is certainly better, or certainly not. */
const LEAST_CHANCE = 0.0001

/** A probability in percent, never exactly 0 or 100. */
export const chancePercent = (probability: number, least = LEAST_CHANCE): number =>
  truncatedPercent(Math.min(Math.max(probability, least), 1 - least) * 100)

export interface Chance {
  /** The probability that B's rate is higher than A's. */
  bIsHigher: number
  /** The expected loss of choosing each arm, as a share of the other arm's rate. */
  loss: { a: number; b: number }
}

/** The probability that B's rate is higher than A's, and the expected loss of choosing either. */
export function chanceOf(a: Share, b: Share): Chance {
  const [ofA, ofB] = [posteriorOf(a), posteriorOf(b)]
  const nodes = nodesOf(ofA)
  const moreOf = { alpha: ofB.alpha + 1, beta: ofB.beta }
  const [meanA, meanB] = [betaMean(ofA), betaMean(ofB)]
  const bIsHigher = 1 - expected(nodes, (at) => betaCdf(at, ofB))
  // E[(A - B)+] = E[A·F(A) - mean·F⁺(A)], where F⁺ has one more success.
  const lossOfB = Math.max(
    0,
    expected(nodes, (at) => at * betaCdf(at, ofB) - meanB * betaCdf(at, moreOf)),
  )
  const lossOfA = Math.max(0, meanB - meanA + lossOfB)
  return { bIsHigher, loss: { a: lossOfA / meanB, b: lossOfB / meanA } }
}

/** The logarithm of the ratio of B's rate to A's, and its variance (Katz), with the same prior. */
export function logRatio(a: Share, b: Share): { estimate: number; variance: number } {
  const known = [a, b].map(posteriorOf)
  const [meanA = NaN, meanB = NaN] = known.map(betaMean)
  const variance = known.reduce((sum, { alpha, beta }) => sum + 1 / alpha - 1 / (alpha + beta), 0)
  return { estimate: Math.log(meanB / meanA), variance }
}

/** The 95 % interval of B's lift over A, valid for a single look: 0.12 is +12 %. */
export function liftInterval(a: Share, b: Share): Interval {
  const nodes = nodesOf(posteriorOf(a))
  const ofB = posteriorOf(b)
  const below = (log: number) =>
    expected(nodes, (at) => betaCdf(Math.min(1, at * Math.exp(log)), ofB))
  const { estimate, variance } = logRatio(a, b)
  const tail = 0.025
  const reach = normalQuantile(1 - tail) * Math.sqrt(variance)
  const at = (probability: number) =>
    Math.expm1(
      solved((log) => below(log) - probability, estimate - 4 * reach, estimate + 4 * reach),
    )
  return [at(tail), at(1 - tail)]
}

/**
 * The standard deviation, on the log scale, of the lifts for which the interval is narrowest: most page
 * changes move a rate by at most a fifth. It does not affect the interval's error rate.
 */
const USUAL_LIFT = Math.log(1.2)

/**
 * The interval of B's lift over A at this confidence, valid for any number of looks: Robbins' normal mixture,
 * as in the mixture sequential probability ratio test (Johari, Pekelis, Walsh: "Always Valid Inference"). An
 * interval for a single look is wrong far more often than stated when a test is checked daily and ended at
 * the first clear result.
 */
export function lastingInterval(a: Share, b: Share, confidence: number): Interval {
  const { estimate, variance } = logRatio(a, b)
  const spread = USUAL_LIFT ** 2
  const both = variance + spread
  const bound = 2 * Math.log(1 / (1 - confidence)) + Math.log(both / variance)
  const reach = Math.sqrt(((variance * both) / spread) * bound)
  return [Math.expm1(estimate - reach), Math.expm1(estimate + reach)]
}

const STEPS = 30

/** The zero of an increasing function, by bisection. */
function solved(of: (x: number) => number, low: number, high: number): number {
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (of(middle) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** B's measured lift over A; null when A's rate is zero or unknown. */
export function liftOf(a: Share, b: Share): number | null {
  const [before, after] = [rateOf(a), rateOf(b)]
  return before === null || after === null || before === 0 ? null : after / before - 1
}
