import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWERS } from '../../../../src/main/database/answers-migrations.ts'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import { unpacked } from '../../../../src/main/features/analytics/packed-month.ts'
import { addDays, daysOf, type Period } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { count } from '../../../support/scale.ts'
import { aDay, aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../../support/store-folder.ts'

const FIRST = '2026-01-10'
const PLAYERS = [aPlayer(1), aPlayer(2)]
const ALL = { start: FIRST, end: addDays(FIRST, 100) }

const kept = fc.record({
  player: fc.constantFrom(...PLAYERS),
  start: fc.nat({ max: 80 }),
  length: fc.integer({ min: 1, max: 20 }),
  asOf: fc.integer({ min: 1, max: 2 ** 45 }),
  seed: fc.string({ maxLength: 2 }),
})
type Kept = typeof kept extends fc.Arbitrary<infer T> ? T : never

const rangeOf = ({ start, length }: Kept): Period => ({
  start: addDays(FIRST, start),
  end: addDays(FIRST, start + length - 1),
})

function keep(verbs: Verbs, one: Kept) {
  const { id: player_id, pitch_time, duration: video_duration } = one.player
  const rows = daysOf(rangeOf(one)).map((date) => aDay(date, date + one.seed))
  verbs.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, rows, one.asOf)
}

/** All that is read of the sums of days. */
function readings(verbs: Verbs, writes: readonly Kept[]) {
  const periods = [ALL, ...writes.map(rangeOf)]
  const ids = PLAYERS.map(({ id }) => id)
  return periods.map((period) => [
    verbs.overview(ACCOUNT, ZONE, period, ALL),
    verbs.trends(ACCOUNT, ZONE, period, ids),
  ])
}

/** Writes each month as it was stored before months were packed. */
function asBefore(folder: string) {
  const file = join(folder, 'answers.db')
  const answers = openDatabase({ file, synchronous: 'NORMAL', migrations: ANSWERS })
  answers.transaction(() => {
    const rows = answers.all<[number, number, number, Uint8Array]>('SELECT * FROM month_days')
    for (const [calendar, month, series, lanes] of rows) {
      answers.run(
        'UPDATE month_days SET lanes = ? WHERE calendar = ? AND month = ? AND series = ?',
        new Uint8Array(unpacked(lanes).buffer),
        ...[calendar, month, series],
      )
    }
  })
  answers.close()
}

function opened(folder: string) {
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  verbs.keepAnswer(ACCOUNT, 'players', {}, PLAYERS, 1, false)
  return verbs
}

test('months stored in the older format are read and updated like packed ones', () => {
  const writes = fc.array(kept, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(writes, writes, (before, after) => {
      const [older, packed] = [aFolder(), aFolder()]
      for (const folder of [older, packed]) {
        const verbs = opened(folder)
        for (const one of before) keep(verbs, one)
        verbs.close()
      }
      asBefore(older)
      const [one, other] = [opened(older), opened(packed)]
      expect(readings(one, before)).toEqual(readings(other, before))
      for (const verbs of [one, other]) for (const each of after) keep(verbs, each)
      const all = [...before, ...after]
      expect(readings(one, all)).toEqual(readings(other, all))
      for (const verbs of [one, other]) verbs.close()
    }),
    { numRuns: count('histories of months', { usual: 8, full: 400 }) },
  )
})
