import type { TableName } from '../features/exports/question.ts'
import type { AppTexts } from '../locales/en/app.ts'
import { appTexts, inEach, type Language, type Words } from '../locales/languages.ts'
import type { Missing } from './table.ts'

/** What a column or tile can be called by: a key that is not among the texts cannot be a column. */
export type BaseKey = keyof AppTexts['tables']['columns']
export type TitleKey = BaseKey | `${BaseKey}__comparison` | `${BaseKey}__change`

/** A text of a record that may lack it. */
const textOf = (texts: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(texts, key) ? texts[key] : undefined

/** A column's or tile's title; a key that has none stands for itself. */
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
 * How a figure is made: numerator, denominator and what counts once (Analytics, Meaning of the
 * fields). Null for what needs none.
 */
export function definition(key: string, language: Language): string | null {
  const { definitions } = appTexts(language).tables
  const base = key.replace(/(__(comparison|change|left|right|difference|points))+$/, '')
  return Object.hasOwn(definitions, base) ? definitions[base as keyof typeof definitions] : null
}

/** Every figure that has a definition, with its words: what a report keeps of them. */
export function allDefinitions(): Record<string, Words> {
  const keys = Object.keys(appTexts('en').tables.definitions)
  return Object.fromEntries(
    keys.map((key) => [key, inEach((language) => definition(key, language) ?? '')]),
  )
}

const isRate = (key: string) => key.endsWith('_rate')

/** Whether a column's figures are differences of two percentages. */
export const isInPoints = (key: string): boolean =>
  /(_rate__change|^reached_difference|^since_mark_before|^difference_points(_\d)?)$/u.test(key)

export const tableName = (table: TableName, language: Language): string =>
  appTexts(language).tables.tables[table]

/** Why a cell is empty, in a word or two. */
export const missingWord = (why: Missing, language: Language): string =>
  appTexts(language).tables.missing[why]

export type FilterValue = string | number | boolean

/** What a table was narrowed or ordered by, in words: its name, then its value. */
export function filterSaid(
  [name, value]: [string, FilterValue],
  language: Language,
): [string, string | number] {
  const { yes, no, names } = appTexts(language).tables.filters
  const named = Object.hasOwn(names, name) ? names[name as keyof typeof names] : name
  if (name === 'sort') return [named, title(String(value), language)]
  if (typeof value !== 'boolean') return [named, value]
  return [named, value ? yes : no]
}

/** A text cell as it is read: our own codes in the language, anything else as it is. */
export const cellText = (key: string, text: string, language: Language): string =>
  textOf(codesOf(key, language) ?? {}, text) ?? text

function codesOf(key: string, language: Language): Record<string, string> | undefined {
  const codes: Record<string, Record<string, string>> = appTexts(language).tables.codes
  return Object.hasOwn(codes, key) ? codes[key] : undefined
}

/** Whether a column's texts are codes of ours. */
export const isCoded = (key: string) => codesOf(key, 'en') !== undefined
