import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWERS } from '../../../../src/main/database/answers-migrations.ts'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { dayNumber } from '../../../../src/main/features/analytics/calendar.ts'
import type { DayStatistics } from '../../../../src/shared/api/statistics.ts'
import { SALES, type Sale } from '../../../../src/shared/features/analytics/growth.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { addDays } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, ZONE } from '../../../support/store-folder.ts'

const FIRST = '2026-03-01'
const DAYS = 12
const asked = (player: number) => ({
  player_id: aPlayer(player).id,
  pitch_time: 600,
  video_duration: 1800,
})

const soldOn = (date_key: string, sold: number): DayStatistics => ({
  ...NO_STATISTICS,
  date_key,
  total_viewed: 1,
  total_conversions: sold,
  total_amount_brl: sold * 19_700,
})

/** Noon in the zone, so many days after the first. */
const noonOf = (day: number) => Date.parse(`${addDays(FIRST, day)}T15:00:00Z`)

interface Read {
  player: number
  /** On which day it was read, and what each day held by then. */
  on: number
  sold: number[]
}

/** The same words without a database: the first reading of each age beside the first settled one. */
function plainly(reads: Read[], sale: Sale) {
  const unit = { total_conversions: 1, total_amount_brl: 19_700 }[sale as string] ?? 0
  return [1, 2, 3].flatMap((age) => {
    const growths = dayNumbers.flatMap((day) => growthOf(reads, day, age, unit)).sort(ascending)
    const [low = 0, high = 0] = [growths[(growths.length - 1) >> 1], growths[growths.length >> 1]]
    return growths.length < 7 ? [] : [{ age, percent: (low + high) / 2, days: growths.length }]
  })
}

const dayNumbers = Array.from({ length: DAYS }, (_, day) => day)
const ascending = (a: number, b: number) => a - b

function growthOf(reads: Read[], day: number, age: number, unit: number): number[] {
  let [early, settled] = [0, 0]
  for (const player of [1, 2]) {
    const own = reads.filter((read) => read.player === player)
    const then = own.find(({ on }) => on - day === age)
    const last = own.find(({ on }) => on - day >= 4)
    if (!then || !last) continue
    early += (then.sold[day] ?? 0) * unit
    settled += (last.sold[day] ?? 0) * unit
  }
  return early > 0 ? [(100 * (settled - early)) / early] : []
}

const reads = fc
  .array(
    fc.record({
      player: fc.constantFrom(1, 2),
      on: fc.integer({ min: 0, max: DAYS + 5 }),
      sold: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: DAYS, maxLength: DAYS }),
    }),
    { minLength: 10, maxLength: 60 },
  )
  .map((all) => all.sort((a, b) => a.on - b.on))

function growthRead(all: Read[]) {
  const verbs = makeVerbs(aFolder(), testClock)
  try {
    for (const { player, on, sold } of all) {
      const rows = sold.slice(0, on + 1).map((one, day) => soldOn(addDays(FIRST, day), one))
      verbs.keepDays(ACCOUNT, ZONE, asked(player), rows, noonOf(on))
    }
    return verbs.growth(ACCOUNT, ZONE)
  } finally {
    verbs.close()
  }
}

test('the typical growth of days equals a plain computation over the same reads', () => {
  let told = 0
  fc.assert(
    fc.property(reads, (all) => {
      const growth = growthRead(all)
      for (const sale of SALES) expect(growth[sale]).toEqual(plainly(all, sale))
      told += growth.total_conversions.length
    }),
    { numRuns: 25 },
  )
  expect(told).toBeGreaterThan(0)
})

test('yesterday is the day before in the account’s zone, not in UTC', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  for (let day = 0; day < 8; day++) {
    const rows = [soldOn(addDays(FIRST, day), 10)]
    // Half past ten in the evening of the same day: the next one already in UTC.
    const evening = noonOf(day) + 10.5 * 3_600_000
    verbs.keepDays(ACCOUNT, ZONE, asked(1), rows, evening)
    const later = [soldOn(addDays(FIRST, day), 12)]
    verbs.keepDays(ACCOUNT, ZONE, asked(1), later, noonOf(day + 1))
    verbs.keepDays(ACCOUNT, ZONE, asked(1), [soldOn(addDays(FIRST, day), 15)], noonOf(day + 4))
  }
  expect(verbs.growth(ACCOUNT, ZONE).total_conversions).toEqual([{ age: 1, percent: 25, days: 8 }])
  expect(verbs.growth(ACCOUNT, 'UTC').total_conversions).toEqual([])
  verbs.close()
})

test('forgetting an account erases its known growth', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  for (const on of [1, 4]) {
    for (let day = 0; day < 8; day++) {
      verbs.keepDays(ACCOUNT, ZONE, asked(1), [soldOn(addDays(FIRST, day), on)], noonOf(day + on))
    }
  }
  expect(verbs.growth(ACCOUNT, ZONE).total_conversions).toHaveLength(1)
  verbs.removeAccount(ACCOUNT)
  expect(verbs.growth(ACCOUNT, ZONE).total_conversions).toEqual([])
  verbs.close()
})

test('the known growth of days is kept when an older file is migrated', () => {
  const folder = aFolder()
  const database = openDatabase({
    file: join(folder, 'answers.db'),
    ...{ synchronous: 'NORMAL', migrations: ANSWERS.slice(0, 4) },
  })
  const put = (series: number, day: number, [age, sold]: [age: number, sold: number]) =>
    database.run(
      'INSERT INTO early_days VALUES (?, ?, ?, 5, ?, 0, 0, 0)',
      ...[series, dayNumber(addDays(FIRST, day)), age, sold],
    )
  database.run('INSERT INTO calendars VALUES (1, ?, ?)', ACCOUNT, ZONE)
  for (const series of [1, 2])
    database.run('INSERT INTO series VALUES (?, 1, ?)', series, aPlayer(series).id)
  for (let day = 0; day < 8; day++) {
    put(1, day, [1, 10])
    put(1, day, [4, 11 + day])
  }
  // The second player's last day is not settled yet.
  put(2, 7, [1, 90])
  database.close()
  const verbs = makeVerbs(folder, testClock)
  const growth = () => verbs.growth(ACCOUNT, ZONE).total_conversions
  expect(growth()).toEqual([{ age: 1, percent: 45, days: 8 }])
  for (const [on, sold] of [
    [11, 2],
    [12, 50],
  ] as const) {
    verbs.keepDays(ACCOUNT, ZONE, asked(2), [soldOn(addDays(FIRST, 7), sold)], noonOf(on))
    // Of 100 of both players 20 were left, which is less than on any other day.
    expect(growth()).toEqual([{ age: 1, percent: 35, days: 8 }])
  }
  verbs.close()
})
