import { expect, test } from 'vitest'
import { COUNTRIES } from '../../../src/service/names.ts'
import { countryCode } from '../../../src/shared/model/country.ts'

test('every country of the sandbox is recognized by its name', () => {
  expect(COUNTRIES.map(({ value }) => countryCode(value))).not.toContain(null)
})

test('a country is recognized by code and by name, whatever its accents and hyphens', () => {
  expect(['br', 'BRAZIL', "Côte d'Ivoire", 'Ivory Coast'].map(countryCode)).toEqual([
    'BR',
    'BR',
    'CI',
    'CI',
  ])
  expect(countryCode('Bosnia and Herzegovina')).toBe('BA')
  expect(['Turkey', 'Türkiye', 'Hong Kong'].map(countryCode)).toEqual(['TR', 'TR', 'HK'])
})

test('other text is no country, even where it looks like a code', () => {
  expect(['', 'Atlantis', 'QQ', 'DD'].map(countryCode)).toEqual([null, null, null, null])
})
