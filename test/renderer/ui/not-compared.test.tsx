import { beforeAll, expect, test } from 'vitest'
import type { QueryResult } from '../../../src/renderer/query.ts'
import { startText } from '../../../src/renderer/text.ts'
import { Delta } from '../../../src/renderer/ui/delta.tsx'
import { missingComparison, NotCompared } from '../../../src/renderer/ui/not-compared.tsx'
import type { Failure } from '../../../src/shared/failure.ts'
import type { Answer } from '../../../src/shared/features/analytics/answer.ts'
import { testClock } from '../../support/clock.ts'
import { wordsOf } from '../../support/drawn.ts'
import { texts } from '../../support/texts.ts'

const { figure, failure: words, missing, ui } = texts.en
const OFFLINE: Failure = { kind: 'offline', reason: 'unreachable', host: 'analytics.example.com' }
const REFUSED: Failure = { kind: 'not-in-plan', code: 241, text: 'Upgrade your plan.' }
const ANSWER: Answer<unknown> = {
  ...{ value: {}, asOf: testClock.now(), from: 'store', isSettled: false, trouble: null },
}
const LOADED = { value: ANSWER, failure: undefined }
const LOADING = { value: undefined, failure: undefined }
const failed = (failure: Failure) => ({ value: undefined, failure })

type Compared = Pick<QueryResult<Answer<unknown>>, 'value' | 'failure'>
const of = (compared: Compared) => ({
  compared: { ...compared, refetch: () => undefined } as QueryResult<Answer<unknown>>,
  ...{ answer: ANSWER, zone: 'UTC' },
})

beforeAll(() => startText('en'))

test('a change that is loading, not downloaded or failed is not one without data to compare with', () => {
  const said = [LOADED, LOADING, failed(OFFLINE), failed(REFUSED)].map((compared) =>
    wordsOf(<Delta change={{ kind: 'none' }} lacking={missingComparison(compared)} />),
  )
  expect(said).toEqual([
    figure.noComparison,
    `… ${missing.nothing.loading}`,
    `– ${missing.nothing['not-downloaded']}`,
    missing.nothing.failed,
  ])
})

test('a comparison period that could not be loaded says why, and can be requested again', () => {
  const comparison = { start: '2026-02-22', end: '2026-02-28' }
  const said = (compared: Compared) =>
    wordsOf(<NotCompared {...of(compared)} {...{ comparison }} />)
  expect([LOADED, LOADING].map((one) => said(one))).toEqual(['', ''])
  expect(said(failed(OFFLINE))).toMatch(/^No comparison: Feb 22 – 28, 2026 is not downloaded/u)
  const refused = said(failed(REFUSED))
  expect(refused).toContain('The comparison period could not be loaded: ')
  expect(refused).toContain(REFUSED.text)
  expect(refused).toContain(words.plan241Next)
  expect(refused.endsWith(ui.notice.retry)).toBe(true)
  expect(said({ value: ANSWER, failure: OFFLINE })).toContain('The comparison period could not be')
})

test('in a report, a comparison period that it does not have is no failure', () => {
  const comparison = { start: '2026-02-22', end: '2026-02-28' }
  const compared = failed({ kind: 'not-in-report' })
  const said = wordsOf(<NotCompared {...of(compared)} comparison={comparison} />)
  expect(said).toBe('No comparison: Feb 22 – 28, 2026 is not in this report.')
  expect(missingComparison(compared)).toBe('not-downloaded')
})

test('a comparison whose figures are older than those of the period, or could not be refreshed, says their age', () => {
  const comparison = { start: '2026-02-22', end: '2026-02-28' }
  const said = (compared: Partial<Answer<unknown>>, answer: Partial<Answer<unknown>> = {}) =>
    wordsOf(
      <NotCompared
        {...of({ value: { ...ANSWER, ...compared }, failure: undefined })}
        comparison={comparison}
        answer={{ ...ANSWER, ...answer }}
      />,
    )
  const aWeekAgo = { asOf: ANSWER.asOf - 7 * 86_400_000 }
  expect(said(aWeekAgo)).toMatch(/^Comparison: as of /u)
  expect(said({}, { isSettled: true })).toMatch(/^Comparison: /u)
  expect(said({ trouble: OFFLINE })).toMatch(/^Comparison: /u)
  expect(said({ trouble: OFFLINE }, { trouble: OFFLINE })).toBe('')
  expect(said({ ...aWeekAgo, isSettled: true })).toBe('')
})
