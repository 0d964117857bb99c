import { type AppTexts, app as en } from './en/app.ts'
import { app as es419 } from './es-419/app.ts'
import { app as ptBr } from './pt-BR/app.ts'

/** Every language of the app. Texts of the window only are in `texts.ts` of each language's folder. */
const LOCALES = { en, 'pt-BR': ptBr, 'es-419': es419 }

export type Language = keyof typeof LOCALES

export const LANGUAGES = Object.keys(LOCALES) as [Language, ...Language[]]

/** The texts used by files and main as well as by the window. */
export const appTexts = (language: Language): AppTexts => LOCALES[language]

/** A text by language: English is required, the others are optional. */
export type Words = Readonly<{ en: string } & Partial<Record<Language, string>>>

/** Calls `textIn` for each language. */
export const inEachLanguage = (textIn: (language: Language) => string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, textIn(language)])) as Readonly<
    Record<Language, string>
  >

/** A decimal separator. */
export type DecimalMark = '.' | ','

export const decimalMark = (language: Language): DecimalMark => markOf(appTexts(language).locale)

function markOf(locale: string): DecimalMark {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/**
 * The mark with which the system's programs read numbers, by the locale that Electron names. A language
 * that is foreign to the region, as in en-BR, has the region's mark.
 */
export function systemDecimalMark(systemLocale: string): DecimalMark {
  // macOS names a region that does not suit the language in this way: `en-US@rg=brzzzz`.
  const [tag = '', keywords = ''] = systemLocale
    .replaceAll('_', '-')
    .replace(/\.[^@]*/, '')
    .split('@')
  const region = /\brg=([a-z]{2})zzzz/iu.exec(keywords)?.[1]
  try {
    const locale = new Intl.Locale(tag, region ? { region } : {})
    const { locale: known } = new Intl.NumberFormat(locale.baseName).resolvedOptions()
    if (new Intl.Locale(known).region === locale.region) return markOf(known)
    return markOf(new Intl.Locale(`und-${locale.region}`).maximize().baseName)
  } catch {
    // Linux has names such as C, which is no locale.
    return '.'
  }
}

/** Fills the placeholders of a text, written as {{name}}. */
export const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)

/**
 * The language for a locale such as pt-PT: an exact match, else one with the same base language, else
 * English.
 */
export function languageFor(locale: string): Language {
  const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase()
  return (
    LANGUAGES.find((one) => one.toLowerCase() === locale.toLowerCase()) ??
    LANGUAGES.find((one) => baseOf(one) === baseOf(locale)) ??
    'en'
  )
}
