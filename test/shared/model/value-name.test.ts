import { expect, test } from 'vitest'
import { valueName } from '../../../src/shared/model/country.ts'

test('a country is named in the given language, from its name or its code', () => {
  const named = ['Brazil', 'US', 'Viet Nam'].map((value) => valueName('country', value, 'pt-BR'))
  expect(named).toEqual(['Brasil', 'Estados Unidos', 'Vietnã'])
  expect(valueName('country', 'United States of America', 'en')).toBe('United States')
})

test('an unknown country, and a value of another field, stay as the service returned them', () => {
  expect(valueName('country', 'Atlantis', 'pt-BR')).toBe('Atlantis')
  expect(valueName('browser', 'Brazil', 'pt-BR')).toBe('Brazil')
})

test('an empty value of any field is said to be empty', () => {
  expect(valueName('country', '', 'en')).toBe('(empty)')
  expect(valueName('browser', '', 'pt-BR')).toBe('(vazio)')
})
