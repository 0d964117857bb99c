import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../src/main/database/json.ts'

test('equal values have one text, whatever the order of their keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse())
      expect(canonicalJson(reversed)).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a field that is undefined is left out', () => {
  expect(canonicalJson({ b: undefined, a: [{ d: 1, c: undefined }] })).toBe('{"a":[{"d":1}]}')
})
