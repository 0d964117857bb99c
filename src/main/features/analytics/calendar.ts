/** Calendar days and months as numbers, because the store compares them by the hundred thousand. */

const DAY_MS = 86_400_000

/** Days since 1970-01-01 of a `YYYY-MM-DD`. Throws on any other text. */
export function dayNumber(text: string): number {
  const number = Date.parse(`${text}T00:00:00Z`) / DAY_MS
  if (!Number.isInteger(number)) throw new TypeError('Not a calendar day.')
  return number
}

export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Months since year 0. */
export function monthOf(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The day number of a month's first day. */
export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS
}

/** The days of a month within `from..to`, both included, as a mask: bit 0 is the 1st. */
export function daysMask(month: number, from: number, to: number): number {
  const start = monthStart(month)
  const first = Math.max(from, start)
  const last = Math.min(to, monthStart(month + 1) - 1)
  if (first > last) return 0
  return (0x7fffffff >>> (30 - (last - first))) << (first - start)
}

/** Converts a UTC `YYYY-MM-DD HH:MM:SS` to its day number in the zone; null for an invalid time. */
export function makeDayInZone(timezone: string): (utc: string) => number | null {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  return (utc) => {
    const instant = Date.parse(`${utc.replace(' ', 'T')}Z`)
    if (Number.isNaN(instant)) return null
    const parts = Object.fromEntries(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    )
    return Date.UTC(parts['year'] ?? NaN, (parts['month'] ?? NaN) - 1, parts['day']) / DAY_MS
  }
}
