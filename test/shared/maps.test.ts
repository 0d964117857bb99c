import { expect, test } from 'vitest'
import { toggled, withKeys } from '../../src/shared/maps.ts'

test('a value is added at the end and removed at its place', () => {
  expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(toggled(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
})

test('keys are added to a copy of a set, and removed from one', () => {
  const known = new Set(['a', 'b'])
  expect([...withKeys(known, ['b', 'c'], true)]).toEqual(['a', 'b', 'c'])
  expect([...withKeys(known, ['b', 'c'], false)]).toEqual(['a'])
  expect([...known]).toEqual(['a', 'b'])
})
