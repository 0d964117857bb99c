import type { TableName } from '../features/exports/request.ts'
import type { AppTexts } from '../locales/en/app.ts'
import { appTexts, inEachLanguage, type Language, type Words } from '../locales/languages.ts'
import type { Missing } from './table.ts'

/** Keys with a title text; only these can be columns. */
type BaseKey = keyof AppTexts['tables']['columns']
export type TitleKey = BaseKey | `${BaseKey}__comparison` | `${BaseKey}__change`

/** The text at a key, or undefined. Checks own properties because the key may be any text. */
const textOf = (texts: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(texts, key) ? texts[key] : undefined

/** The title of a column or tile; a key without a title is returned unchanged. */
export function title(key: string, language: Language): string {
  const { columns, sides } = appTexts(language).tables
  const [, of, side] = /^(.+)__(left|right|difference|points)$/.exec(key) ?? []
  if (of && side) return `${title(of, language)}, ${textOf(sides, side)}`
  const [base = key, group] = key.split('__')
  const own = textOf(columns, base) ?? base
  if (group === 'comparison') return `${own}, ${sides.comparison}`
  if (group === 'change') return `${own}, ${isRate(base) ? sides.changeInPoints : sides.change}`
  return own
}

/**
 * How a figure is computed: numerator, denominator and what is counted once (Analytics, Meaning of the
 * fields). Null for a figure that needs no definition.
 */
export function definition(key: string, language: Language): string | null {
  const { definitions } = appTexts(language).tables
  // A compared curve has a number: `percent_reached_2`, and its difference to another two.
  const base = key.replace(/(_\d)*(__(comparison|change|left|right|difference|points))*$/, '')
  return Object.hasOwn(definitions, base) ? definitions[base as keyof typeof definitions] : null
}

/** The definitions of all figures in every language, to be stored in a report. */
export function allDefinitions(): Record<string, Words> {
  const keys = Object.keys(appTexts('en').tables.definitions)
  return Object.fromEntries(
    keys.map((key) => [key, inEachLanguage((language) => definition(key, language) ?? '')]),
  )
}

const isRate = (key: string) => key.endsWith('_rate')

/** Whether a column's values are differences of two percentages. */
export const isInPoints = (key: string): boolean =>
  /(__points|_rate__change|^reached_difference|^since_mark_before|^difference_points(_\d)*)(__left|__right)?$/u.test(
    key,
  )

export const tableName = (table: TableName, language: Language): string =>
  appTexts(language).tables.tables[table]

/** The short text for an empty cell. */
export const missingWord = (why: Missing, language: Language): string =>
  appTexts(language).tables.missing[why]

export type FilterValue = string | number | boolean

/** A filter or sort order of a table in words: its name, then its value. */
export function filterText(
  [name, value]: [string, FilterValue],
  language: Language,
): [string, string | number] {
  const { yes, no, names } = appTexts(language).tables.filters
  const named = Object.hasOwn(names, name)
    ? names[name as keyof typeof names]
    : title(name, language)
  if (name === 'sort') return [named, title(String(value), language)]
  if (typeof value === 'string') return [named, cellText(name, value, language)]
  if (typeof value === 'number') return [named, value]
  return [named, value ? yes : no]
}

/** The text of a cell for display: our own codes are translated, any other text is returned unchanged. */
export const cellText = (key: string, text: string, language: Language): string =>
  textOf(codesOf(key, language) ?? {}, text) ?? text

function codesOf(key: string, language: Language): Record<string, string> | undefined {
  const codes: Record<string, Record<string, string>> = appTexts(language).tables.codes
  const base = key.replace(/__(left|right)$/, '')
  return Object.hasOwn(codes, base) ? codes[base] : undefined
}

/** Whether a column's texts are our own codes. */
export const isCoded = (key: string) => codesOf(key, 'en') !== undefined
