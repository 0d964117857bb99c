import { type AppTexts, app as en } from './en/app.ts'
import { app as es419 } from './es-419/app.ts'
import { app as ptBr } from './pt-BR/app.ts'

/** Every language of the app. What only the window says is in `texts.ts` of the language's folder. */
const LOCALES = { en, 'pt-BR': ptBr, 'es-419': es419 }

export type Language = keyof typeof LOCALES

export const LANGUAGES = Object.keys(LOCALES) as [Language, ...Language[]]

/** What files, main and the window say alike. */
export const appTexts = (language: Language): AppTexts => LOCALES[language]

/** A text by language: English, and the others as far as its writer had them. */
export type Words = Readonly<{ en: string } & Partial<Record<Language, string>>>

/** Of each language what `say` gives for it. */
export const inEach = (say: (language: Language) => string) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, say(language)])) as Readonly<
    Record<Language, string>
  >

/** What stands between a number and its fraction: a point or a comma. */
export const decimalMark = (language: Language): string =>
  new Intl.NumberFormat(appTexts(language).locale)
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/** The text with its values in the places named as in {{name}}. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)

/** The language for a locale such as pt-PT: the same one, else another of that language, else English. */
export function languageFor(locale: string): Language {
  const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase()
  return (
    LANGUAGES.find((one) => one.toLowerCase() === locale.toLowerCase()) ??
    LANGUAGES.find((one) => baseOf(one) === baseOf(locale)) ??
    'en'
  )
}
