import { describe, expect, it } from 'vitest'
import type { Share } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import {
  betaCdf,
  betaQuantile,
  chanceOf,
  chancePercent,
  chiSquareTail,
  liftInterval,
  liftOf,
  logRatio,
  normalQuantile,
} from '../../../../src/shared/features/ab-tests/posterior.ts'

const logFactorials = [0]
for (let n = 1; n <= 200_000; n++) logFactorials.push((logFactorials[n - 1] ?? NaN) + Math.log(n))
const logFactorial = (n: number) => logFactorials[n] ?? NaN
const logBeta = (a: number, b: number) =>
  logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1)

/** Evan Miller, "Formulas for Bayesian A/B Testing", equation 6: P(pB > pA) for whole shapes. */
function millers([alphaA, betaA]: [number, number], [alphaB, betaB]: [number, number]) {
  let sum = 0
  for (let i = 0; i < alphaB; i++) {
    const log =
      logBeta(alphaA + i, betaB + betaA) -
      Math.log(betaB + i) -
      logBeta(1 + i, betaB) -
      logBeta(alphaA, betaA)
    sum += Math.exp(log)
  }
  return sum
}

const shapes = ({ part, whole }: Share): [number, number] => [part + 1, whole - part + 1]

/** Chris Stucchio, "Easy Evaluation of Decision Rules in Bayesian A/B Testing": the loss of taking A. */
function stucchios(a: Share, b: Share) {
  const [[alphaA, betaA], [alphaB, betaB]] = [shapes(a), shapes(b)]
  const meanA = alphaA / (alphaA + betaA)
  const meanB = alphaB / (alphaB + betaB)
  return (
    meanB * millers([alphaA, betaA], [alphaB + 1, betaB]) -
    meanA * millers([alphaA + 1, betaA], [alphaB, betaB])
  )
}

const CASES: [Share, Share][] = [
  [
    { part: 0, whole: 0 },
    { part: 3, whole: 4 },
  ],
  [
    { part: 4, whole: 40 },
    { part: 9, whole: 42 },
  ],
  [
    { part: 120, whole: 6000 },
    { part: 156, whole: 6100 },
  ],
  [
    { part: 1801, whole: 84000 },
    { part: 1744, whole: 84000 },
  ],
]

describe('the distributions', () => {
  it.each([
    // R: pbeta(0.5, 2, 4), pbeta(0.3, 8, 4); closed forms as sums of binomials.
    [betaCdf(0.5, { alpha: 2, beta: 4 }), 0.8125],
    // Gelman et al., "Bayesian Data Analysis", 2.4: placenta previa, 437 girls of 980 births.
    [betaQuantile(0.025, { alpha: 438, beta: 544 }), 0.415],
    [betaQuantile(0.975, { alpha: 438, beta: 544 }), 0.477],
    // The usual table of the chi-square: 3.841, 5.991 and 10.828 leave 5 %, 5 % and 0.1 %.
    [chiSquareTail(3.841, 1), 0.05],
    [chiSquareTail(5.991, 2), 0.05],
    [chiSquareTail(10.828, 1), 0.001],
    [normalQuantile(0.975), 1.959964],
  ])('agree with published figures (%f)', (ours, published) => {
    expect(ours).toBeCloseTo(published, 3)
  })
})

describe('the chance of being better', () => {
  it.each(CASES)("agrees with Evan Miller's closed form (%o, %o)", (a, b) => {
    expect(chanceOf(a, b).bIsHigher).toBeCloseTo(millers(shapes(a), shapes(b)), 3)
  })

  it.each(CASES)("loses on average what Stucchio's closed form says (%o, %o)", (a, b) => {
    const [alphaA, betaA] = shapes(a)
    const [alphaB, betaB] = shapes(b)
    const { loss } = chanceOf(a, b)
    expect(loss.a * (alphaB / (alphaB + betaB))).toBeCloseTo(stucchios(a, b), 3)
    expect(loss.b * (alphaA / (alphaA + betaA))).toBeCloseTo(stucchios(b, a), 3)
  })

  it('adds up to one for the two arms', () => {
    const [a, b] = CASES[2] as [Share, Share]
    expect(chanceOf(a, b).bIsHigher + chanceOf(b, a).bIsHigher).toBeCloseTo(1, 4)
  })

  it('is even for arms that are alike', () => {
    const same = { part: 50, whole: 1000 }
    expect(chanceOf(same, same).bIsHigher).toBeCloseTo(0.5, 4)
  })

  it.each([
    [10, 10],
    [10, 20],
    [1000, 1000],
    [84_000, 84_000],
    [84_000, 168_000],
  ])('is exact to 0.005 points for two arms without sales (%i, %i)', (ofA, ofB) => {
    const { bIsHigher } = chanceOf({ part: 0, whole: ofA }, { part: 0, whole: ofB })
    // The lower of Beta(1, n + 1) and Beta(1, m + 1) is the one of n with the chance (n + 1) / (n + m + 2).
    expect(Math.abs(bIsHigher - (ofA + 1) / (ofA + ofB + 2))).toBeLessThan(0.00005)
  })
})

it('a chance in percent is never 0 or 100, however large the difference', () => {
  const [few, many] = [
    { part: 100, whole: 10_000 },
    { part: 300, whole: 10_000 },
  ]
  const chance = (a: Share, b: Share) => chancePercent(chanceOf(a, b).bIsHigher)
  expect([chance(few, many), chance(many, few)]).toEqual([99.99, 0.01])
  expect(chancePercent(0.123456)).toBe(12.34)
})

describe('the lift', () => {
  it('is measured against the first arm', () => {
    expect(liftOf({ part: 10, whole: 100 }, { part: 12, whole: 100 })).toBeCloseTo(0.2, 10)
  })

  it('is unknown where the first arm has a rate of zero', () => {
    expect(liftOf({ part: 0, whole: 100 }, { part: 12, whole: 100 })).toBeNull()
  })

  it('has about the variance of Katz et al. (1978) for large samples', () => {
    const { variance } = logRatio({ part: 100, whole: 250 }, { part: 150, whole: 1500 })
    expect(variance).toBeCloseTo(1 / 100 - 1 / 250 + 1 / 150 - 1 / 1500, 3)
  })

  it('matches the Physicians’ Health Study (NEJM 1989: 104 of 11037 to 189 of 11034)', () => {
    const [low, high] = liftInterval({ part: 189, whole: 11034 }, { part: 104, whole: 11037 })
    // Agresti, "Categorical Data Analysis", 3.1.2: the ratio 0.55 lies in 0.43 to 0.70.
    expect(1 + low).toBeCloseTo(0.43, 1)
    expect(1 + high).toBeCloseTo(0.7, 1)
  })

  it('is mirrored when the arms are swapped', () => {
    const [a, b] = CASES[2] as [Share, Share]
    const [low, high] = liftInterval(a, b)
    const [lowBack, highBack] = liftInterval(b, a)
    expect(1 / (1 + highBack)).toBeCloseTo(1 + low, 3)
    expect(1 / (1 + lowBack)).toBeCloseTo(1 + high, 3)
  })
})
