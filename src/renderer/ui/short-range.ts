import { commonTexts, type Language } from '../../shared/locales/languages.ts'
import type { Period } from '../../shared/time/period.ts'

/** A period in the fewest letters, for a tile: the year only when it is not `besides`' own. */
export function shortRange({ start, end }: Period, language: Language, besides: Period): string {
  const isOtherYear = start.slice(0, 4) !== besides.start.slice(0, 4)
  const format = new Intl.DateTimeFormat(commonTexts(language).locale, {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    ...(isOtherYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return format.formatRange(Date.parse(start), Date.parse(end))
}
