import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWERS } from '../../../../src/main/database/answers-migrations.ts'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { canonicalJson } from '../../../../src/main/database/json.ts'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import { spanOf } from '../../../../src/main/features/analytics/periods-used.ts'
import { makeStoredAudience } from '../../../../src/main/features/videos/breakdowns.ts'
import type { Statistics } from '../../../../src/shared/api/statistics.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { addDays, type Period } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { aVideo } from '../../../support/edits.ts'
import { count } from '../../../support/scale.ts'
import { aComparison, aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../../support/store-folder.ts'

const DAY_MS = 86_400_000
const FIRST = '2026-03-01'
const PLAYERS = Array.from({ length: 6 }, (_, index) => `${index}`.repeat(24))
/** Random, so that no two answers are the same text. */
const longText = (seed: number) => Array.from({ length: 900 }, (_, n) => (seed * 31 + n) % 9973)

/** A store of an account whose clock is at the start of the n-th day. */
function openStore(folder = aFolder()) {
  let days = 0
  const clock = { ...testClock, now: () => testClock.now() + days * DAY_MS }
  const verbs = makeVerbs(folder, clock)
  verbs.putAccount(anAccount())
  return { folder, verbs, clock, atDay: (next: number) => (days = next) }
}

const inputOf = (player_id: string, { start, end }: Period) => ({
  ...{ player_id, timezone: ZONE, video_duration: 600 },
  ...{ start_date: `${start} 00:00:00`, end_date: `${end} 23:59:59` },
})
/** The seven days that a download of the n-th day is about, and those it compares them with. */
const periodsOf = (day: number): Period[] =>
  [0, 7].map((back) => ({
    start: addDays(FIRST, day - back - 6),
    end: addDays(FIRST, day - back),
  }))

/** Keeps what a download of a day brings, for some players. */
function download(verbs: Verbs, at: number, { day, players }: { day: number; players: string[] }) {
  for (const period of periodsOf(day)) {
    for (const [index, player_id] of players.entries()) {
      const input = inputOf(player_id, period)
      const value = { grouped_timed: longText(day * 10 + index) }
      verbs.keepAnswer(ACCOUNT, 'userEngagement', input, value, at, false)
      verbs.keepAnswer(ACCOUNT, 'stats', input, { ...NO_STATISTICS, total_viewed: day }, at, false)
    }
  }
}

/** What the file takes once nothing more is to go. */
function pruned(verbs: Verbs, mostBytes: number): number {
  for (;;) {
    const { isDone, bytes } = verbs.pruneAnswers(mostBytes)
    if (isDone) return bytes
  }
}

/** What the file takes as it is. */
const bytesOf = (verbs: Verbs) => pruned(verbs, Number.MAX_SAFE_INTEGER)

const isStored = (verbs: Verbs, player_id: string, period: Period) =>
  ['userEngagement', 'stats'].map(
    (name) => verbs.answer(ACCOUNT, name, inputOf(player_id, period)) !== null,
  )

test('the least recently used answers are deleted first; the newest to each request, and those used together, stay', () => {
  const { verbs, clock, atDay } = openStore()
  const [first = '', ...others] = PLAYERS
  for (let day = 0; day < 40; day++) {
    atDay(day)
    download(verbs, clock.now(), { day, players: day < 3 ? PLAYERS : others })
  }
  const before = bytesOf(verbs)
  const bytes = pruned(verbs, 1)
  expect(bytes).toBeLessThan(before / 4)
  for (const player of others) {
    for (const period of periodsOf(39))
      expect(isStored(verbs, player, period)).toEqual([true, true])
    for (let day = 0; day < 39; day++) {
      for (const period of periodsOf(day).filter((one) => periodsOf(39)[1]?.end !== one.end))
        expect(isStored(verbs, player, period)).toEqual([false, false])
    }
  }
  // It was last asked about on the third day.
  expect(isStored(verbs, first, periodsOf(2)[0] as Period)).toEqual([true, true])
  verbs.close()
})

test('nothing is deleted within the limit, and beyond it only the excess', () => {
  const { verbs, clock, atDay } = openStore()
  for (let day = 0; day < 20; day++) {
    atDay(day)
    download(verbs, clock.now(), { day, players: PLAYERS })
  }
  const before = bytesOf(verbs)
  expect(pruned(verbs, before)).toBe(before)
  const allowed = Math.round(before * 0.6)
  const bytes = pruned(verbs, allowed)
  expect(bytes).toBeLessThanOrEqual(allowed)
  expect(bytes).toBeGreaterThan(allowed * 0.8)
  verbs.close()
})

test('answers that were read again are kept longer', () => {
  const { verbs, clock, atDay } = openStore()
  const [player = ''] = PLAYERS
  for (let day = 0; day < 30; day++) {
    atDay(day)
    download(verbs, clock.now(), { day, players: PLAYERS })
    if (day % 5 === 0)
      verbs.answer(ACCOUNT, 'userEngagement', inputOf(player, periodsOf(3)[0] as Period))
  }
  pruned(verbs, bytesOf(verbs) / 2)
  expect(isStored(verbs, player, periodsOf(3)[0] as Period)).toEqual([true, true])
  expect(isStored(verbs, player, periodsOf(4)[0] as Period)).toEqual([false, false])
  verbs.close()
})

test('answers from which the sheet computed its figures are kept longer', () => {
  const { verbs, clock, atDay } = openStore()
  const [player = ''] = PLAYERS
  const [period] = periodsOf(3) as [Period]
  verbs.keepVideos(ACCOUNT, [aVideo({ id: player })], 1)
  const inputs = { userEngagement: [canonicalJson(inputOf(player, period))] }
  const videos = [{ video_id: player, inputs }]
  for (let day = 0; day < 30; day++) {
    atDay(day)
    download(verbs, clock.now(), { day, players: PLAYERS })
    if (day < 3 || day % 5 !== 0) continue
    const request = { group: 'call_actions' as const, timezone: ZONE, periods: [period], videos }
    expect(verbs.pastFigures(ACCOUNT, request).figures).toHaveLength(1)
  }
  pruned(verbs, bytesOf(verbs) / 2)
  expect(isStored(verbs, player, period)).toEqual([true, true])
  expect(isStored(verbs, player, periodsOf(4)[0] as Period)).toEqual([false, false])
  verbs.close()
})

test('of the periods whose plays are searched, the one that has them is kept longer', () => {
  const { verbs, clock, atDay } = openStore()
  const [player = ''] = PLAYERS
  const [searched, found] = [periodsOf(4)[0] as Period, periodsOf(3)[0] as Period]
  const listed = { ...aPlayer(1), id: player }
  const { stats } = requestsAbout(listed, found, ZONE)
  verbs.keepVideos(ACCOUNT, [aVideo({ id: player })], 1)
  verbs.keepAnswer(ACCOUNT, 'players', {}, [listed], 1, false)
  for (let day = 0; day < 30; day++) {
    atDay(day)
    download(verbs, clock.now(), { day, players: PLAYERS })
    if (day === 3) verbs.keepAnswer(ACCOUNT, 'stats', stats.input, NO_STATISTICS, 1, false)
    if (day < 3 || day % 5 !== 0) continue
    const request = { group: 'playback', timezone: ZONE, periods: [searched, found] } as const
    const videos = [{ video_id: player, inputs: {} }]
    expect(verbs.pastFigures(ACCOUNT, { ...request, videos }).figures).toHaveLength(1)
  }
  pruned(verbs, bytesOf(verbs) / 2)
  expect(isStored(verbs, player, found)).toEqual([true, true])
  expect(isStored(verbs, player, searched)).toEqual([false, false])
  verbs.close()
})

test('answers from which the filter’s trial was computed are kept longer, and no others of the video', async () => {
  const { verbs, clock, atDay } = openStore()
  const [player = ''] = PLAYERS
  const audience = makeStoredAudience({
    clock,
    accounts: { find: async () => anAccount() },
    store: {
      answer: async (...asked) => verbs.answer(...asked),
      answeredInputs: async (...asked) => verbs.answeredInputs(...asked),
      listedPlayer: async (...asked) => verbs.listedPlayer(...asked),
    },
  })
  const inputIn = (day: number) => inputOf(player, periodsOf(day)[0] as Period)
  for (let day = 0; day < 30; day++) {
    atDay(day)
    download(verbs, clock.now(), { day, players: PLAYERS })
    if (day === 2 || day === 3) {
      const input = { ...inputIn(day), field: 'country' }
      verbs.keepAnswer(ACCOUNT, 'statsByField', input, [], clock.now(), false)
    }
    if (day % 5 !== 4) continue
    const found = await audience.breakdowns({ account_id: ACCOUNT, video_id: player })
    expect(found?.period).toEqual(periodsOf(3)[0])
  }
  pruned(verbs, bytesOf(verbs) / 2)
  const kept = [2, 3].map((day) => verbs.answer(ACCOUNT, 'userEngagement', inputIn(day)) !== null)
  expect(kept).toEqual([false, true])
  verbs.close()
})

test('a file of an older version shrinks on disk too, once it is closed', () => {
  const folder = aFolder()
  const file = join(folder, 'answers.db')
  const older = openDatabase({ file, synchronous: 'NORMAL', migrations: ANSWERS.slice(0, 2) })
  for (let day = 0; day < 30; day++) {
    for (const period of periodsOf(day)) {
      for (const [index, player] of PLAYERS.entries()) {
        older.run(
          `INSERT OR REPLACE INTO answers (account_id, name, input, as_of, is_settled, value)
           VALUES (?, 'userEngagement', ?, ?, 0, ?)`,
          ...[ACCOUNT, canonicalJson(inputOf(player, period)), testClock.now() + day * DAY_MS],
          JSON.stringify(longText(day * 10 + index)),
        )
      }
    }
  }
  older.close()
  const before = statSync(file).size
  const { verbs, atDay } = openStore(folder)
  atDay(29)
  pruned(verbs, 1)
  const [last] = periodsOf(29)
  for (const player of PLAYERS)
    expect(verbs.answer(ACCOUNT, 'userEngagement', inputOf(player, last as Period))).not.toBeNull()
  verbs.close()
  expect(statSync(file).size).toBeLessThan(before / 3)
})

test('the history of an A/B test is kept when its answers are deleted, except the newest of each pair of arms', () => {
  const { verbs, clock, atDay } = openStore()
  const pairs = [PLAYERS.slice(0, 2), PLAYERS.slice(1, 3)]
  const comparisonOf = (day: number, arms: string[]) =>
    aComparison({ group_id: 'g', arms, period: { start: FIRST, end: addDays(FIRST, day) } })
  for (let day = 0; day < 12; day++) {
    atDay(day)
    // The one pair was looked at for some days only.
    for (const arms of day < 5 ? pairs : pairs.slice(0, 1)) {
      const { input, value } = comparisonOf(day, arms)
      verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, clock.now(), false)
    }
  }
  const kept = () => ({
    test: verbs.abTests.test({ account_id: ACCOUNT, group_id: 'g' }),
    tests: verbs.abTests.list({ account_id: ACCOUNT }),
  })
  const before = kept()
  expect(before.test.snapshots).toHaveLength(17)
  pruned(verbs, 1)
  expect(kept()).toEqual(before)
  const days = Array.from({ length: 12 }, (_, day) => day)
  const stored = pairs.map((arms) =>
    days.filter((day) => {
      const { input } = comparisonOf(day, arms)
      return verbs.answer(ACCOUNT, 'comparisonStats', input) !== null
    }),
  )
  expect(stored).toEqual([[11], [4]])
  verbs.close()
})

test('pruning always keeps the newest answer to each query and the answers of the last use', () => {
  const asked = fc.record({
    day: fc.nat({ max: 25 }),
    players: fc.subarray(PLAYERS, { minLength: 1 }),
  })
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 8 }), (downloads) => {
      const { verbs, clock, atDay } = openStore()
      const inOrder = downloads.toSorted((one, other) => one.day - other.day)
      for (const one of inOrder) {
        atDay(one.day)
        download(verbs, clock.now(), one)
      }
      const figures = (player: string, period: Period) =>
        (verbs.answer(ACCOUNT, 'stats', inputOf(player, period))?.value as Statistics | undefined)
          ?.total_viewed
      const last = inOrder.at(-1)?.day ?? 0
      const newest = PLAYERS.flatMap((player) => {
        const day = inOrder.findLast(({ players }) => players.includes(player))?.day
        return day === undefined ? [] : [{ player, day }]
      })
      pruned(verbs, 1)
      for (const { player, day } of newest) {
        const held = periodsOf(day).map((period) => figures(player, period))
        expect(held).toContain(day)
        if (day === last) expect(held).toEqual([day, day])
      }
      verbs.close()
    }),
    { numRuns: count('histories of use', { usual: 6, full: 500 }) },
  )
})

test('a period that was read while the clock was far ahead makes no other period old', () => {
  const { verbs, clock, atDay } = openStore()
  const [player = ''] = PLAYERS
  for (let day = 0; day < 4; day++) {
    atDay(day)
    download(verbs, clock.now(), { day, players: PLAYERS })
  }
  atDay(4000)
  verbs.answer(ACCOUNT, 'userEngagement', inputOf(player, periodsOf(3)[0] as Period))
  atDay(20)
  download(verbs, clock.now(), { day: 20, players: PLAYERS })
  pruned(verbs, 1)
  for (const period of periodsOf(20)) expect(isStored(verbs, player, period)).toEqual([true, true])
  expect(isStored(verbs, player, periodsOf(2)[0] as Period)).toEqual([false, false])
  verbs.close()
})

test('the deleted answers do not depend on the length of a slice', () => {
  const stored = [false, true].map((isHurried) => {
    const { verbs, clock, atDay } = openStore()
    // Each look at the clock takes so long that a slice is over after one row.
    let monotonic = 0
    if (isHurried) clock.monotonic = () => (monotonic += 8)
    const [first = '', ...others] = PLAYERS
    for (let day = 0; day < 12; day++) {
      atDay(day)
      download(verbs, clock.now(), { day, players: day < 3 ? PLAYERS : others })
      const period = { start: FIRST, end: addDays(FIRST, day) }
      const { input, value } = aComparison({
        group_id: 'g',
        arms: [first, others[0] ?? ''],
        period,
      })
      verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, clock.now(), false)
    }
    pruned(verbs, 1)
    const days = Array.from({ length: 12 }, (_, day) => day)
    const found = days.map((day) => [
      ...PLAYERS.flatMap((player) => periodsOf(day).map((one) => isStored(verbs, player, one))),
      verbs.answeredInputs(ACCOUNT, 'comparisonStats').length,
    ])
    verbs.close()
    return found
  })
  expect(stored[1]).toEqual(stored[0])
})

test('forgetting an account erases its used periods', () => {
  const { folder, verbs, clock } = openStore()
  download(verbs, clock.now(), { day: 1, players: PLAYERS })
  verbs.removeAccount(ACCOUNT)
  verbs.close()
  const database = openDatabase({
    file: join(folder, 'answers.db'),
    ...{ synchronous: 'NORMAL', migrations: ANSWERS },
  })
  expect(database.all('SELECT * FROM periods_used')).toEqual([])
  database.close()
  expect(spanOf({ start_date: 'a', end_date: 'b' })).toBe('["a","b",null]')
})
