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

test('a country is recognized by the names of ISO 3166 and of usual databases', () => {
  const names = {
    BO: 'Bolivia, Plurinational State of',
    BQ: 'Bonaire, Sint Eustatius, and Saba',
    CD: 'Congo, The Democratic Republic of the',
    FK: 'Falkland Islands (Malvinas)',
    GM: 'The Gambia',
    IR: 'Iran (Islamic Republic of)',
    KN: 'Saint Kitts and Nevis',
    KP: "Korea, Democratic People's Republic of",
    KR: 'Korea, Republic of',
    LA: "Lao People's Democratic Republic",
    MO: 'Macau',
    NL: 'The Netherlands',
    PS: 'Palestine, State of',
    RE: 'Réunion',
    SY: 'Syrian Arab Republic',
    TW: 'Taiwan, Province of China',
    VA: 'Holy See (Vatican City State)',
    VE: 'Venezuela, Bolivarian Republic of',
    VI: 'Virgin Islands, U.S.',
  }
  expect(Object.values(names).map(countryCode)).toEqual(Object.keys(names))
  // Two countries have this name.
  expect(countryCode('Congo')).toBeNull()
})
