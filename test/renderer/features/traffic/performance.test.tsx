import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Performance } from '../../../../src/renderer/features/traffic/performance.tsx'
import { ValueDetail } from '../../../../src/renderer/features/traffic/value-detail.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Statistics } from '../../../../src/shared/api/statistics.ts'
import type { Answer } from '../../../../src/shared/features/analytics/answer.ts'
import {
  MOST_ALIASES,
  NO_MERGE_RULES,
} from '../../../../src/shared/features/traffic/merge-rules.ts'
import { choose, drawn, wordsOf } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'
import { aPlayer, aStatistics } from '../../../support/statistics.ts'

beforeAll(async () => {
  stubDocument()
  stubBridge(() => Promise.resolve({ ok: true, value: null }))
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const nothing = () => undefined

const rules = {
  ...{ rules: NO_MERGE_RULES, failure: null, isKnown: true, canUndo: false },
  ...{ refetch: nothing, change: () => Promise.resolve(), undo: () => Promise.resolve() },
}

const row = (grouped_field: string, change: Partial<Statistics>) => ({
  ...aStatistics({ total_amount_brl: 0, ...change }),
  grouped_field,
})

const about = {
  ...{ account_id: 'account', zone: 'UTC', player: aPlayer() },
  period: { start: '2026-03-04', end: '2026-03-10' },
  ...{ comparison: null, today: '2026-03-20' },
}

const answered = (value: ReturnType<typeof row>[]): Answer<typeof value> => ({
  ...{ value, asOf: 1, from: 'store', isSettled: true, trouble: null },
})

function drawnOf(value: ReturnType<typeof row>[]) {
  const answer = answered(value)
  const query = { value: answer, failure: undefined, refetch: nothing }
  const shown = { about, query_key: 'utm_source', query, rules, other: null }
  return drawn(
    <Performance {...shown} inForce={NO_MERGE_RULES} readAs="merged" onReadAs={nothing} />,
  )
}

test.each([
  { gone: 'an amount without sales', column: 'total_amount_brl', total_amount_usd: 5000 },
  { gone: 'an amount when nothing was sold', column: 'total_amount_brl', total_amount_usd: 0 },
  { gone: 'a change without a comparison', column: 'total_started__change', total_amount_usd: 0 },
])('traffic ordered by $gone is in the order of a column that it shows', (each) => {
  const { column, total_amount_usd } = each
  choose('sort', { column, descending: true })
  const few = { total_started: 20, total_amount_usd: total_amount_usd / 5 }
  const markup = drawnOf([
    ...Array.from({ length: 10 }, (_, index) => row(`ad ${index}`, few)),
    row('newsletter', { total_started: 19, total_amount_usd }),
    row('partner', { total_started: 8000 }),
  ])
  expect(markup).toContain('aria-sort="descending"')
  expect(markup).toContain(total_amount_usd > 0 ? '>newsletter<' : '>partner<')
})

test('a row of more raw values than can be merged by hand says so, and others do not', () => {
  const wordsOfRow = (count: number) => {
    const members = Array.from({ length: count }, (_, index) => row(`ad|${index}`, {}))
    const source = { kind: 'merged', value: 'ad', members, before: null } as const
    const shown = { about, query_key: 'utm_source', rules, source, answer: answered(members) }
    return wordsOf(<ValueDetail {...shown} other={null} earlier={undefined} onClose={nothing} />)
  }
  const sentence = 'An account can have at most 5,000 manually merged values'
  expect(wordsOfRow(MOST_ALIASES)).not.toContain(sentence)
  expect(wordsOfRow(MOST_ALIASES + 1)).toContain(sentence)
})
