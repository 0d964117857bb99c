import type { Language } from '../../shared/locales/languages.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** The length of a quota window in words: `minute`, `day`, `5 minutes`. */
export function windowLength(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  const amount = seconds / length
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  const parts = new Intl.NumberFormat(language, options).formatToParts(amount)
  const words = amount === 1 ? parts.filter(({ type }) => type === 'unit') : parts
  return words.map(({ value }) => value).join('')
}
