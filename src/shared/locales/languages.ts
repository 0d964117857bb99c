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

/** Calls `say` for each language. */
export const inEachLanguage = (textIn: (language: Language) => string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, textIn(language)])) as Readonly<
    Record<Language, string>
  >

/** The decimal separator: a point or a comma. */
export const decimalMark = (language: Language): string =>
  new Intl.NumberFormat(appTexts(language).locale)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

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
