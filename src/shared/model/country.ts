import type { BreakdownField } from '../features/analytics/requests.ts'
import { appTexts, type Language } from '../locales/languages.ts'
import { getOrCreate } from '../maps.ts'

/** Country names that services use and this computer's language data does not. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  burma: 'MM',
  'cape verde': 'CV',
  'czech republic': 'CZ',
  'great britain': 'GB',
  holland: 'NL',
  'ivory coast': 'CI',
  macao: 'MO',
  macedonia: 'MK',
  'republic of korea': 'KR',
  'republic of moldova': 'MD',
  'russian federation': 'RU',
  swaziland: 'SZ',
  turkey: 'TR',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  'viet nam': 'VN',
}

let known: Map<string, string> | undefined

/** The ISO code of a country from its code or English name; null for an unknown country. */
export function countryCode(text: string): string | null {
  known ??= countriesByName()
  return known.get(plain(text)) ?? null
}

/** Removes the variations in spelling: accents, "&" for "and", and both kinds of apostrophe. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function countriesByName() {
  const names = new Map(Object.entries(OTHER_NAMES))
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
    // A withdrawn code has the same name as its successor.
    if (new Intl.Locale(`und-${code}`).region !== code) continue
    for (const style of ['long', 'short'] as const) {
      const name = new Intl.DisplayNames('en', { type: 'region', style }).of(code)
      if (name !== undefined && name !== code) {
        names.set(plain(name), code)
        names.set(code.toLowerCase(), code)
      }
    }
  }
  return names
}

/** A session field's value for display: countries in the given language, anything else as the service sent it. */
export function valueName(field: BreakdownField, value: string, language: Language): string {
  if (value === '') return appTexts(language).tables.values.emptyName
  const code = field === 'country' ? countryCode(value) : null
  if (code === null) return value
  return namesIn(language).of(code) ?? value
}

const namesByLanguage = new Map<Language, Intl.DisplayNames>()

// Cached: creating one takes milliseconds, and a table has a country in each row.
const namesIn = (language: Language) =>
  getOrCreate(namesByLanguage, language, () => new Intl.DisplayNames(language, { type: 'region' }))
