import { appTexts, type Language } from '../../shared/locales/languages.ts'
import type { Age } from '../../shared/time/age.ts'
import type { Period } from '../../shared/time/period.ts'

const MINUTE = 60_000

/**
 * The text key for an answer's age, which also determines the colour. Settled figures do not age; offline it
 * is unknown whether newer ones exist.
 */
export function ageWord({ asOf, isSettled }: Age, { now, isOffline }: Seen) {
  if (isSettled) return 'settled'
  if (isOffline) return 'offline'
  if (now - asOf < 15 * MINUTE) return 'fresh'
  return now - asOf < 24 * 60 * MINUTE ? 'ageing' : 'old'
}

interface Seen {
  now: number
  isOffline: boolean
}

/** Whether the time counts as "now". */
export const isJustNow = (asOf: number, now: number) => now - asOf < MINUTE

const UNITS = [
  ['day', 86_400, 'd'],
  ['hour', 3600, 'h'],
  ['minute', 60, 'min'],
  ['second', 1, 's'],
] as const

/** The length of a quota window as text: `minute`, `day`, `5 minutes`. */
export function windowLength(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  const amount = seconds / length
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  const parts = new Intl.NumberFormat(language, options).formatToParts(amount)
  const words = amount === 1 ? parts.filter(({ type }) => type === 'unit') : parts
  return words.map(({ value }) => value).join('')
}

/** A duration in its two largest units, equal in all languages: `23 h 5 min`. */
export function timeLeft(seconds: number): string {
  const largest = UNITS.findIndex(([, length]) => seconds >= length)
  if (largest === -1) return '0 s'
  let rest = seconds
  const parts = UNITS.slice(largest, largest + 2).flatMap(([, length, unit]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return amount > 0 ? `${amount} ${unit}` : []
  })
  return parts.join(' ')
}

/** A period as short text for a tile. The year is omitted when it equals that of `besides`. */
export function shortRange({ start, end }: Period, language: Language, besides: Period): string {
  const isOtherYear = start.slice(0, 4) !== besides.start.slice(0, 4)
  const format = new Intl.DateTimeFormat(appTexts(language).locale, {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    ...(isOtherYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return format.formatRange(Date.parse(start), Date.parse(end))
}
