/**
 * A process that writes to a store until it is stopped, and prints each confirmed write. Each write
 * is one `keepDays`, whose rows all contain the write's number.
 */

import { makeVerbs } from '../../src/main/database/verbs.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { daysOf } from '../../src/shared/time/period.ts'
import { testClock } from './clock.ts'
import { aDay, aPlayer } from './store-data.ts'

const [folder = '', first = '1'] = process.argv.slice(2)

try {
  const verbs = makeVerbs(folder, testClock)
  try {
    for (let number = Number(first); ; number++) write(number)
  } finally {
    process.stdout.write(`reads ${verbs.accounts().length}\n`)
  }

  function write(number: number) {
    const { id: player_id, pitch_time, duration: video_duration } = aPlayer(number % 5)
    const dates = daysOf({ start: '2026-01-20', end: '2026-03-10' })
    const rows = dates.map((date) => ({ ...aDay(date), total_started: number }))
    const asked = { player_id, pitch_time, video_duration }
    verbs.keepDays('account00001', 'UTC', asked, rows, number)
    verbs.keepAnswer('account00001', 'events', { number }, 'x'.repeat(2000), number, false)
    process.stdout.write(`wrote ${number}\n`)
  }
} catch (thrown) {
  process.stdout.write(`failed ${JSON.stringify(failureOf(thrown))}\n`)
}
