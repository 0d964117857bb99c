import type { AppTexts } from '../../locales/en/app.ts'
import type { Guardrails } from '../ab-tests/ab-test.ts'
import type { Share } from '../ab-tests/posterior.ts'
import { type Verdict, verdictOf } from '../ab-tests/verdict.ts'

/** What a verdict on a variant is read from. */
export interface Tried extends Share {
  conversions: number
}

interface Asked {
  /** Whole days that are over. */
  days: number
  /** How many rows are compared with the same one. */
  pairs: number
  guardrails: Guardrails
}

export type VerdictCode = keyof AppTexts['tables']['codes']['play_rate_verdict']

/** What is said of a row beside the row it is compared with. */
export function verdictOn(base: Tried, row: Tried, asked: Asked): VerdictCode {
  const { days, pairs, guardrails } = asked
  // A part of more than its whole is no share: what is counted once differs between the two.
  if ([base, row].some(({ part, whole }) => part > whole)) return 'invalid'
  const conversions = { a: base.conversions, b: row.conversions }
  const pair = { a: base, b: row, conversions, days, pairs, invalid: null }
  return codeOf(verdictOf(pair, guardrails))
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
