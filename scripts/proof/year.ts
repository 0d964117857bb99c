// A year of daily downloads of a large account: what the desk's files take at its end, and how long
// what a person waits for takes, beside the first day.
import fs from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs, type Verbs } from '../../src/main/store/verbs.ts'
import { DEFAULT_PREFERENCES } from '../../src/shared/model/desk.ts'
import { addDays, comparisonPeriod, daysOf, type Period } from '../../src/shared/model/period.ts'
import { questionsAbout } from '../../src/shared/questions.ts'
import { newFolder } from '../../test/support/folder.ts'
import { count, tell } from '../../test/support/scale.ts'
import { aComparison, aDay, aPlayer, statisticsOf } from '../../test/support/store-data.ts'
import { median } from '../bench/figures.ts'

const ACCOUNT = 'yearaccount'
const ZONE = 'America/Sao_Paulo'
const FULL = 1_600
const PLAYERS = count('players', { usual: 16, full: FULL })
const DAYS = count('days', { usual: 365, full: 365 })
const FIRST = '2026-01-31'
const NOON = Date.UTC(2026, 0, 31, 15)
const DAY_MS = 86_400_000
const TESTS = 24
const READS = 7
/** The default, for as much smaller an account as this one is. */
const MOST_BYTES = (DEFAULT_PREFERENCES.figuresMb * 1e6 * PLAYERS) / FULL
/** The limits: at most 4 GB for 1,600 players, and 1.3 times what the first day takes. */
const MOST_GB = (4 * PLAYERS) / FULL
const MOST_TIMES = 1.3
/** Kilobytes of the answers that a dashboard has about a period: 154 of a player and a day in all. */
const SIZES = { userEngagement: 45, conversionsTimed: 14, clicksTimed: 9, statsByField: 9 }

const computer = systemClock()
let today = 0
const clock = { ...computer, now: () => NOON + today * DAY_MS }
const players = Array.from({ length: PLAYERS }, (_, index) => aPlayer(index))
const filler = Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 10).join('')

const folder = newFolder()
const desk = path.join(folder, 'desk')
const verbs = makeVerbs(desk, clock)
verbs.putAccount({
  ...{ id: ACCOUNT, name: 'Year', isDemo: true, timezone: ZONE, base_url: 'demo' },
  ...{ api_base_url: null, testedAt: null, downloadedAt: null, createdAt: NOON },
})

let longestSlice = 0
const measured = []
for (; today < DAYS; today++) {
  download(verbs)
  prune(verbs)
  if (today === 0 || today === DAYS - 1) measured.push(await measure())
  if (today % 30 === 0) console.log(`day ${today + 1}: ${gb(sizeOf(desk))} GB`)
}
verbs.close()
const atEnd = sizeOf(desk)
fs.rmSync(folder, { recursive: true, force: true })

const [first, last] = measured
if (!first || !last) throw new Error('Nothing was measured.')
const times = {
  overview: last.overview / first.overview,
  tests: last.tests / first.tests,
  backup: last.backup / first.backup,
  'backup bytes': last.backupBytes / first.backupBytes,
}
tell(`${gb(atEnd)} GB (limit ${MOST_GB.toFixed(2)})`)
tell(`first day ${gb(first.bytes)} GB`)
for (const [what, factor] of Object.entries(times)) tell(`${what} ${factor.toFixed(2)} times`)
tell(`longest slice ${longestSlice.toFixed(0)} ms`)
console.log(JSON.stringify({ first, last, times, longestSlice, atEnd }, null, 2))
const isKept =
  atEnd <= MOST_GB * 1e9 && Object.values(times).every((factor) => factor <= MOST_TIMES)
process.exit(isKept ? 0 : 1)

function periods(): Period[] {
  const end = addDays(FIRST, today - 1)
  const current = { start: addDays(end, -29), end }
  const before = comparisonPeriod(current, 'matchingWeekdays', null)
  return [current, ...(before ? [before] : [])]
}

/** What a download with all dashboards stores. */
function download(into: Verbs) {
  const now = clock.now()
  into.keepAnswer(ACCOUNT, 'players', {}, players, now, false)
  const [current, before] = periods()
  if (!current) return
  // The first day asks for all of them; later only those that can still change.
  const start = today === 0 ? (before?.start ?? current.start) : addDays(current.end, -3)
  const dates = daysOf({ start, end: current.end })
  for (const player of players) {
    const { id: player_id, pitch_time, duration: video_duration } = player
    const rows = dates.map((date) => aDay(date, date + player_id))
    into.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, rows, now)
    for (const period of periods()) {
      const { name, input } = questionsAbout(player, period, ZONE).stats
      into.keepAnswer(ACCOUNT, name, input, statisticsOf(period.start + player_id), now, false)
      for (const [endpoint, kilobytes] of Object.entries(SIZES))
        into.keepAnswer(ACCOUNT, endpoint, input, filler.slice(0, kilobytes * 1000), now, false)
    }
  }
  for (let test = 0; test < TESTS; test++) keepTest(into, test)
}

function keepTest(into: Verbs, test: number) {
  const arms = [test, test + 1].map((index) => players[index % PLAYERS]?.id ?? '')
  const period = { start: FIRST, end: addDays(FIRST, today) }
  const { input, value } = aComparison({ group_id: `g${test}`, arms, period, seconds: 600 })
  into.keepAnswer(ACCOUNT, 'comparisonStats', input, value, clock.now(), false)
}

function prune(from: Verbs) {
  for (;;) {
    const began = computer.monotonic()
    const { isDone } = from.pruneAnswers(MOST_BYTES)
    longestSlice = Math.max(longestSlice, computer.monotonic() - began)
    if (isDone) return
  }
}

async function measure() {
  const [current, before] = periods()
  if (!current) throw new Error('No period.')
  const overview = timed(() => verbs.overview(ACCOUNT, ZONE, current, before ?? null))
  const tests = timed(() => verbs.abTests(ACCOUNT))
  const backups: number[] = []
  let backupBytes = 0
  for (let copy = 0; copy < 3; copy++) {
    const into = path.join(folder, `copy-${copy}`)
    fs.mkdirSync(into)
    const began = computer.monotonic()
    await verbs.copyDesk(into, { withFigures: true, withTokens: false })
    backups.push(computer.monotonic() - began)
    backupBytes = sizeOf(into)
    fs.rmSync(into, { recursive: true })
  }
  return { bytes: sizeOf(desk), overview, tests, backup: median(backups), backupBytes }
}

function timed(work: () => unknown): number {
  const taken: number[] = []
  for (let read = 0; read < READS; read++) {
    const began = computer.monotonic()
    work()
    taken.push(computer.monotonic() - began)
  }
  return median(taken)
}

function sizeOf(place: string): number {
  return fs
    .readdirSync(place)
    .reduce((sum, name) => sum + fs.statSync(path.join(place, name)).size, 0)
}

function gb(bytes: number) {
  return (bytes / 1e9).toFixed(3)
}
