import { expect, test } from 'vitest'
import { dayRead, daysRead } from '../../../../src/shared/features/analytics/read-days.ts'

const ZONE = 'America/Sao_Paulo'
const TODAY = '2026-11-30'
// Still 26 November in São Paulo.
const asOf = Date.parse('2026-11-27T02:00:00Z')

test('figures that can still change are of the day on which they were read, in the account’s zone', () => {
  expect(dayRead({ asOf, isSettled: false }, ZONE, TODAY)).toBe('2026-11-26')
  expect(dayRead({ asOf, isSettled: true }, ZONE, TODAY)).toBe(TODAY)
  expect(dayRead(null, ZONE, TODAY)).toBe(TODAY)
  // The computer's clock was set back.
  expect(dayRead({ asOf, isSettled: false }, ZONE, '2026-11-20')).toBe('2026-11-20')
})

test('of days that were read one by one, each has the day of its own reading', () => {
  const dayTimes = { '2026-11-28': Date.parse('2026-11-29T12:00:00Z') }
  const read = daysRead({ asOf, isSettled: false, dayTimes }, ZONE, TODAY)
  expect(['2026-11-25', '2026-11-28'].map(read)).toEqual(['2026-11-26', '2026-11-29'])
})
