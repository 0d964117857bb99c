import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import {
  ADDITIVE,
  type AdditiveTotals,
  type DayStatistics,
  type Statistics,
} from '../../../../src/shared/api/statistics.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { combinedAge } from '../../../../src/shared/time/age.ts'
import {
  addDays,
  dayEndsAt,
  daysOf,
  isSettled,
  type Period,
  todayIn,
} from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { count } from '../../../support/scale.ts'
import { aDay, aPlayer, statisticsOf } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, ZONE } from '../../../support/store-folder.ts'

const HISTORIES = count('histories of stored days', { usual: 25, full: 2000 })
const FIRST = '2025-12-20'
const DAY = 86_400_000
const LISTED = [aPlayer(1), { ...aPlayer(2), created_at: '2026-02-10 01:30:00' }, aPlayer(3)]
// Deleted at the service since: its days are still stored.
const UNLISTED = aPlayer(4)

const day = fc.nat({ max: 100 }).map((days) => addDays(FIRST, days))
const period = fc
  .tuple(day, day)
  .map(([a, b]) => (a < b ? { start: a, end: b } : { start: b, end: a }))
const write = fc.record({
  player: fc.constantFrom(...LISTED, UNLISTED),
  period,
  // At any time, or during the days themselves.
  asOf: fc.oneof(
    fc.integer({ min: 1, max: 2 ** 45 }),
    fc.nat({ max: 101 * DAY }).map((ms) => Date.parse(FIRST) + ms),
  ),
  seed: fc.string({ maxLength: 3 }),
  refund: fc.integer({ min: -(2 ** 40), max: 0 }),
  zone: fc.constantFrom<string>(ZONE, ZONE, ZONE, 'UTC'),
})
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never

function store(verbs: Verbs, { player, period: range, asOf, seed, refund, zone }: Write) {
  const { id: player_id, pitch_time, duration: video_duration } = player
  const rows = daysOf(range).map((date): DayStatistics => {
    return { ...aDay(date, date + seed), total_amount_eur: refund }
  })
  verbs.keepDays(ACCOUNT, zone, { player_id, pitch_time, video_duration }, rows, asOf)
}

/** What the overview must say of a player, added up from its stored rows one by one. */
function summed(verbs: Verbs, player: Player, range: Period) {
  const stored = verbs.days(ACCOUNT, ZONE, player.id, range)
  const born = todayIn(ZONE, Date.parse(`${player.created_at.replace(' ', 'T')}Z`))
  const expected = daysOf(range).filter((date) => date >= born)
  const dates = new Set(stored.map(({ row }) => row.date_key))
  const lacking = expected.filter((date) => !dates.has(date))
  const sums = Object.fromEntries(
    ADDITIVE.map((name) => [name, stored.reduce((sum, { row }) => sum + row[name], 0)]),
  ) as AdditiveTotals
  const age = combinedAge(
    stored.map(({ row, asOf }) => ({ asOf, isSettled: isSettled(row.date_key, ZONE, asOf) })),
  )
  const cut = stored.filter(({ row, asOf }) => asOf < dayEndsAt(row.date_key, ZONE))
  const [first, last] = [cut[0], cut.at(-1)].map((day) => day?.row.date_key)
  const isComplete = lacking.length === 0
  // What could not have happened yet is known without an answer.
  const isTooEarly = range.end < addDays(born, -1) && stored.length === 0
  return {
    stored,
    lacking,
    period: isTooEarly ? NO_STATISTICS : null,
    sums: isComplete ? sums : null,
    age: isComplete ? age : null,
    unfinished: isComplete && first && last ? { start: first, end: last } : null,
  }
}

function dailySums(each: ReturnType<typeof summed>[], range: Period) {
  const of = (name: keyof AdditiveTotals) =>
    daysOf(range).map((date) => {
      if (each.some(({ lacking }) => lacking.includes(date))) return null
      const rows = each.flatMap(({ stored }) => stored).filter(({ row }) => row.date_key === date)
      return rows.reduce((sum, { row }) => sum + row[name], 0)
    })
  return Object.fromEntries(ADDITIVE.map((name) => [name, of(name)]))
}

test('after any writes and rewrites the overview equals the sums of the stored rows', () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), period, period, (writes, range, other) => {
      const verbs = makeVerbs(aFolder(), testClock)
      verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 99, false)
      // Whole players first, or hardly any range would ever be complete.
      const all = { start: FIRST, end: addDays(FIRST, 100) }
      for (const player of LISTED.slice(writes.length % 3)) {
        store(verbs, { player, period: all, asOf: 2 ** 44, seed: '', refund: -5, zone: ZONE })
      }
      for (const each of writes) store(verbs, each)
      const expected = LISTED.map((player) => summed(verbs, player, range))
      const compared = LISTED.map((player) => summed(verbs, player, other))
      const figures = ({ period, sums, age, unfinished }: ReturnType<typeof summed>) => ({
        period,
        sums,
        asOf: age?.asOf ?? null,
        ...(age?.isSettled && { isSettled: true }),
        ...(unfinished && { unfinished }),
      })
      expect(verbs.overview(ACCOUNT, ZONE, range, other)).toEqual({
        rows: LISTED.map((player, index) => ({
          player,
          current: figures(expected[index] as never),
          comparison: figures(compared[index] as never),
        })),
        days: daysOf(range),
        daily: dailySums(expected, range),
        // Its days are stored, but in no figure.
        leftOut: verbs.days(ACCOUNT, ZONE, UNLISTED.id, range).length > 0 ? 1 : 0,
        comparedLeftOut: verbs.days(ACCOUNT, ZONE, UNLISTED.id, other).length > 0 ? 1 : 0,
        playersAsOf: 99,
      })
      const ids = [...LISTED, UNLISTED].map(({ id }) => id)
      expect(verbs.trends(ACCOUNT, ZONE, range, ids)).toEqual(trendsOf(verbs, ids, range))
      verbs.close()
    }),
    { numRuns: HISTORIES },
  )
})

function trendsOf(verbs: Verbs, ids: string[], range: Period) {
  const trend = (id: string) => {
    const rows = verbs.days(ACCOUNT, ZONE, id, range).map(({ row }) => row)
    const plays = new Map(rows.map(({ date_key, total_started }) => [date_key, total_started]))
    return daysOf(range).map((date) => plays.get(date) ?? null)
  }
  return Object.fromEntries(ids.map((id) => [id, trend(id)]))
}

test('a period shows only the answer for exactly that period, with the current pitch and length', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const range = { start: '2026-01-01', end: '2026-01-31' }
  const { name, input } = requestsAbout(LISTED[0] as Player, range, ZONE).stats
  const value = { ...statisticsOf('exact'), newer: [1] }
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 99, false)
  verbs.keepAnswer(ACCOUNT, name, { ...input, pitch_time: 1 }, statisticsOf('pitch'), 50, true)
  verbs.keepAnswer(ACCOUNT, name, { ...input, timezone: 'UTC' }, statisticsOf('zone'), 50, true)
  verbs.keepAnswer(ACCOUNT, name, input, value, 60, true)
  const { rows } = verbs.overview(ACCOUNT, ZONE, range, null)
  expect(rows.map(({ current }) => current.period)).toEqual([value, NO_STATISTICS, null])
  expect(rows.map(({ current }) => current.asOf)).toEqual([60, null, null])
  expect(rows.map(({ comparison }) => comparison)).toEqual([null, null, null])
  verbs.close()
})

test('figures are as old as the oldest unsettled answer that they are made of', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const range = { start: '2026-01-01', end: '2026-01-02' }
  const { name, input } = requestsAbout(LISTED[0] as Player, range, ZONE).stats
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 99, false)
  verbs.keepAnswer(ACCOUNT, name, input, statisticsOf(''), 60, false)
  const one = { player: LISTED[0] as Player, seed: '', refund: 0, zone: ZONE } as const
  const asOf = () => verbs.overview(ACCOUNT, ZONE, range, null).rows[0]?.current.asOf
  store(verbs, { ...one, period: range, asOf: 70 })
  expect(asOf()).toBe(60)
  store(verbs, { ...one, period: { start: range.end, end: range.end }, asOf: 50 })
  expect(asOf()).toBe(50)
  verbs.close()
})

type Times = [number, number, number]

/** The first player's week, of which days and answers are stored as they were read at a time. */
function aWeek() {
  const verbs = makeVerbs(aFolder(), testClock)
  const week = { start: '2026-03-02', end: '2026-03-08' }
  const [player] = LISTED
  if (!player) throw new Error('no player')
  const { name, input } = requestsAbout(player, week, ZONE).stats
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 99, false)
  return {
    answered(seed: string, asOf: number, isSettled = false, change: Partial<Statistics> = {}) {
      const figures = { ...statisticsOf(seed), ...change }
      verbs.keepAnswer(ACCOUNT, name, input, figures, asOf, isSettled)
    },
    daysRead: (asOf: number) =>
      store(verbs, { player, period: week, seed: '', refund: 0, zone: ZONE, asOf }),
    dayRead(date: string, asOf: number, lateSales = 0) {
      const { id: player_id, pitch_time, duration: video_duration } = player
      const row = { ...aDay(date, date), total_amount_eur: 0 }
      row.total_conversions += lateSales
      verbs.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, [row], asOf)
    },
    sums: () => summed(verbs, player, week).sums,
    current: () => verbs.overview(ACCOUNT, ZONE, week, null).rows[0]?.current,
    close: () => verbs.close(),
  }
}

test('an answer from before its last day was over gives way to days that were read since', () => {
  const { answered, daysRead, sums, current, close } = aWeek()
  const [sunday, monday] = [Date.UTC(2026, 2, 8, 15), Date.UTC(2026, 2, 9, 15)]
  answered('sunday', sunday)
  daysRead(sunday)
  expect(current()).toMatchObject({ period: statisticsOf('sunday'), asOf: sunday })
  daysRead(monday)
  expect(current()).toEqual({ period: null, sums: sums(), asOf: monday })
  close()
})

test('what adds up comes from the days when they are newer than the answer', () => {
  const { answered, daysRead, sums, current, close } = aWeek()
  const [monday, friday] = [Date.UTC(2026, 2, 9, 15), Date.UTC(2026, 2, 13, 15)]
  answered('monday', monday)
  daysRead(friday)
  const period = { ...statisticsOf('monday'), ...sums() }
  expect(current()).toEqual({ period, sums: sums(), asOf: monday })
  answered('friday', friday, true)
  expect(current()?.period).toEqual(statisticsOf('friday'))
  close()
})

test('what adds up comes from the days also when they were read after an answer that was settled', () => {
  const { answered, daysRead, sums, current, close } = aWeek()
  const [friday, later] = [Date.UTC(2026, 2, 13, 15), Date.UTC(2026, 2, 23, 15)]
  answered('friday', friday, true)
  daysRead(later)
  expect(current()).toMatchObject({
    period: { ...statisticsOf('friday'), ...sums() },
    isSettled: true,
  })
  answered('later', later, true)
  expect(current()?.period).toEqual(statisticsOf('later'))
  close()
})

test('one final day with later sales corrects what adds up in final figures, and one without does not', () => {
  const { answered, daysRead, dayRead, sums, current, close } = aWeek()
  const [friday, saturday, later] = [13, 14, 23].map((day) => Date.UTC(2026, 2, day, 15)) as Times
  daysRead(friday)
  const lateSale = { total_conversions: (sums()?.total_conversions ?? 0) + 1 }
  answered('saturday', saturday, true, { ...sums(), ...lateSale })
  const period = { ...statisticsOf('saturday'), ...sums(), ...lateSale }
  dayRead('2026-03-04', later)
  expect(current()).toMatchObject({ period, isSettled: true })
  dayRead('2026-03-02', later, 1)
  dayRead('2026-03-04', later, 1)
  expect(current()).toMatchObject({ period: { ...period, ...sums() }, isSettled: true })
  close()
})

test('days that were read before they were over are named until they are read again', () => {
  const { answered, dayRead, current, close } = aWeek()
  const noonOf = (day: number) => Date.UTC(2026, 2, day, 15)
  for (let day = 2; day <= 8; day++) dayRead(`2026-03-0${day}`, noonOf(day < 4 ? 9 : day))
  expect(current()?.unfinished).toEqual({ start: '2026-03-04', end: '2026-03-08' })
  answered('monday', noonOf(9))
  expect(current()).not.toHaveProperty('unfinished')
  close()
})

test('an answer from one of its days lacks that day and those after it', () => {
  const { answered, current, close } = aWeek()
  answered('friday', Date.UTC(2026, 2, 6, 15))
  expect(current()?.unfinished).toEqual({ start: '2026-03-06', end: '2026-03-08' })
  close()
})

test('settled days of an earlier download do not make figures look older', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const march = { start: '2026-02-24', end: '2026-03-10' }
  const [first, second] = [Date.UTC(2026, 2, 8, 12), Date.UTC(2026, 2, 10, 12)]
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, second, false)
  const one = { player: LISTED[0] as Player, seed: '', refund: 0, zone: ZONE } as const
  const figures = (range: Period) => verbs.overview(ACCOUNT, ZONE, range, null).rows[0]?.current
  store(verbs, { ...one, period: { start: '2026-02-01', end: march.end }, asOf: first })
  expect(figures(march)).toMatchObject({ asOf: first })
  // The 4th was settled at the first download, so only the days after it are asked again.
  store(verbs, { ...one, period: { start: '2026-03-05', end: march.end }, asOf: second })
  expect(figures(march)).toMatchObject({ asOf: second })
  expect(figures(march)).not.toHaveProperty('isSettled')
  const february = { start: '2026-02-01', end: '2026-02-28' }
  expect(figures(february)).toMatchObject({ asOf: first, isSettled: true })
  verbs.close()
})

test('a player that is no longer in the list is left out only of days on which it had something', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const periods = ['2026-03-02', '2026-03-20', '2026-04-01'].map((start) => ({
    start,
    end: addDays(start, 2),
  })) as [Period, Period, Period]
  const [active, quiet, later] = periods
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 1, false)
  store(verbs, { player: UNLISTED, seed: '', refund: 0, zone: ZONE, period: active, asOf: 1 })
  const { id: player_id, pitch_time, duration: video_duration } = UNLISTED
  const nothing = [quiet, later].flatMap((days) =>
    daysOf(days).map((date_key) => ({ ...aDay(date_key, ''), ...NO_STATISTICS })),
  )
  verbs.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, nothing, 1)
  const left = (period: Period) => verbs.overview(ACCOUNT, ZONE, period, active)
  expect(left(quiet)).toMatchObject({ leftOut: 0, comparedLeftOut: 1 })
  expect(left(later)).toMatchObject({ leftOut: 0, comparedLeftOut: 1 })
  expect(left({ ...active, end: later.end })).toMatchObject({ leftOut: 1 })
  verbs.close()
})

test('a complete month is as old as its oldest unsettled day', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const february = { start: '2026-02-01', end: '2026-02-28' }
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 1, false)
  const one = { player: LISTED[0] as Player, seed: '', refund: 0, zone: ZONE } as const
  const age = () => verbs.overview(ACCOUNT, ZONE, february, null).rows[0]?.current
  const [first, second, third] = [20, 30, 60].map((days) => Date.UTC(2026, 1, days, 12))
  store(verbs, { ...one, period: february, asOf: first as number })
  store(verbs, {
    ...one,
    period: { start: '2026-02-17', end: february.end },
    asOf: second as number,
  })
  expect(age()).toMatchObject({ asOf: second })
  store(verbs, {
    ...one,
    period: { start: '2026-02-26', end: february.end },
    asOf: third as number,
  })
  expect(age()).toMatchObject({ asOf: first, isSettled: true })
  verbs.close()
})

test('a player has zeros for days before it was created', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 99, false)
  // In São Paulo it was still the 9th when the second player came to be.
  const sumsUntil = (end: string) =>
    verbs.overview(ACCOUNT, ZONE, { start: end, end }, null).rows[1]?.current.sums
  const nothing = Object.fromEntries(ADDITIVE.map((name) => [name, 0]))
  expect([sumsUntil('2026-02-08'), sumsUntil('2026-02-09')]).toEqual([nothing, null])
  verbs.close()
})

test('without a player list there are no rows and no totals', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const range = { start: '2026-01-01', end: '2026-01-02' }
  const overview = verbs.overview(ACCOUNT, ZONE, range, null)
  expect(overview).toMatchObject({ rows: [], playersAsOf: null, days: daysOf(range) })
  expect(overview.daily.total_started).toEqual([null, null])
  verbs.close()
})

const list = fc.subarray([...LISTED, UNLISTED])
const step = fc.oneof(
  write.map((one) => (verbs: Verbs) => store(verbs, one)),
  list.map((players) => (verbs: Verbs) => {
    verbs.keepAnswer(ACCOUNT, 'players', {}, players, 99, false)
  }),
  fc.tuple(fc.constantFrom(...LISTED), period, fc.string()).map(([player, range, seed]) => {
    const { name, input } = requestsAbout(player, range, ZONE).stats
    return (verbs: Verbs) => {
      verbs.keepAnswer(ACCOUNT, name, input, statisticsOf(seed), 60, false)
    }
  }),
)

test('reading the overview after every write gives the same result as reading it once at the end', () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 12 })
  const run = fc.property(steps, period, period, (taken, range, other) => {
    const [often, once] = [makeVerbs(aFolder(), testClock), makeVerbs(aFolder(), testClock)]
    for (const take of taken) {
      take(often)
      take(once)
      often.overview(ACCOUNT, ZONE, range, other)
    }
    const last = often.overview(ACCOUNT, ZONE, range, other)
    expect(last).toEqual(once.overview(ACCOUNT, ZONE, range, other))
    often.close()
    once.close()
  })
  fc.assert(run, { numRuns: HISTORIES })
})

test('the overview has nothing of a forgotten account', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const range = { start: '2026-01-01', end: '2026-01-02' }
  const one = { player: LISTED[0] as Player, seed: '', refund: 0, zone: ZONE, asOf: 70 } as const
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 99, false)
  store(verbs, { ...one, period: range })
  expect(verbs.overview(ACCOUNT, ZONE, range, null).rows[0]?.current.sums).not.toBeNull()
  verbs.removeAccount(ACCOUNT)
  expect(verbs.overview(ACCOUNT, ZONE, range, null)).toMatchObject({ rows: [], playersAsOf: null })
  verbs.close()
})

test('a period answer of zeros is not shown when its days have figures', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const range: Period = { start: FIRST, end: addDays(FIRST, 6) }
  const [player] = LISTED as [Player]
  const { stats } = requestsAbout(player, range, ZONE)
  const figures = () => verbs.overview(ACCOUNT, ZONE, range, null).rows[0]?.current
  verbs.keepAnswer(ACCOUNT, 'players', {}, LISTED, 1, false)
  verbs.keepAnswer(ACCOUNT, 'stats', stats.input, NO_STATISTICS, 1, true)
  expect(figures()).toMatchObject({ period: NO_STATISTICS, sums: null })
  const asked = { player_id: player.id, pitch_time: player.pitch_time }
  const rows = daysOf(range).map((date) => aDay(date))
  verbs.keepDays(ACCOUNT, ZONE, { ...asked, video_duration: player.duration }, rows, 2)
  expect(figures()?.period).toBeNull()
  expect(figures()?.sums?.total_viewed).toBeGreaterThan(0)
  verbs.close()
})
