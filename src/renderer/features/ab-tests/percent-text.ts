import { MOST_LIFT } from '../../../shared/features/ab-tests/table.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { useFormat } from '../../ui/format.ts'

/** A percentage with at most one decimal, truncated: 99.96 is displayed as 99.9. */
export function tenthsText(outOf100: number, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  // Removes the binary error: 0.57 * 100 is 56.99999999999999.
  return format.format(Number(outOf100.toFixed(6)))
}

/** A probability (0 to 1) in percent; never displayed as exactly 0 or 100. */
export function chanceText(probability: number, language: Language): string {
  const outOf100 = probability * 100
  if (outOf100 > 99.9) return `> ${tenthsText(99.9, language)}`
  return outOf100 < 0.1 ? `< ${tenthsText(0.1, language)}` : tenthsText(outOf100, language)
}

/** A lift (0.12 is +12 %) with its sign and one decimal, truncated as in the tables. */
export function liftText(lift: number, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions)
  // Removes the binary error: 0.21 / 0.2 - 1 is 0.04999999999999982.
  return format.format(Number(lift.toFixed(8)))
}

/** An end of a lift's interval; Infinity for a lift over nothing. Beyond tenfold it says no more than that. */
export const endText = (lift: number, language: Language): string =>
  lift > MOST_LIFT ? `> ${liftText(MOST_LIFT, language)}` : liftText(lift, language)

/** A lift in percent at a step of an axis. */
export function liftAxisText(outOf100: number, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 3,
  })
  return format.format(outOf100 / 100)
}

/** `liftText` in the window's language. */
export function useSigned() {
  const { language } = useFormat()
  return (lift: number) => liftText(lift, language)
}
