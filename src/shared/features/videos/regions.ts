import { LANGUAGES, type Language } from '../../locales/languages.ts'
import { getOrCreate } from '../../maps.ts'
import { folded } from '../../tables/table.ts'
import { COUNTRY_CODES, isBrowserLanguage, isCountryCode, LANGUAGE_CODES } from './codes.ts'

export interface Choice {
  value: string
  label: string
}

/** Suggested browser languages with a region; others can be typed. */
const WITH_REGION = [
  ...['pt-BR', 'pt-PT', 'en-US', 'en-GB', 'en-CA', 'en-AU', 'en-IN', 'es-ES', 'es-MX', 'es-AR'],
  ...['es-CO', 'es-CL', 'es-PE', 'es-US', 'es-419', 'fr-FR', 'fr-CA', 'fr-CH', 'de-DE', 'de-AT'],
  ...['de-CH', 'it-IT', 'it-CH', 'zh-CN', 'zh-TW', 'zh-HK'],
]

/** The lists whose texts are codes. */
export type CodedRegister = 'countries' | 'languages'

export const isCoded = (register: string | null): register is CodedRegister =>
  register === 'countries' || register === 'languages'

/** Cached: creating one takes far longer than looking up a name. */
const displayNames = new Map<string, Intl.DisplayNames>()

const namesIn = (language: Language, type: 'region' | 'language') =>
  getOrCreate(displayNames, `${language} ${type}`, () => new Intl.DisplayNames(language, { type }))

const named = (names: Intl.DisplayNames, value: string): Choice | null => {
  const name = names.of(value)
  return name === undefined || name === value ? null : { value, label: `${name} (${value})` }
}

/** Every country with its code, sorted by name. */
export const countryChoices = (language: Language) =>
  choicesIn(language, 'region', () => COUNTRY_CODES)

/** Every language with its code, sorted by name, and the common ones with a region. */
export const languageChoices = (language: Language) =>
  choicesIn(language, 'language', () => [...LANGUAGE_CODES, ...WITH_REGION])

/** Cached, because the cells of a sheet are read one by one. */
const allChoices = new Map<string, readonly Choice[]>()

const choicesIn = (
  language: Language,
  type: 'region' | 'language',
  codes: () => readonly string[],
) =>
  getOrCreate(allChoices, `${language} ${type}`, () => {
    const names = namesIn(language, type)
    const { compare } = new Intl.Collator(language)
    return codes()
      .flatMap((code) => named(names, code) ?? [])
      .sort((a, b) => compare(a.label, b.label))
  })

/**
 * The choices whose code or name contains the typed text: an equal code first, then those that
 * begin with it.
 */
export function matchingChoices(choices: readonly Choice[], typed: string): Choice[] {
  const text = folded(typed.trim())
  const rankOf = ({ value, label }: Choice) => {
    const [code, name] = [folded(value), folded(label)]
    if (code === text) return 0
    return name.startsWith(text) ? 1 : name.includes(text) ? 2 : 3
  }
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice) }))
  return [0, 1, 2].flatMap((wanted) =>
    ranked.flatMap(({ choice, rank }) => (rank === wanted ? [choice] : [])),
  )
}

/**
 * The value for a typed or selected text: the code of the choice with this code or name, or the
 * text itself.
 */
export function valueOf(typed: string, choices: readonly Choice[]): string {
  const text = typed.trim()
  const same = (other: string) => folded(other) === folded(text)
  const choice = choices.find(
    ({ value, label }) => same(value) || same(label) || same(label.replace(/ \([^)]*\)$/, '')),
  )
  return choice?.value ?? text
}

/** The code in a typed text, in the spelling that is sent; null when it is not valid. */
export function codeOf(text: string, register: CodedRegister): string | null {
  const code = register === 'countries' ? text.toUpperCase() : canonical(text)
  const isCode = register === 'countries' ? isCountryCode : isBrowserLanguage
  return isCode(code) ? code : null
}

/** Codes in one spelling: the service can have another case. */
export const codesOf = (value: unknown, register: CodedRegister): readonly string[] =>
  Array.isArray(value) ? value.map((one) => codeOf(String(one), register) ?? String(one)) : []

/** Whether a code is another one, or a language of it with a region. */
export const isWithin = (one: string, code: string) => one === code || one.startsWith(`${code}-`)

/** The codes that a typed text means, which can be a name in any language. */
export function codesMeant(typed: string, register: CodedRegister): readonly string[] {
  const choicesOf = register === 'countries' ? countryChoices : languageChoices
  return LANGUAGES.flatMap((one) => codeOf(valueOf(typed, choicesOf(one)), register) ?? [])
}

function canonical(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    return tag
  }
}

/**
 * The value that a text left in the field of a list adds: a choice, a code or, where there are neither, the
 * text itself. Null for a text that may be unfinished.
 */
export function leftValue(
  typed: string,
  register: string,
  choices: readonly Choice[],
): string | null {
  const value = valueOf(typed, choices)
  if (value === '') return null
  if (isCoded(register)) return codeOf(value, register)
  return choices.length === 0 || choices.some((one) => one.value === value) ? value : null
}

/** The display name of a code; an invalid value is returned unchanged. */
export function codeName(value: string, register: string, language: Language): string {
  const isCountry = register === 'countries' && isCountryCode(value)
  const isLanguage = register === 'languages' && isBrowserLanguage(value)
  if (!isCountry && !isLanguage) return value
  const type = isCountry ? 'region' : 'language'
  return named(namesIn(language, type), value)?.label ?? value
}
