import { useMemo } from 'react'
import type { Language } from '../../../shared/locales/languages.ts'
import { useFormat } from '../../ui/format.ts'

/** A figure out of 100 with at most one decimal, truncated: 99.96 is not yet 100. */
export function tenthsText(outOf100: number, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  // Binary dust: 0.57 * 100 is 56.99999999999999.
  return format.format(Number(outOf100.toFixed(6)))
}

/** A probability as so many in 100; what is not certain is never said to be. */
export function chanceText(probability: number, language: Language): string {
  const outOf100 = probability * 100
  if (outOf100 > 99.9) return `> ${tenthsText(99.9, language)}`
  return outOf100 < 0.1 ? `< ${tenthsText(0.1, language)}` : tenthsText(outOf100, language)
}

/** A share of more or less, as percent with its sign. */
export function useSigned() {
  const { language } = useFormat()
  return useMemo(
    () =>
      new Intl.NumberFormat(language, {
        style: 'percent',
        signDisplay: 'exceptZero',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
    [language],
  )
}
