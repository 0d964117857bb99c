import { expect, test } from 'vitest'
import { type Bridge, bridge } from '../../src/shared/bridge.ts'
import { LARGEST_CALL } from '../../src/shared/channels.ts'
import type { Operation } from '../../src/shared/operation.ts'
import { whyNotPlain } from '../../src/shared/plain.ts'

const LIMIT = 1024 * 1024

/** A list whose items count how often one of them was read. */
function counted(length: number, item: unknown) {
  const told = { reads: 0 }
  const list = new Proxy<unknown[]>(new Array(length), {
    get(target, key, receiver) {
      if (typeof key !== 'string' || !/^\d+$/.test(key)) return Reflect.get(target, key, receiver)
      told.reads++
      return item
    },
  })
  return { list, told }
}

test('what JSON can hold, and a key that is left out, may cross', () => {
  const value = { a: 'x', b: [1, -2.5, true, null, { c: {} }], d: undefined }
  expect(whyNotPlain(value, LIMIT)).toBeNull()
  expect(whyNotPlain(undefined, LIMIT)).toBeNull()
  expect(whyNotPlain(Object.create(null), LIMIT)).toBeNull()
  expect(whyNotPlain('x'.repeat(LIMIT), LIMIT)).toBeNull()
})

test.each([
  ['bytes', new Uint8Array(20 * 1024 * 1024)],
  ['a buffer', new ArrayBuffer(8)],
  ['a map', new Map([[1, 2]])],
  ['a set', new Set([1])],
  ['a date', new Date(0)],
  ['an error', new Error('x')],
  ['a pattern', /x/],
  ['a number that is none', Number.NaN],
  ['an endless number', Number.POSITIVE_INFINITY],
  ['a large integer', 1n],
  ['a symbol', Symbol('x')],
  ['a function', () => 1],
])('%s may not cross, wherever it is', (_name, value) => {
  expect(whyNotPlain(value, LIMIT)).toMatchObject({ kind: 'invalid' })
  const fields = [{ path: 'edits.1.want', message: 'must be a plain value' }]
  expect(whyNotPlain({ edits: [1, { want: value }] }, LIMIT)).toMatchObject({
    kind: 'invalid',
    fields,
  })
})

test('bytes are refused without one of them being read', () => {
  const bytes = new Proxy(new Uint8Array(8), {
    get: (_bytes, key) => expect.fail(`${String(key)} was read`),
    ownKeys: () => expect.fail('its keys were listed'),
  })
  expect(whyNotPlain(bytes, LIMIT)).toMatchObject({ kind: 'invalid' })
})

test('no more of a long list is read than the limit allows', () => {
  const { list, told } = counted(20 * 1024 * 1024, 7)
  expect(whyNotPlain({ list }, LIMIT)).toMatchObject({ kind: 'too-long', limit: LIMIT })
  expect(told.reads).toBeGreaterThan(1)
  expect(told.reads).toBeLessThan(LIMIT / 8)
})

test('a list that holds itself, one that says it is endless, and one without a floor are refused', () => {
  const cyclic: unknown[] = []
  cyclic.push(cyclic)
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], [])
  const wide: unknown[] = []
  wide.push(wide, wide)
  expect(whyNotPlain(cyclic, LIMIT)).toMatchObject({ kind: 'invalid' })
  expect(whyNotPlain(deep, LIMIT)).toMatchObject({ kind: 'invalid' })
  expect(whyNotPlain(wide, LIMIT)).toMatchObject({ kind: 'invalid' })
  expect(whyNotPlain(new Array(4_000_000_000), LIMIT)).toMatchObject({ kind: 'too-long' })
})

test('a text of one character more than the limit is too long, also as a key', () => {
  const text = 'x'.repeat(LIMIT + 1)
  expect(whyNotPlain(text, LIMIT)).toMatchObject({ kind: 'too-long' })
  expect(whyNotPlain({ [text]: 1 }, LIMIT)).toMatchObject({ kind: 'too-long' })
})

test('no call takes more than the window lets out', () => {
  const rows = Object.values(bridge as Bridge).flatMap((verbs) => Object.values<Operation>(verbs))
  const largest = Math.max(...rows.map(({ largestInput = 0 }) => largestInput))
  expect(largest).toBeGreaterThan(LIMIT)
  expect(largest).toBeLessThanOrEqual(LARGEST_CALL)
})
