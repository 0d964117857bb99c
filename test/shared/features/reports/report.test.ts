import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fairComparison,
  reportAbout,
  titleFrom,
  unfinishedDay,
} from '../../../../src/shared/features/reports/report.ts'
import { sampleReport } from '../../../support/sample-report.ts'

test('a name of any length or kind gives a title that a report may have', () => {
  expect(titleFrom(' VSL 2 ')).toBe('VSL 2')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (name) => {
      const title = titleFrom(name)
      expect(reportAbout.shape.title.safeParse(title).success).toBe(true)
    }),
  )
  expect(titleFrom(`x${'😀'.repeat(150)}`)).toBe(`x${'😀'.repeat(99)}`)
})

test('days with one that was not over, in the account’s zone, or of another number, are compared with no others', () => {
  const { about } = sampleReport()
  const made = (at: string) => ({ ...about, madeAt: Date.parse(at) })
  // São Paulo is three hours behind.
  const [before, after] = [made('2025-04-01T02:59:59Z'), made('2025-04-01T03:00:00Z')]
  expect([unfinishedDay(before), unfinishedDay(after)]).toEqual(['2025-03-31', null])
  expect([fairComparison(before), fairComparison(after)]).toEqual([null, about.comparison])
  expect(unfinishedDay({ ...before, period: null })).toBeNull()
  const uneven = { ...after, comparison: { start: '2025-02-01', end: '2025-02-28' } }
  expect([unfinishedDay(uneven), fairComparison(uneven)]).toEqual([null, null])
  const later = { ...after, comparison: { start: '2025-04-01', end: '2025-04-30' } }
  expect([unfinishedDay(later), fairComparison(later)]).toEqual(['2025-04-01', null])
  const half = { ...after, unfinished: '2025-03-31' }
  expect([unfinishedDay(half), fairComparison(half)]).toEqual(['2025-03-31', null])
  expect(unfinishedDay({ ...half, period: about.comparison, comparison: null })).toBeNull()
  expect(unfinishedDay({ ...before, unfinished: null })).toBeNull()
})
