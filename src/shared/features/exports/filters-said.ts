import { commonTexts, type Language } from '../../locales/languages.ts'
import { title } from '../../tables/titles.ts'

export type FilterValue = string | number | boolean

/** What a table was narrowed or ordered by, in words: its name, then its value. */
export function filterSaid(
  [name, value]: [string, FilterValue],
  language: Language,
): [string, string | number] {
  const { yes, no, names } = commonTexts(language).tables.filters
  const named = Object.hasOwn(names, name) ? names[name as keyof typeof names] : name
  if (name === 'sort') return [named, title(String(value), language)]
  if (typeof value !== 'boolean') return [named, value]
  return [named, value ? yes : no]
}
