import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinedAge, dayRead, daysRead } from '../../../src/shared/time/age.ts'

const settled = (asOf: number) => ({ asOf, isSettled: true })
const growing = (asOf: number) => ({ asOf, isSettled: false })

test('settled answers do not make figures look old', () => {
  expect(combinedAge([settled(10), growing(90), growing(80)])).toEqual(growing(80))
  expect(combinedAge([growing(90), settled(10), null, undefined])).toEqual(growing(90))
})

test('an answer that does not state whether it is settled counts as unsettled', () => {
  expect(combinedAge([{ asOf: 50 }, settled(10)])).toEqual(growing(50))
})

test('figures of settled answers alone are final', () => {
  expect(combinedAge([settled(30), settled(10), settled(20)])).toEqual(settled(10))
})

test('without an answer there is no age', () => {
  expect(combinedAge([null, undefined])).toBeNull()
})

test('ages combine to the same result in any order and grouping', () => {
  const answers = fc.array(fc.record({ asOf: fc.nat(), isSettled: fc.boolean() }))
  fc.assert(
    fc.property(answers, answers, (some, others) => {
      const together = combinedAge([...some, ...others])
      expect(combinedAge([combinedAge(others), combinedAge(some)])).toEqual(together)
    }),
  )
})

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
