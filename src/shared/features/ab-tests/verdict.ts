import type { Guardrails, Share } from './ab-test.ts'
import { type Chance, chanceOf, type Interval, lastingInterval, liftOf } from './posterior.ts'

type ArmName = 'a' | 'b'

/** Why a result is not valid, whatever its figures. */
export type InvalidReason = 'split' | 'no-pitch' | 'no-engagement' | 'no-share'

/** The data of two arms for one metric. */
export interface Pair {
  a: Share
  b: Share
  conversions: Record<ArmName, number>
  /** Whole days that both arms ran. */
  days: number
  invalid: InvalidReason | null
  /** Number of pairs compared: the more of them, the likelier a false positive. */
  pairs: number
}

interface Figures {
  /** Of B over A: 0.12 is +12 %. Null when A's rate is zero or unknown. */
  lift: number | null
  /** Of the lift; valid for any number of looks. */
  interval: Interval
  chance: Chance
}

export type Verdict =
  | { state: 'invalid'; why: InvalidReason }
  | ({ state: 'collecting'; missing: MissingEvidence[] } & Figures)
  | ({ state: 'none' } & Figures)
  | ({ state: 'leaning' | 'decided'; ahead: ArmName } & Figures)

type MissingEvidence =
  | { what: 'days'; has: number; of: number }
  | { what: 'conversions'; has: number; of: number; arm: ArmName }
  /** The interval still contains differences that matter, in both directions. */
  | { what: 'certainty' }

/** Probability from which an arm is reported as leading. */
const LEANS_FROM = 0.8

/** The confidence required of each pair so that all pairs together keep the guardrail's (Bonferroni). */
export const confidenceOf = ({ probability }: Guardrails, pairs: number): number =>
  1 - (1 - probability / 100) / Math.max(1, pairs)

/**
 * The result of two arms for a metric. An arm is better only when its lift may matter and three criteria agree: the probability of
 * being better, the expected loss, and an interval that is valid for any number of looks.
 */
export function verdictOf(pair: Pair, guardrails: Guardrails): Verdict {
  if (pair.invalid) return { state: 'invalid', why: pair.invalid }
  const { a, b } = pair
  const needed = confidenceOf(guardrails, pair.pairs)
  const interval = lastingInterval(a, b, needed)
  const chance = chanceOf(a, b)
  const figures: Figures = { lift: liftOf(a, b), interval, chance }
  const missing = missingEvidence(pair, guardrails)
  if (missing.length > 0) return { state: 'collecting', missing, ...figures }
  // First, because an arm may certainly be better by less than matters.
  if (isWithin(interval, guardrails.smallestLift / 100)) return { state: 'none', ...figures }
  const ahead: ArmName = chance.bIsHigher >= 0.5 ? 'b' : 'a'
  const sure = Math.max(chance.bIsHigher, 1 - chance.bIsHigher)
  if (sure >= needed && isClear(interval) && chance.loss[ahead] <= guardrails.loss / 100) {
    return { state: 'decided', ahead, ...figures }
  }
  if (sure >= LEANS_FROM) return { state: 'leaning', ahead, ...figures }
  return { state: 'collecting', missing: [{ what: 'certainty' }], ...figures }
}

const isClear = ([low, high]: Interval) => low > 0 || high < 0
const isWithin = ([low, high]: Interval, reach: number) => low >= -reach && high <= reach

function missingEvidence({ days, conversions }: Pair, guardrails: Guardrails): MissingEvidence[] {
  const lacks: MissingEvidence[] = []
  if (days < guardrails.days) lacks.push({ what: 'days', has: days, of: guardrails.days })
  for (const arm of ['a', 'b'] as const) {
    const has = conversions[arm]
    const of = guardrails.conversions
    if (has < of) lacks.push({ what: 'conversions', has, of, arm })
  }
  return lacks
}
