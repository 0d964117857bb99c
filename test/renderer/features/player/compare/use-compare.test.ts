import { expect, test } from 'vitest'
import type { Asked } from '../../../../../src/renderer/answer.ts'
import { entryOf } from '../../../../../src/renderer/features/player/compare/use-compare.ts'
import type { Failure } from '../../../../../src/shared/failure.ts'
import type { Answer } from '../../../../../src/shared/features/analytics/answer.ts'

const asked = (more: Partial<Asked<Answer<unknown>>>): Asked<Answer<unknown>> => ({
  ...{ value: undefined, failure: undefined, isAsking: false, askAgain: () => undefined },
  ...more,
})
const failed = (failure: Failure) => asked({ failure })
const whyOf = (read: Asked<Answer<unknown>>) => entryOf({ curve: null, why: null, asked: read }).why

test('a curve that is still being read is loading, and not one that is not downloaded', () => {
  expect(whyOf(asked({ isAsking: true }))).toBe('loading')
})

test('once the reading has ended, a curve that is not there says why', () => {
  expect(whyOf(failed({ kind: 'offline', reason: 'unreachable', host: '' }))).toBe('not-downloaded')
  expect(whyOf(failed({ kind: 'not-offered', text: '' }))).toBe('failed')
  const value = { value: [], asOf: 5, from: 'store', isSettled: true, trouble: null } as const
  expect(entryOf({ curve: null, why: 'no-sessions', asked: asked({ value }) }).why).toBe(
    'not-applicable',
  )
})
