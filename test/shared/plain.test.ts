import { expect, test } from 'vitest'
import { type Bridge, bridge } from '../../src/shared/bridge.ts'
import { LARGEST_CALL } from '../../src/shared/channels.ts'
import { linksCalls } from '../../src/shared/features/links/calls.ts'
import { MOST_LINKS } from '../../src/shared/features/links/link.ts'
import type { Operation } from '../../src/shared/operation.ts'
import { readInput } from '../../src/shared/plain.ts'

const LIMIT = 1024 * 1024

test('JSON text is parsed, and a call without an input has none', () => {
  const value = { a: 'x', b: [1, -2.5, true, null, { c: {} }] }
  expect(readInput(JSON.stringify(value), LIMIT)).toEqual({ value })
  expect(readInput(undefined, LIMIT)).toEqual({ value: undefined })
  expect(readInput('null', LIMIT)).toEqual({ value: null })
})

test.each([
  ['bytes', new Uint8Array(20 * 1024 * 1024)],
  ['a map', new Map([[1, 2]])],
  ['a number', 7],
  ['null', null],
  ['an object', { a: 1 }],
  ['a function', () => 1],
  ['an empty text', ''],
  ['half of a value', '{"a":'],
  ['two values', '1 2'],
  ['a number that is none', 'NaN'],
])('%s is not JSON', (_name, input) => {
  expect(readInput(input, LIMIT)).toMatchObject({ kind: 'invalid' })
})

test('an input that is nested too deeply is refused', () => {
  for (const depth of [65, 100_000]) {
    const text = '['.repeat(depth) + ']'.repeat(depth)
    expect(readInput(text, LIMIT)).toMatchObject({ kind: 'invalid' })
  }
  expect(readInput('['.repeat(64) + ']'.repeat(64), LIMIT)).toHaveProperty('value')
})

test.each([
  ['an integer of too many digits', '{"design": {"size": 9007199254740993}}', 'design.size'],
  ['a negative one', '[-9007199254740993]', '0'],
  ['a number past all others', '1e400', ''],
])('%s cannot be held exactly, and is refused with its place', (_name, text, path) => {
  expect(readInput(text, LIMIT)).toMatchObject({ kind: 'invalid', fields: [{ path }] })
})

test('numbers that are held exactly, and fractions, are read', () => {
  const value = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0.1, -1e-7]
  expect(readInput(JSON.stringify(value), LIMIT)).toEqual({ value })
})

test('a prototype under the key __proto__ is refused', () => {
  const text = '{"styles": {"__proto__": {"padding": 1}}}'
  expect(readInput(text, LIMIT)).toMatchObject({ kind: 'invalid' })
})

test('text of one character more than the limit is too long, as are too many values', () => {
  const text = (length: number) => `"${'x'.repeat(length - 2)}"`
  expect(readInput(text(LIMIT), LIMIT)).toHaveProperty('value')
  const tooMuch = { kind: 'too-long', what: 'step', limit: LIMIT }
  expect(readInput(text(LIMIT + 1), LIMIT)).toMatchObject(tooMuch)
  const zeros = `[${'0,'.repeat(LIMIT / 4)}0]`
  expect(readInput(zeros, LIMIT)).toMatchObject(tooMuch)
})

test('as many addresses as are checked at once may be long', () => {
  const urls = Array.from({ length: MOST_LINKS }, (_, index) =>
    `https://${index}/`.padEnd(400, 'x'),
  )
  const input = JSON.stringify({ account_id: 'account00001', urls, allowPrivate: false })
  for (const { largestInput = LIMIT } of [linksCalls.check, linksCalls.results] as Operation[]) {
    expect(readInput(input, largestInput)).toHaveProperty('value')
  }
})

test('no call accepts larger inputs than the window sends', () => {
  const rows = Object.values(bridge as Bridge).flatMap((verbs) => Object.values<Operation>(verbs))
  const largest = Math.max(...rows.map(({ largestInput = 0 }) => largestInput))
  expect(largest).toBeGreaterThan(LIMIT)
  expect(largest).toBeLessThanOrEqual(LARGEST_CALL)
})
