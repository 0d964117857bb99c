import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinedAge } from '../../../src/shared/time/age.ts'

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
