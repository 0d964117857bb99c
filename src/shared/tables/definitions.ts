import { commonTexts, inEach, type Language, type Words } from '../locales/languages.ts'

/**
 * How a figure is made: numerator, denominator and what counts once (Analytics, Meaning of the
 * fields). Null for what needs none.
 */
export function definition(key: string, language: Language): string | null {
  const { definitions } = commonTexts(language).tables
  const base = key.replace(/(__(comparison|change|left|right|difference|points))+$/, '')
  return Object.hasOwn(definitions, base) ? definitions[base as keyof typeof definitions] : null
}

/** Every figure that has a definition, with its words: what a report keeps of them. */
export function allDefinitions(): Record<string, Words> {
  const keys = Object.keys(commonTexts('en').tables.definitions)
  return Object.fromEntries(
    keys.map((key) => [key, inEach((language) => definition(key, language) ?? '')]),
  )
}
