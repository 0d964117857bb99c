import { ADDITIVE, type AdditiveTotals } from '../../../shared/api/statistics.ts'
import { groupBy } from '../../../shared/maps.ts'
import type { Database, Value } from '../../database/database.ts'
import { monthOf, monthStart } from './calendar.ts'
import {
  type Lanes,
  laneAsOf,
  laneValue,
  newLanes,
  packed,
  putDay,
  unpacked,
} from './packed-month.ts'
import type { SeriesKey } from './series.ts'

const MEASURES = ADDITIVE.length
const MONTH_DAYS = 31
const COLUMNS = ADDITIVE.join(', ')
const MARKS = ADDITIVE.map(() => '?').join(', ')
const PUT_MONTH = `INSERT OR REPLACE INTO months (calendar, month, series, stored, oldest, ${COLUMNS})
  VALUES (?, ?, ?, ?, ?, ${MARKS})`
const ADD_TO_ACCOUNT = `INSERT INTO account_days (calendar, day, ${COLUMNS}) VALUES (?, ?, ${MARKS})
  ON CONFLICT (calendar, day) DO UPDATE
  SET ${ADDITIVE.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`

export type Rollups = ReturnType<typeof makeRollups>

/** Maintains the sums of days: by player and month, and by account and day. */
export function makeRollups(database: Database) {
  const listeners: ((key: SeriesKey) => void)[] = []

  /** To be called in the transaction that writes the days; `days` is by day number. */
  function add(key: SeriesKey, days: Map<number, AdditiveTotals>, asOf: number) {
    for (const [month, numbers] of groupBy(days.keys(), monthOf)) {
      const lanes = read(key, month) ?? newLanes()
      for (const day of numbers) {
        const totals = days.get(day)
        if (!totals) continue
        const differences = put(lanes, day - monthStart(month), { totals, asOf })
        database.run(ADD_TO_ACCOUNT, key.calendar, day, ...differences)
      }
      write(key, month, lanes)
    }
  }

  /** A player's month; null when none of its days is stored. */
  function read({ calendar, series }: SeriesKey, month: number): Lanes | null {
    const row = database.first<[Uint8Array]>(
      'SELECT lanes FROM month_days WHERE calendar = ? AND month = ? AND series = ?',
      calendar,
      month,
      series,
    )
    return row && unpacked(row[0])
  }

  function write({ calendar, series }: SeriesKey, month: number, lanes: Lanes) {
    const key: Value[] = [calendar, month, series]
    database.run('INSERT OR REPLACE INTO month_days VALUES (?, ?, ?, ?)', ...key, packed(lanes))
    const { stored, oldest, totals } = summed(lanes)
    database.run(PUT_MONTH, ...key, stored, oldest, ...totals)
    for (const listen of listeners) listen({ calendar, series })
  }

  return { add, read, onWrite: (listen: (key: SeriesKey) => void) => void listeners.push(listen) }
}

/** Stores a day and returns what it adds to each measure. */
function put(lanes: Lanes, dayOfMonth: number, day: { totals: AdditiveTotals; asOf: number }) {
  const values = ADDITIVE.map((name) => day.totals[name])
  const differences = values.map((value, measure) => value - laneValue(lanes, measure, dayOfMonth))
  putDay(lanes, dayOfMonth, { values, asOf: day.asOf })
  return differences
}

/** A month's stored days as a mask, their oldest request time, and each measure's sum. */
function summed(lanes: Lanes) {
  let stored = 0
  let oldest = Infinity
  const totals = new Array<number>(MEASURES).fill(0)
  for (let day = 0; day < MONTH_DAYS; day++) {
    const asOf = laneAsOf(lanes, day)
    if (asOf === 0) continue
    stored |= 1 << day
    oldest = Math.min(oldest, asOf)
    for (let measure = 0; measure < MEASURES; measure++) {
      totals[measure] = (totals[measure] ?? 0) + laneValue(lanes, measure, day)
    }
  }
  return { stored, oldest, totals }
}
