import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerRows } from '../../../../src/main/features/ledger/answer-rows.ts'

const rowsOf = (text: string) => [...answerRows(new TextEncoder().encode(text))]

test('the rows of a list are those that JSON.parse gives, whatever they contain', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue())
  const rows = fc.array(fc.dictionary(fc.string(), value))
  fc.assert(
    fc.property(rows, (list) => {
      const text = JSON.stringify(list)
      expect(rowsOf(text).flat()).toEqual(JSON.parse(text))
    }),
  )
})

test('a long list comes in several pieces, none of them much longer than a megabyte', () => {
  const list = Array.from({ length: 9000 }, (_, at) => ({ at, text: `"],[{\\${'ã'.repeat(200)}` }))
  const pieces = rowsOf(JSON.stringify(list))
  expect(pieces.flat()).toEqual(list)
  expect(pieces.length).toBeGreaterThan(3)
  const longest = Math.max(...pieces.map((piece) => Buffer.byteLength(JSON.stringify(piece))))
  expect(longest).toBeLessThan(1.01 * 2 ** 20)
})

test('bytes that are not a list have no rows', () => {
  for (const text of ['', 'null', '{"a":[1,2]}', '[]', '"[1,2]"']) expect(rowsOf(text)).toEqual([])
})
