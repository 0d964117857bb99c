/** Every language of the app, as it names itself. What it says is in the folder of the language. */
export const LANGUAGE_NAMES = {
  en: 'English',
  'pt-BR': 'Português (Brasil)',
} as const

export type Language = keyof typeof LANGUAGE_NAMES

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]]

/** The language for a locale such as pt-PT: the same one, else another of that language, else English. */
export function languageFor(locale: string): Language {
  const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase()
  return (
    LANGUAGES.find((one) => one.toLowerCase() === locale.toLowerCase()) ??
    LANGUAGES.find((one) => baseOf(one) === baseOf(locale)) ??
    'en'
  )
}
