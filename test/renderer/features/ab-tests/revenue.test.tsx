import { beforeAll, expect, test } from 'vitest'
import { NoRevenue } from '../../../../src/renderer/features/ab-tests/test-view.tsx'
import type { QueryResult } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { ComparisonAnswer } from '../../../../src/shared/api/comparison-group.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import type { Answer } from '../../../../src/shared/features/analytics/answer.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { idOf } from '../../../support/statistics.ts'

beforeAll(() => startText('en'))

const pair = [idOf(1), idOf(2)] as const
const unsold = {
  ...{ total_amount_usd: 0, total_amount_brl: 0, total_amount_eur: 0 },
  ...{ total: 0, total_uniq_sessions: 0, total_uniq_device: 0 },
}
const stats = pair.map((player_id) => ({ player_id, conversions: unsold }))
const value = { value: { stats }, asOf: 1 } as unknown as Answer<ComparisonAnswer>

const said = (reading: Partial<QueryResult<Answer<ComparisonAnswer>>>) => {
  const query = { value: undefined, failure: undefined, refetch: () => undefined, ...reading }
  return wordsOf(<NoRevenue reading={query} pair={pair} />)
}

test('variants that were read and sold nothing have no revenue yet', () => {
  expect(said({ value })).toContain('Neither variant has sales yet')
})

const offline: Failure = { kind: 'offline', reason: 'chosen', host: 'service.example' }

test('variants that were not read are not said to have no revenue', () => {
  expect(said({ failure: offline })).toContain('Not downloaded for these dates')
  expect(said({ failure: offline })).not.toContain('No revenue yet')
  expect(said({})).not.toContain('No revenue yet')
})
