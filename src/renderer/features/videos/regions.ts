import type { Language } from '../../../shared/model/desk.ts'

export interface Choice {
  value: string
  label: string
}

const A = 65
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(A + index))

/** The languages browsers ask for most; any other code can be typed. */
const LANGUAGE_CODES = [
  ...['pt-BR', 'pt-PT', 'pt', 'en-US', 'en-GB', 'en', 'es', 'es-MX', 'es-AR', 'fr', 'de', 'it'],
  ...['nl', 'pl', 'ru', 'uk', 'tr', 'ar', 'he', 'hi', 'ja', 'ko', 'zh-CN', 'zh-TW', 'id', 'vi'],
  ...['th', 'sv', 'da', 'nb', 'fi', 'cs', 'sk', 'hu', 'ro', 'bg', 'el', 'hr', 'sr', 'ca'],
]

const named = (names: Intl.DisplayNames, value: string): Choice | null => {
  const name = names.of(value)
  return name === undefined || name === value ? null : { value, label: `${name} (${value})` }
}

/** Every country code that this computer has a name for, by name. */
export function countryChoices(language: Language): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return sorted(
    codes.filter(isCountry).flatMap((code) => named(names, code) ?? []),
    language,
  )
}

/** A code that was given up is named like the one that took its place: DD is Germany too. */
const isCountry = (code: string) =>
  !NO_COUNTRIES.includes(code) && new Intl.Locale(`und-${code}`).region === code

/** Codes with a name that are no place where a viewer can be. */
const NO_COUNTRIES = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']

export function languageChoices(language: Language): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return sorted(
    LANGUAGE_CODES.flatMap((code) => named(names, code) ?? []),
    language,
  )
}

const sorted = (choices: Choice[], language: Language) => {
  const { compare } = new Intl.Collator(language)
  return choices.sort((a, b) => compare(a.label, b.label))
}

/** What was typed or chosen as a value of the list: a choice by its code or its name, or the text. */
export function valueOf(typed: string, choices: readonly Choice[]): string {
  const text = typed.trim()
  const same = (other: string) => other.toLocaleLowerCase() === text.toLocaleLowerCase()
  const choice = choices.find(
    ({ value, label }) => same(value) || same(label) || same(label.replace(/ \([^)]*\)$/, '')),
  )
  return choice?.value ?? text
}
