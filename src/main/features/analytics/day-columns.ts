import type { DayStatistics, Measure } from '../../../shared/api/statistics.ts'
import { MEASURE_KINDS, MEASURES } from '../../../shared/tables/measures.ts'
import type { Value } from '../../database/database.ts'

const RATES = MEASURES.filter((name) => MEASURE_KINDS[name] === 'percent')
const COUNTS = MEASURES.filter((name) => MEASURE_KINDS[name] !== 'percent')

/** A day's columns, in the order of `dayValues`. Rates are hundredths of a percent. */
export const DAY_COLUMNS: readonly Measure[] = [...COUNTS, ...RATES]

/** The columns that the ledger reads of a day. */
export const LEDGER_LANES = [
  ...['day', 'as_of', 'pitch_time', 'video_duration'],
  ...DAY_COLUMNS,
] as const

const KNOWN = new Set<string>([...DAY_COLUMNS, 'date_key'])

/** A row's values for DAY_COLUMNS, then what these cannot represent, as JSON text or null. */
export function dayValues(row: DayStatistics): Value[] {
  const extra: Record<string, unknown> = {}
  for (const key of Object.keys(row)) {
    if (!KNOWN.has(key)) define(extra, key, row[key])
  }
  const rates = RATES.map((name) => {
    const rounded = Math.round(Number(row[name]) * 100)
    const hundredths = Number.isSafeInteger(rounded) ? rounded : 0
    // A rate whose text differs from the documented format is also stored as received.
    if (rateOf(name, hundredths) !== row[name]) extra[name] = row[name]
    return hundredths
  })
  const text = Object.keys(extra).length > 0 ? JSON.stringify(extra) : null
  return [...COUNTS.map((name) => row[name]), ...rates, text]
}

/** The inverse of `dayValues`. */
export function dayRow(date_key: string, values: readonly Value[]): DayStatistics {
  const row: Record<string, unknown> = { date_key }
  for (const [index, name] of COUNTS.entries()) row[name] = values[index]
  for (const [index, name] of RATES.entries()) {
    row[name] = rateOf(name, Number(values[COUNTS.length + index]))
  }
  const extra = values[DAY_COLUMNS.length]
  if (typeof extra !== 'string') return row as DayStatistics
  // A spread, because assigning a field named `__proto__` would change the row's prototype.
  return { ...row, ...(JSON.parse(extra) as object) } as DayStatistics
}

function rateOf(name: Measure, hundredths: number) {
  // Analytics, Statistics row: a number here, strings of two decimals elsewhere.
  return name === 'overall_conversion_rate' ? hundredths / 100 : (hundredths / 100).toFixed(2)
}

export const isRate = (name: string) => (RATES as string[]).includes(name)

/** A rate in hundredths, truncated as the service does; NaN for anything but a plain decimal. */
export function truncatedHundredths(rate: unknown): number {
  const [, whole, decimals = ''] = /^(-?\d{1,13})(?:\.(\d+))?$/.exec(String(rate)) ?? []
  return whole === undefined ? Number.NaN : Number(whole + `${decimals}00`.slice(0, 2))
}

function define(target: object, key: string, value: unknown) {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
