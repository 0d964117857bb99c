import { expect, test } from 'vitest'
import { valueName } from '../../../src/shared/model/country.ts'

test('a country is called as the language calls it, by its name or its code', () => {
  const named = ['Brazil', 'US', 'Viet Nam'].map((value) => valueName('country', value, 'pt-BR'))
  expect(named).toEqual(['Brasil', 'Estados Unidos', 'Vietnã'])
  expect(valueName('country', 'United States of America', 'en')).toBe('United States')
})

test('what is no country, and what is of another field, stays as the service calls it', () => {
  expect(valueName('country', 'Atlantis', 'pt-BR')).toBe('Atlantis')
  expect(valueName('browser', 'Brazil', 'pt-BR')).toBe('Brazil')
})
