import { expect, test } from 'vitest'
import { entryOf } from '../../../../../src/renderer/features/player/compare/use-compare.ts'
import type { QueryResult } from '../../../../../src/renderer/query.ts'
import type { Failure } from '../../../../../src/shared/failure.ts'
import type { Answer } from '../../../../../src/shared/features/analytics/answer.ts'

const query = (more: Partial<QueryResult<Answer<unknown>>>): QueryResult<Answer<unknown>> => ({
  ...{ value: undefined, failure: undefined, refetch: () => undefined },
  ...more,
})
const failed = (failure: Failure) => query({ failure })
const whyOf = (read: QueryResult<Answer<unknown>>) =>
  entryOf({ curve: null, why: null, query: read }).why

test('a curve that is being fetched is loading, not missing', () => {
  expect(whyOf(query({}))).toBe('loading')
})

test('once fetching has ended, a missing curve has a reason', () => {
  expect(whyOf(failed({ kind: 'offline', reason: 'unreachable', host: '' }))).toBe('not-downloaded')
  expect(whyOf(failed({ kind: 'not-offered', text: '' }))).toBe('failed')
  const value = { value: [], asOf: 5, from: 'store', isSettled: true, trouble: null } as const
  expect(entryOf({ curve: null, why: 'no-sessions', query: query({ value }) }).why).toBe(
    'not-applicable',
  )
})
