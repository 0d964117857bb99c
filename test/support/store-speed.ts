/**
 * Prints how long the store takes for an account of `players` with `days` days each, with files on
 * disk.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStore } from '../../src/main/database/store.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import { addDays, daysOf, type Period, SETTLES_AFTER_DAYS } from '../../src/shared/time/period.ts'
import { testClock } from './clock.ts'
import { aDay, aPlayer, statisticsOf } from './store-data.ts'
import { storeWorker } from './threads.ts'

const { values } = parseArgs({
  options: { players: { type: 'string' }, days: { type: 'string' } },
})
const players = Array.from({ length: Number(values.players ?? 1000) }, (_, index) => aPlayer(index))
const days = Number(values.days ?? 365)
const END = '2026-06-20'
const ZONE = 'America/Sao_Paulo'
const ACCOUNT = 'speedaccount'
const whole: Period = { start: addDays(END, 1 - days), end: END }
const last = (count: number): Period => ({ start: addDays(END, 1 - count), end: END })
const before = ({ start, end }: Period, count: number): Period => {
  return { start: addDays(start, -count), end: addDays(end, -count) }
}

const folder = mkdtempSync(join(tmpdir(), 'cuepoint-speed-'))
try {
  fill()
  reopen()
  await throughTheWorker()
} finally {
  rmSync(folder, { recursive: true })
}

function fill() {
  const verbs = makeVerbs(folder, testClock)
  const dates = daysOf(whole)
  timed('write players', 1, () => verbs.keepAnswer(ACCOUNT, 'players', {}, players, 1, false))
  timed(`write ${players.length} x ${days} days`, 1, () => {
    for (const player of players) {
      const { id: player_id, pitch_time, duration: video_duration } = player
      const rows = dates.map((date) => aDay(date))
      verbs.keepDays(
        ACCOUNT,
        ZONE,
        { player_id, pitch_time, video_duration },
        rows,
        1_781_000_000_000,
      )
    }
  })
  const refreshed = dates.slice(-SETTLES_AFTER_DAYS - 1)
  timed(`refresh the newest ${refreshed.length} days`, 1, () => {
    for (const player of players) {
      const { id: player_id, pitch_time, duration: video_duration } = player
      const rows = refreshed.map((date) => aDay(date))
      verbs.keepDays(
        ACCOUNT,
        ZONE,
        { player_id, pitch_time, video_duration },
        rows,
        1_782_000_000_000,
      )
    }
  })
  timed('write period answers', 1, () => {
    for (const period of [whole, before(whole, 30), last(30), before(last(30), 35)]) {
      for (const player of players) {
        const { name, input } = requestsAbout(player, period, ZONE).stats
        verbs.keepAnswer(ACCOUNT, name, input, statisticsOf(period.start), 1_782_000_000_000, true)
      }
    }
  })
  timed('close', 1, () => verbs.close())
  console.log(`answers.db: ${Math.round(statSync(join(folder, 'answers.db')).size / 1e6)} MB`)
}

function reopen() {
  let verbs = timed('open, sealed', 1, () => makeVerbs(folder, testClock))
  read('overview of all days', () => verbs.overview(ACCOUNT, ZONE, whole, null))
  const compared = before(whole, 30)
  read('overview of all days, compared', () => verbs.overview(ACCOUNT, ZONE, whole, compared))
  read('overview of 30 days', () => verbs.overview(ACCOUNT, ZONE, last(30), null))
  read('overview of 30 days, compared', () => {
    return verbs.overview(ACCOUNT, ZONE, last(30), before(last(30), 35))
  })
  const inView = players.slice(0, 40).map(({ id }) => id)
  read('trends of 40 players', () => verbs.trends(ACCOUNT, ZONE, whole, inView))
  read('days of one player', () => verbs.days(ACCOUNT, ZONE, inView[0] ?? '', whole))
  read('day cover', () => verbs.dayCover(ACCOUNT, ZONE, whole))
  read('integrity', () => verbs.integrity())
  verbs.close()
  verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  timed('forget the account', 1, () => verbs.removeAccount(ACCOUNT))
  verbs.close()
}

function anAccount() {
  return {
    id: ACCOUNT,
    name: 'Speed',
    isDemo: false,
    timezone: ZONE,
    base_url: 'https://example.com',
    api_base_url: null,
    testedAt: null,
    downloadedAt: null,
    createdAt: 1,
  }
}

function read(what: string, work: () => unknown) {
  timed(what, 9, work)
}

/** Prints the first time and the median of all. */
function timed<T>(what: string, times: number, work: () => T): T {
  const taken: number[] = []
  let result: T
  do {
    const start = performance.now()
    result = work()
    taken.push(performance.now() - start)
  } while (taken.length < times)
  report(what, taken)
  return result
}

function report(what: string, taken: number[]) {
  const first = taken[0] ?? 0
  const median = taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0
  const rest = taken.length > 1 ? `, median ${median.toFixed(1)} ms of ${taken.length}` : ''
  console.log(`${what}: ${first.toFixed(1)} ms${rest}`)
}

async function throughTheWorker() {
  fillAgain()
  const started = performance.now()
  const store = await openStore({ workerFile: storeWorker, folder, clock: testClock })
  report('start the worker and open', [performance.now() - started])
  const taken: number[] = []
  for (let time = 0; time < 9; time++) {
    const start = performance.now()
    await store.overview(ACCOUNT, ZONE, whole, null)
    taken.push(performance.now() - start)
  }
  report('overview of all days, from another thread', taken)
  await store.close()
}

function fillAgain() {
  console.log('again, for the worker:')
  fill()
}
