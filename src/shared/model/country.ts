import { appTexts, type Language } from '../locales/languages.ts'
import { getOrCreate } from '../maps.ts'

/** Country names that services use and this computer's language data does not. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  aland: 'AX',
  bonaire: 'BQ',
  'brunei darussalam': 'BN',
  burma: 'MM',
  'cabo verde': 'CV',
  'cape verde': 'CV',
  'congo democratic republic of': 'CD',
  'congo republic': 'CG',
  'czech republic': 'CZ',
  'democratic republic of congo': 'CD',
  'dr congo': 'CD',
  'east timor': 'TL',
  'federated states of micronesia': 'FM',
  'great britain': 'GB',
  'hashemite kingdom of jordan': 'JO',
  'heard island and mcdonald islands': 'HM',
  holland: 'NL',
  'holy see': 'VA',
  'ivory coast': 'CI',
  'korea democratic people s republic of': 'KP',
  'korea republic of': 'KR',
  'lao people s democratic republic': 'LA',
  macao: 'MO',
  macau: 'MO',
  macedonia: 'MK',
  'palestinian territory': 'PS',
  'republic of congo': 'CG',
  'republic of korea': 'KR',
  'republic of lithuania': 'LT',
  'republic of moldova': 'MD',
  'russian federation': 'RU',
  swaziland: 'SZ',
  'syrian arab republic': 'SY',
  turkey: 'TR',
  'u s a': 'US',
  'u s minor outlying islands': 'UM',
  uae: 'AE',
  uk: 'GB',
  'united kingdom of great britain and northern ireland': 'GB',
  'united states minor outlying islands': 'UM',
  'united states of america': 'US',
  usa: 'US',
  vatican: 'VA',
  'viet nam': 'VN',
  'virgin islands british': 'VG',
  'virgin islands u s': 'VI',
}

let known: Map<string, string> | undefined

/** The ISO code of a country from its code or English name; null for an unknown country. */
export function countryCode(text: string): string | null {
  known ??= countriesByName()
  // ISO 3166 puts a part of some names behind a comma: "Iran, Islamic Republic of".
  const [short = ''] = text.split(/[,(]/u)
  return known.get(plain(text)) ?? known.get(plain(short)) ?? null
}

/** Removes the variations in spelling: accents, "&", "Saint" and "the", and both kinds of apostrophe. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bsaint\b/gu, 'st')
    .replace(/\bthe\b/gu, '')
    .replace(/ +/gu, ' ')
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
export function valueName(field: string, value: string, language: Language): string {
  if (value === '') return appTexts(language).tables.values.emptyName
  const code = field === 'country' ? countryCode(value) : null
  if (code === null) return value
  return namesIn(language).of(code) ?? value
}

const namesByLanguage = new Map<Language, Intl.DisplayNames>()

// Cached: creating one takes milliseconds, and a table has a country in each row.
const namesIn = (language: Language) =>
  getOrCreate(namesByLanguage, language, () => new Intl.DisplayNames(language, { type: 'region' }))
