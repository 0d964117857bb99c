import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createdLate,
  fairComparison,
  growingDays,
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

test('a player that was not there on all of the compared days is compared with none of them', () => {
  const { about } = sampleReport()
  const of = (created?: string) => ({
    ...about,
    player: about.player && { ...about.player, ...(created !== undefined && { created }) },
    madeAt: Date.parse('2025-04-02T12:00:00Z'),
  })
  // The compared days begin on January 29.
  const compared = ['2025-01-28', '2025-01-29', '2025-03-05'].map((day) => fairComparison(of(day)))
  expect(compared).toEqual([about.comparison, null, null])
  expect(createdLate(of('2025-01-29'))).toBe('2025-01-29')
  expect([fairComparison(of()), createdLate(of())]).toEqual([about.comparison, null])
})

test('the sales of the last three days before the figures were read may still grow', () => {
  const { about } = sampleReport()
  const read = (at: string, isSettled = false) => {
    const asOf = Date.parse(at)
    return growingDays(
      { ...about, madeAt: Date.parse('2025-05-01T12:00:00Z') },
      { asOf, isSettled },
    )
  }
  expect(read('2025-04-01T12:00:00Z')).toEqual({ start: '2025-03-29', end: '2025-03-31' })
  expect(read('2025-04-03T12:00:00Z')).toEqual({ start: '2025-03-31', end: '2025-03-31' })
  expect(read('2025-04-04T12:00:00Z')).toBeNull()
  expect(read('2025-04-01T12:00:00Z', true)).toBeNull()
  const made = { ...about, madeAt: Date.parse('2025-04-01T12:00:00Z') }
  expect(growingDays({ ...made, period: null }, { asOf: made.madeAt, isSettled: false })).toBeNull()
})
