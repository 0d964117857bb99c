import type { Share } from '../ab/posterior.ts'
import { type Verdict, verdictOf } from '../ab/verdict.ts'
import { DEFAULT_GUARDRAILS } from '../model/ab-test.ts'
import type { VerdictCode } from './variant-words.ts'

/** What a verdict on a variant is read from. */
export interface Tried extends Share {
  conversions: number
}

interface Asked {
  /** Whole days that are over. */
  days: number
  /** How many rows are compared with the same one. */
  pairs: number
}

/** What is said of a row beside the row it is compared with. */
export function verdictOn(base: Tried, row: Tried, { days, pairs }: Asked): VerdictCode {
  // A part of more than its whole is no share: what is counted once differs between the two.
  if ([base, row].some(({ part, whole }) => part > whole)) return 'invalid'
  const conversions = { a: base.conversions, b: row.conversions }
  const pair = { a: base, b: row, conversions, days, pairs, invalid: null }
  return codeOf(verdictOf(pair, DEFAULT_GUARDRAILS))
}

function codeOf(verdict: Verdict): VerdictCode {
  switch (verdict.state) {
    case 'invalid':
    case 'collecting':
    case 'none':
      return verdict.state
    case 'leaning':
      return verdict.ahead === 'b' ? 'leaning_ahead' : 'leaning_behind'
    case 'decided':
      return verdict.ahead === 'b' ? 'ahead' : 'behind'
  }
}
