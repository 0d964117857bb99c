import { useTranslation } from 'react-i18next'
import { appTexts, type Language, languageFor } from '../../shared/locales/languages.ts'
import { getOrCreate } from '../../shared/maps.ts'
import { type Currency, LEAST_CENTS } from '../../shared/model/money.ts'
import { type Period, todayIn } from '../../shared/time/period.ts'
import { videoTime } from '../../shared/time/time.ts'
import { useView } from '../view.ts'

interface Written {
  format: (n: number) => string
}

// As wide as a plus, so that gains and losses align.
const MINUS = '−'

export type Format = ReturnType<typeof makeFormat>

/** Formatters of a language for figures, money and times; instants are displayed in the zone. */
export function makeFormat(language: Language, zone: string) {
  const { locale, tables } = appTexts(language)
  const number = (options: Intl.NumberFormatOptions): Written => {
    const format = new Intl.NumberFormat(locale, options)
    return { format: (n) => format.format(n).replace('-', MINUS) }
  }
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  const whole = number({ maximumFractionDigits: 0 })
  const short = number({ notation: 'compact', maximumFractionDigits: 1 })
  // Analytics, Conventions: rates are truncated, not rounded, to two decimals.
  const share = number({ ...TWO_DECIMALS, style: 'unit', unit: 'percent', roundingMode: 'trunc' })
  const signed = number({ ...TWO_DECIMALS, signDisplay: 'exceptZero' })
  // Below 1 %, the steps of an axis differ in their third decimal at most.
  const step = number({ maximumFractionDigits: 3, style: 'unit', unit: 'percent' })
  const tenths = number({ maximumFractionDigits: 1 })
  const day = dates({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const dayOfYear = dates({ day: 'numeric', month: 'short', timeZone: 'UTC' })
  const distances = (numeric: 'auto' | 'always') =>
    new Intl.RelativeTimeFormat(locale, { numeric, style: 'short' })
  const justNow = distances('auto').format(0, 'second')
  // A completed day of a distance may lie before yesterday, so only its number is right.
  const distance = distances('always')
  const moneys = new Map<string, Written>()
  const moneyFormat = (currency: Currency, length: keyof typeof AMOUNTS) =>
    getOrCreate(moneys, `${currency}${length}`, () =>
      number({ style: 'currency', currency: currency.toUpperCase(), ...AMOUNTS[length] }),
    )
  const clocks = new Map<string, Intl.DateTimeFormat>()
  // Cached: formatting a range takes milliseconds, and every tile has the same one.
  const ranges = new Map<Intl.DateTimeFormat, Map<string, string>>()
  const rangeBy = (format: Intl.DateTimeFormat, { start, end }: Period) => {
    const known = getOrCreate(ranges, format, () => new Map<string, string>())
    return getOrCreate(known, `${start} ${end}`, () =>
      format.formatRange(Date.parse(start), Date.parse(end)),
    )
  }
  const clockFormat = (dateStyle: 'medium' | undefined, timeZone: string) =>
    getOrCreate(clocks, `${dateStyle}${timeZone}`, () =>
      dates({ timeStyle: 'short', timeZone, ...(dateStyle ? { dateStyle } : {}) }),
    )
  const secondFormat = (timeZone: string) =>
    getOrCreate(clocks, `seconds${timeZone}`, () =>
      dates({ dateStyle: 'medium', timeStyle: 'medium', timeZone }),
    )

  const instant = (ms: number, inZone = zone) => clockFormat('medium', inZone).format(ms)
  const clock = (ms: number, inZone = zone) => clockFormat(undefined, inZone).format(ms)
  const clockToSecond = (ms: number, inZone = zone) =>
    getOrCreate(clocks, `seconds of day ${inZone}`, () =>
      dates({ timeStyle: 'medium', timeZone: inZone }),
    ).format(ms)

  return {
    language,
    zone,
    count: (n: number) => whole.format(n),
    compact: (n: number) => short.format(n),
    /** 38.42 is formatted as 38.42 %. */
    percent: (n: number) => share.format(n),
    /** A percentage at a step of an axis. */
    axisPercent: (n: number) => step.format(n),
    /** A difference of two percentages. */
    points: (n: number) => `${signed.format(n)} ${tables.units.points}`,
    /** An amount that is not of whole cents, such as one per play, has two more decimals. */
    money: (cents: number, currency: Currency, { compact = false } = {}) => {
      if (compact) return moneyFormat(currency, 'compact').format(cents / 100)
      if (Number.isInteger(cents)) return moneyFormat(currency, 'usual').format(cents / 100)
      const isTooSmall = Math.abs(cents) < LEAST_CENTS
      const shown = isTooSmall ? Math.sign(cents) * LEAST_CENTS : cents
      const sign = isTooSmall ? (cents < 0 ? '> ' : '< ') : ''
      return sign + moneyFormat(currency, 'fine').format(shown / 100)
    },
    /** A calendar day, `YYYY-MM-DD`. */
    date: (iso: string) => day.format(Date.parse(iso)),
    /** `date` without its year. */
    shortDate: (iso: string) => dayOfYear.format(Date.parse(iso)),
    /** `date` without the year when it is the one of `today`. */
    recentDate: (iso: string, today: string) =>
      (isSameYear(iso, today) ? dayOfYear : day).format(Date.parse(iso)),
    dateRange: (period: Period) => rangeBy(day, period),
    /** `dateRange` without the year when it is the one of `today`. */
    recentRange(period: Period, today: string) {
      const isThisYear = isSameYear(period.start, today) && isSameYear(period.end, today)
      return rangeBy(isThisYear ? dayOfYear : day, period)
    },
    /** Date and time of an instant in epoch milliseconds. */
    instant,
    /** `instant` with seconds, for several events within a minute. */
    instantToSecond: (ms: number) => secondFormat(zone).format(ms),
    /** Time of day of an instant in epoch milliseconds. */
    clock,
    /** Time of day of an instant, with its date unless that is `today`. */
    recent: (ms: number, today: string, inZone = zone) =>
      (todayIn(inZone, ms) === today ? clock : instant)(ms, inZone),
    /** `recent`, with seconds while it is of `today`. */
    recentToSecond: (ms: number, today: string) =>
      (todayIn(zone, ms) === today ? clockToSecond : instant)(ms),
    /** The distance of an instant from `now`, before or after. */
    ago(ms: number, now: number) {
      const [amount, unit] = inUnits(ms - now)
      return amount === 0 ? justNow : distance.format(amount, unit)
    },
    videoTime,
    /** In seconds, with tenths below a minute. */
    duration: (seconds: number) =>
      seconds < 60 ? `${tenths.format(seconds)} s` : videoTime(seconds),
    bytes: (n: number) => bytesIn(n, tenths),
    /** A rate per week, which is rounded to tenths below 10. */
    perWeek: (n: number) => (n < 10 ? tenths : whole).format(n),
  }
}

const isSameYear = (one: string, other: string) => one.slice(0, 4) === other.slice(0, 4)

const AMOUNTS = {
  usual: {},
  compact: { notation: 'compact', maximumFractionDigits: 1 },
  fine: { minimumFractionDigits: 4, maximumFractionDigits: 4 },
} as const

const TWO_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 365],
] as const

function inUnits(ms: number): [number, Intl.RelativeTimeFormatUnit] {
  let amount = ms / 1000
  for (const [unit, count] of UNITS) {
    // Seconds are not displayed, because they would change constantly.
    if (unit === 'second' && Math.abs(amount) < 45) return [0, unit]
    // Completed units: 90 minutes are 1 hour.
    if (Math.abs(amount) < count) return [Math.trunc(amount), unit]
    amount /= count
  }
  return [Math.trunc(amount), 'year']
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

function bytesIn(n: number, tenths: Written) {
  const power = Math.min(Math.floor(Math.log10(Math.max(n, 1)) / 3), BYTE_UNITS.length - 1)
  return `${tenths.format(n / 1000 ** power)} ${BYTE_UNITS[power]}`
}

const formats = new Map<string, Format>()

/** Formatters of the window's language and the current account's zone. */
export function useFormat(): Format {
  const { i18n } = useTranslation()
  const zone = useView(zoneInView)
  const language = languageFor(i18n.language)
  return getOrCreate(formats, `${language} ${zone}`, () => makeFormat(language, zone))
}

const zoneInView = ({ info, preferences }: ReturnType<typeof useView.getState>) =>
  info.accounts.find(({ id }) => id === preferences.place.account_id)?.timezone ?? info.zone

/** A title inside a sentence. Lowers only the first letter, because currency names keep their capitals. */
export const inSentence = (title: string): string =>
  `${title.charAt(0).toLowerCase()}${title.slice(1)}`
