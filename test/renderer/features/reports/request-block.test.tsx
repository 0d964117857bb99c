import { beforeAll, expect, test } from 'vitest'
import { RequestBlock } from '../../../../src/renderer/features/reports/compare/request-block.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import {
  DEFAULT_GUARDRAILS,
  type Guardrails,
} from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { requestDifferences } from '../../../../src/shared/features/reports/compare-request.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { sampleReport } from '../../../support/sample-report.ts'

beforeAll(() => startText('en'))

const reportWith = (change: Partial<Guardrails>) => ({
  ...sampleReport(),
  view: { guardrails: { ...DEFAULT_GUARDRAILS, ...change } },
})

function saidOf(left: Partial<Guardrails>, right: Partial<Guardrails>) {
  const request = requestDifferences({ left: reportWith(left), right: reportWith(right) })
  return wordsOf(<RequestBlock request={request} />)
}

test('guardrails that differ in a decimal are written with it on both sides', () => {
  const differing = [
    ['loss', 'Loss allowed (%)', 0.1, 0.45],
    ['loss', 'Loss allowed (%)', 0.01, 0.125],
    ['smallestLift', 'Smallest lift that matters (%)', 2, 2.4],
    ['probability', 'Confidence (%)', 99, 99.9],
  ] as const
  for (const [key, label, left, right] of differing) {
    const said = saidOf({ [key]: left }, { [key]: right })
    expect(said).toContain(`${label}: ${left}%`)
    expect(said).toContain(`${label}: ${right}%`)
  }
})

test('guardrails that count something have no unit', () => {
  const said = saidOf({ days: 7, conversions: 1000 }, { days: 14, conversions: 1000 })
  expect(said).toContain('Full days: 7 · Conversions per variant: 1,000 ·')
  expect(said).toContain('Full days: 14 · Conversions per variant: 1,000 ·')
})
