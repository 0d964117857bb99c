import { expect, test } from 'vitest'
import {
  codeName,
  codeOf,
  countryChoices,
  languageChoices,
  leftValue,
  matchingChoices,
  valueOf,
} from '../../../../src/shared/features/videos/regions.ts'

test('countries are offered by name in the language of the window, with their codes', () => {
  const english = countryChoices('en')
  expect(english).toContainEqual({ value: 'BR', label: 'Brazil (BR)' })
  expect(countryChoices('pt-BR')).toContainEqual({ value: 'DE', label: 'Alemanha (DE)' })
  expect(english.length).toBeGreaterThan(240)
  expect(english.filter(({ value }) => ['EU', 'UN', 'ZZ'].includes(value))).toEqual([])
})

test('no two countries have the same name, so that a name never finds a withdrawn code', () => {
  const choices = countryChoices('pt-BR')
  const names = choices.map(({ label }) => label.replace(/ \(..\)$/, ''))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(valueOf('Alemanha', choices)).toBe('DE')
})

test('a country is found by its code or its name in any case, and other text stays as typed', () => {
  const choices = countryChoices('en')
  expect(
    ['br', 'Brazil', 'brazil (BR)', ' utm_source '].map((text) => valueOf(text, choices)),
  ).toEqual(['BR', 'BR', 'BR', 'utm_source'])
})

test('a typed code is recognized in any case, and a name is no code', () => {
  expect(
    ['br', 'BR', 'Estados Unidos', 'B', 'EU'].map((text) => codeOf(text, 'countries')),
  ).toEqual(['BR', 'BR', null, null, null])
  expect(
    ['pt', 'PT-br', 'en-ie', 'zh-hant-tw', 'português', 'pt_BR', ''].map((text) =>
      codeOf(text, 'languages'),
    ),
  ).toEqual(['pt', 'pt-BR', 'en-IE', 'zh-Hant-TW', null, null, null])
})

test('a code is shown by its name in the language of the window, and an unknown one unchanged', () => {
  expect(codeName('US', 'countries', 'pt-BR')).toBe('Estados Unidos (US)')
  expect(codeName('en-IE', 'languages', 'en')).toBe('English (Ireland) (en-IE)')
  expect(codeName('Brasil', 'countries', 'en')).toBe('Brasil')
  expect(codeName('BR', 'query_params', 'en')).toBe('BR')
})

test('no language is offered twice', () => {
  const values = languageChoices('pt-BR').map(({ value }) => value)
  expect(new Set(values).size).toBe(values.length)
  expect(values).toContain('pt-BR')
})

test('an exact code comes first, then names that start with the text, then those that contain it', () => {
  const choices = countryChoices('en')
  const first = (typed: string) => matchingChoices(choices, typed).slice(0, 2)
  expect(first('ar').map(({ value }) => value)).toEqual(['AR', 'AM'])
  expect(first('brazil').map(({ value }) => value)).toEqual(['BR'])
  expect(matchingChoices(countryChoices('pt-BR'), 'japao').map(({ value }) => value)).toEqual([
    'JP',
  ])
  expect(matchingChoices(choices, 'Estados Unidos')).toEqual([])
  expect(matchingChoices(choices, ' ')).toHaveLength(choices.length)
})

test('a text that is left is added when it is a choice, a code or free, and stays when it may be unfinished', () => {
  const countries = countryChoices('en')
  const left = (texts: string[], register: string, choices = countries) =>
    texts.map((text) => leftValue(text, register, choices))
  expect(left(['Brazil', ' br ', 'Bra', 'Estados Unidos', ' '], 'countries')).toEqual([
    'BR',
    'BR',
    null,
    null,
    null,
  ])
  expect(left(['en-ie', 'engl'], 'languages', languageChoices('en'))).toEqual(['en-IE', null])
  const devices = [{ value: 'mobile', label: 'Phone' }]
  expect(left(['phone', 'mobile', 'mob'], 'devices', devices)).toEqual(['mobile', 'mobile', null])
  expect(left([' utm_source ', ''], 'query_params', [])).toEqual(['utm_source', null])
})

test('the lists of a language are made once', () => {
  expect(countryChoices('en')).toBe(countryChoices('en'))
  expect(languageChoices('pt-BR')).toBe(languageChoices('pt-BR'))
  expect(languageChoices('pt-BR')).not.toBe(languageChoices('en'))
})
