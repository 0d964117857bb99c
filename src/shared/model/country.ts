import type { BreakdownField } from '../features/analytics/questions.ts'
import type { Language } from '../locales/languages.ts'
import { kept } from '../maps.ts'

/** Names that services give countries beside those of this computer. */
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

/** The code of a country by its code or its English name; null when it is no country known here. */
export function countryCode(text: string): string | null {
  known ??= countriesByName()
  return known.get(plain(text)) ?? null
}

/** Names are written with and without accents, "&" or "and", and either apostrophe. */
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
    // A code that was given up is named like the one that took its place.
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

/** A value of a session field as the language calls it; what it does not know, as the service does. */
export function valueName(field: BreakdownField, value: string, language: Language): string {
  const code = field === 'country' ? countryCode(value) : null
  if (code === null) return value
  return namesIn(language).of(code) ?? value
}

const namesByLanguage = new Map<Language, Intl.DisplayNames>()

// Making one takes milliseconds, and a table has a country in each row.
const namesIn = (language: Language) =>
  kept(namesByLanguage, language, () => new Intl.DisplayNames(language, { type: 'region' }))
