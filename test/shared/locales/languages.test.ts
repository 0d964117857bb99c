import { expect, test } from 'vitest'
import { decimalMark, LANGUAGES, systemDecimalMark } from '../../../src/shared/locales/languages.ts'

test.each([
  ['en-US', '.'],
  ['es-MX', '.'],
  ['de-CH', '.'],
  ['pt-BR', ','],
  ['es-AR', ','],
  ['es-CO', ','],
  ['de', ','],
])('the system’s programs read numbers of %s with “%s”', (locale, mark) => {
  expect(systemDecimalMark(locale)).toBe(mark)
})

test.each([
  ['en-BR', ','],
  ['en_BR', ','],
  ['en-US@rg=brzzzz', ','],
  ['en_US@calendar=gregorian;rg=arzzzz', ','],
  ['pt_BR@rg=uszzzz', '.'],
  ['pt_BR.UTF-8', ','],
  ['pt-BR@currency=USD', ','],
])('the region decides, not the language, also as macOS writes it: %s has “%s”', (locale, mark) => {
  expect(systemDecimalMark(locale)).toBe(mark)
})

test('digits of another script do not count, because figures are written in ours', () => {
  expect(['ar-EG', 'fa-IR'].map(systemDecimalMark)).toEqual(['.', '.'])
})

test('what is no locale has a point', () => {
  expect(['C', '', 'x', '-'].map(systemDecimalMark)).toEqual(['.', '.', '.', '.'])
})

test('the app’s own fields have the mark of its language', () => {
  expect(LANGUAGES.map(decimalMark)).toEqual(['.', ',', '.'])
})
