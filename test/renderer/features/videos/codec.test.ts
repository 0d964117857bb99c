import { expect, test } from 'vitest'
import {
  DECIMAL,
  OPTIONAL_TEXT,
  TEXT,
  tokenCodec,
  WHOLE,
} from '../../../../src/renderer/features/videos/codec.ts'

test('text is kept to the letter, and one that is emptied has no value', () => {
  expect(TEXT.read(' Buy  now ')).toEqual({ value: ' Buy  now ' })
  expect(TEXT.read('')).toEqual({ value: null })
  expect([OPTIONAL_TEXT.read('  '), OPTIONAL_TEXT.read(' abc ')]).toEqual([
    { value: null },
    { value: 'abc' },
  ])
})

test('a decimal is read with a point or a comma', () => {
  expect(['0.5', '0,5', '1', '', 'x', '1.'].map(DECIMAL.read)).toEqual([
    { value: 0.5 },
    { value: 0.5 },
    { value: 1 },
    { value: null },
    null,
    null,
  ])
})

test('a whole number is not cut out of another text', () => {
  expect(['50', '-1', '5.5', '50%', ''].map(WHOLE.read)).toEqual([
    { value: 50 },
    { value: -1 },
    null,
    null,
    { value: null },
  ])
})

test('a design token stays of the kind that the service gave', () => {
  expect(tokenCodec(18).read('20')).toEqual({ value: 20 })
  expect(tokenCodec(18).read('1.5rem')).toEqual({ value: '1.5rem' })
  expect(tokenCodec('18').read('20')).toEqual({ value: '20' })
})
