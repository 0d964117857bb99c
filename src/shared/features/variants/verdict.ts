import type { AppTexts } from '../../locales/en/app.ts'
import type { Guardrails, Share } from '../ab-tests/ab-test.ts'
import { type Verdict, verdictOf } from '../ab-tests/verdict.ts'

/** The data of a variant for its verdict. */
export interface VariantData extends Share {
  conversions: number
}

interface VerdictContext {
  /** Number of completed days. */
  days: number
  /** Number of rows compared with the same base. */
  pairs: number
  guardrails: Guardrails
}

type VerdictCode = keyof AppTexts['tables']['codes']['play_rate_verdict']

export function verdictOn(
  base: VariantData,
  row: VariantData,
  context: VerdictContext,
): VerdictCode {
  const { days, pairs, guardrails } = context
  // A part greater than its whole is not a proportion: the two count different units once.
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
