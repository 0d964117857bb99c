import type { BreakdownField } from '../../shared/features/analytics/questions.ts'
import { kept } from '../../shared/kept.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { countryCode } from '../../shared/model/country.ts'

/** A value of a session field as the language calls it; what it does not know, as the service does. */
export function valueName(field: BreakdownField, value: string, language: Language): string {
  const code = field === 'country' ? countryCode(value) : null
  if (code === null) return value
  return names(language).of(code) ?? value
}

const known = new Map<Language, Intl.DisplayNames>()

// Making one takes milliseconds, and a table has a country in each row.
const names = (language: Language) =>
  kept(known, language, () => new Intl.DisplayNames(language, { type: 'region' }))
