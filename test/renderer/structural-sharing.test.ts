import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareStructure } from '../../src/renderer/structural-sharing.ts'

test('an unchanged answer is the same object', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before: unknown = structuredClone(value)
      expect(shareStructure(before, structuredClone(value))).toBe(before)
    }),
  )
})

test('the shared value equals the new one, whatever the previous value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, next) => {
      expect(shareStructure(before, structuredClone(next))).toEqual(next)
    }),
  )
})

test('only what changed is another object', () => {
  const before = { asOf: 1, value: [{ timed: 0 }, { timed: 1 }] }
  const after = shareStructure(before, { asOf: 2, value: [{ timed: 0 }, { timed: 1 }] })
  expect(after).not.toBe(before)
  expect(after.value).toBe(before.value)
})

test('a removed key, or a new key without a value, changes the answer', () => {
  expect(shareStructure({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
  expect(Object.keys(shareStructure({ a: 1, b: 2 }, { a: 1, c: undefined }))).toEqual(['a', 'c'])
})
