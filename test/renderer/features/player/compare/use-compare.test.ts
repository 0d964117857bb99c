import { expect, test } from 'vitest'
import { entryOf } from '../../../../../src/renderer/features/player/compare/use-compare.ts'
import type { QueryResult } from '../../../../../src/renderer/query.ts'
import type { Failure } from '../../../../../src/shared/failure.ts'
import type { Answer } from '../../../../../src/shared/features/analytics/answer.ts'

const query = (more: Partial<QueryResult<Answer<unknown>>>): QueryResult<Answer<unknown>> => ({
  ...{ value: undefined, failure: undefined, isFetching: false, refetch: () => undefined },
  ...more,
})
const failed = (failure: Failure) => query({ failure })
const whyOf = (read: QueryResult<Answer<unknown>>) =>
  entryOf({ curve: null, why: null, query: read }).why

test('a curve that is still being read is loading, and not one that is not downloaded', () => {
  expect(whyOf(query({ isFetching: true }))).toBe('loading')
})

test('once the reading has ended, a curve that is not there says why', () => {
  expect(whyOf(failed({ kind: 'offline', reason: 'unreachable', host: '' }))).toBe('not-downloaded')
  expect(whyOf(failed({ kind: 'not-offered', text: '' }))).toBe('failed')
  const value = { value: [], asOf: 5, from: 'store', isSettled: true, trouble: null } as const
  expect(entryOf({ curve: null, why: 'no-sessions', query: query({ value }) }).why).toBe(
    'not-applicable',
  )
})
