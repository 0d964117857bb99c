// Simulates a year of daily downloads of a large account: the size of the files at the end, and the
// duration of operations that users wait for, compared with the first day. The days are those of
// the sandbox's world.
import fs from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import type { KeepAll, KeepAnswer, KeepDays } from '../../src/main/features/analytics/store.ts'
import { finishCopy } from '../../src/main/features/backup/store.ts'
import { writeBackup } from '../../src/main/features/backup/write-backup.ts'
import { makeService } from '../../src/service/service.ts'
import type { Player } from '../../src/shared/api/player.ts'
import type { DayStatistics } from '../../src/shared/api/statistics.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import { DEFAULT_PREFERENCES } from '../../src/shared/features/settings/preferences.ts'
import { addDays, comparisonPeriod, daysOf, type Period } from '../../src/shared/time/period.ts'
import { value } from '../../test/service/asking.ts'
import { newFolder } from '../../test/support/folder.ts'
import { count, tell } from '../../test/support/scale.ts'
import { aComparison, aPlayer, statisticsOf } from '../../test/support/store-data.ts'

const ACCOUNT = 'yearaccount'
const ZONE = 'America/Sao_Paulo'
const FULL = 1_600
const PLAYERS = count('players', { usual: 16, full: FULL })
const DAYS = count('days', { usual: 365, full: 365 })
const FIRST = '2026-01-31'
const NOON = Date.UTC(2026, 0, 31, 15)
const DAY_MS = 86_400_000
const TESTS = 24
const KEPT_AT_ONCE = 20
/**
 * The minimum of these is the most accurate, in processor time, because other processes keep the
 * machine busy.
 */
const TRIES = 5
/** The system counts processor time in steps of milliseconds. */
const REPEATS = 100
/** Further players reuse the days of one of these. */
const MOST_DISTINCT = 160
/** Earlier days that the first download requests, and some more. */
const EARLIER = 70
/** The default limit, scaled to the size of this account. */
const MOST_BYTES = (DEFAULT_PREFERENCES.figuresMb * 1e6 * PLAYERS) / FULL
/** The limits of this proof: 4 GB for 1,600 players, and 1.3 times what the first day takes. */
const MOST_GB = (4 * PLAYERS) / FULL
const MOST_GROWTH = 1.3
const JUDGED = ['overview', 'tests', 'backup'] as const
/** Kilobytes of the answers that a dashboard has about a period; each day downloads two periods. */
const SIZES = { userEngagement: 45, conversionsTimed: 14, clicksTimed: 9, statsByField: 9 }

const computer = systemClock()
let today = 0
const clock = { ...computer, now: () => NOON + today * DAY_MS }
const players = Array.from({ length: PLAYERS }, (_, index) => aPlayer(index))
const daysOfPlayers = await sandboxDays()
const ANSWERS = Object.fromEntries(
  Object.entries(SIZES).map(([name, kilobytes], seed) => [name, aTimedAnswer(seed, kilobytes)]),
)

const folder = newFolder()
const desk = path.join(folder, 'desk')
let verbs = makeVerbs(desk, clock)
verbs.putAccount({
  ...{ id: ACCOUNT, name: 'Year', isDemo: true, timezone: ZONE, base_url: 'demo' },
  ...{ api_base_url: null, testedAt: null, downloadedAt: null, createdAt: NOON },
})

/** Of a slice of pruning, milliseconds by the clock and of this thread's processor time. */
const slices = { count: 0, longest: 0, longestOfCpu: 0, aboveThirtyOfCpu: 0 }
const measured = []
for (; today < DAYS; today++) {
  download()
  prune()
  if (today === 0 || today === DAYS - 1) measured.push(await measure())
  if (today % 30 === 0) console.log(`day ${today + 1}: ${gb(sizeOf(desk))} GB`)
}
verbs.close()
const atEnd = sizeOf(desk)
fs.rmSync(folder, { recursive: true, force: true })

const [first, last] = measured
if (!first || !last) throw new Error('Nothing was measured.')
const growthFactors = Object.fromEntries(
  Object.entries(last).map(([what, value]) => [what, value / (first[what] ?? Number.NaN)]),
)
tell(`${gb(atEnd)} GB (limit ${MOST_GB.toFixed(2)})`)
tell(`first day ${gb(first['bytes'] ?? 0)} GB`)
for (const [what, factor] of Object.entries(growthFactors))
  tell(`${what} ${factor.toFixed(2)} times`)
tell(
  `longest slice ${slices.longest.toFixed(0)} ms, ${slices.longestOfCpu.toFixed(0)} of processor`,
)
console.log(JSON.stringify({ first, last, times: growthFactors, slices, atEnd }, null, 2))
const isKept =
  atEnd <= MOST_GB * 1e9 && JUDGED.every((what) => (growthFactors[what] ?? Infinity) <= MOST_GROWTH)
process.exit(isKept ? 0 : 1)

function periods(): Period[] {
  const end = addDays(FIRST, today - 1)
  const current = { start: addDays(end, -29), end }
  const before = comparisonPeriod(current, 'matchingWeekdays', null)
  return [current, ...(before ? [before] : [])]
}

/** The days of the players of the sandbox's world, by the day. */
async function sandboxDays(): Promise<Map<string, DayStatistics>[]> {
  const service = makeService({
    ...{ players: Math.min(PLAYERS, MOST_DISTINCT), days: DAYS + EARLIER },
    ...{ plan: 'enterprise', now: () => NOON + DAYS * DAY_MS },
    limits: { queriesPerMinute: null, readBytesPerMinute: null, readBytesPerDay: null },
  })
  const period = { start: addDays(FIRST, -EARLIER), end: addDays(FIRST, DAYS) }
  const all: Map<string, DayStatistics>[] = []
  for (const player of await value<Player[]>(service, '/players/list')) {
    const body = requestsAbout(player, period, ZONE).statsByDay.input
    const rows = await value<DayStatistics[]>(service, '/sessions/stats_by_day', { body })
    all.push(new Map(rows.map((row) => [row.date_key, row])))
  }
  return all
}

/** As the answers about the seconds of a video are: a number for each, some less than the one before. */
function aTimedAnswer(seed: number, kilobytes: number): string {
  let users = 9000
  let text = ''
  for (let timed = 0; text.length < kilobytes * 1000; timed++) {
    users -= (users * ((timed * 7919 + seed) % 13)) / 4000
    text += JSON.stringify({ timed, total_users: Math.round(users) })
  }
  return text
}

/** What a download with all dashboards stores. */
function download() {
  const now = clock.now()
  verbs.keepAnswer(ACCOUNT, 'players', {}, players, now, false)
  const [current, before] = periods()
  if (!current) return
  // On the first day all are requested; later only those that can still change.
  const start = today === 0 ? (before?.start ?? current.start) : addDays(current.end, -3)
  const dates = daysOf({ start, end: current.end })
  for (let at = 0; at < PLAYERS; at += KEPT_AT_ONCE) keepPlayers(at, dates)
  for (let test = 0; test < TESTS; test++) keepTest(test)
}

/** Several at once, because single writes rewrite the same pages again and again. */
function keepPlayers(from: number, dates: readonly string[]) {
  const now = clock.now()
  const kept: KeepAll & { days: KeepDays[]; answers: KeepAnswer[] } = { days: [], answers: [] }
  for (const [offset, player] of players.slice(from, from + KEPT_AT_ONCE).entries()) {
    const { id: player_id, pitch_time, duration: video_duration } = player
    const own = daysOfPlayers[(from + offset) % daysOfPlayers.length]
    const rows = dates.flatMap((date) => own?.get(date) ?? [])
    kept.days.push([ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, rows, now])
    for (const period of periods()) {
      const { name, input } = requestsAbout(player, period, ZONE).stats
      const statistics = statisticsOf(period.start + player_id)
      kept.answers.push([ACCOUNT, name, input, statistics, now, false])
      for (const [endpoint, text] of Object.entries(ANSWERS))
        kept.answers.push([ACCOUNT, endpoint, input, text, now, false])
    }
  }
  verbs.keepAll(ACCOUNT, kept)
}

function keepTest(test: number) {
  const arms = [test, test + 1].map((index) => players[index % PLAYERS]?.id ?? '')
  const period = { start: FIRST, end: addDays(FIRST, today) }
  const { input, value } = aComparison({ group_id: `g${test}`, arms, period, seconds: 600 })
  verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, clock.now(), false)
}

function prune() {
  for (;;) {
    const began = computer.monotonic()
    const cpu = process.threadCpuUsage()
    const { isDone } = verbs.pruneAnswers(MOST_BYTES)
    const { user, system } = process.threadCpuUsage(cpu)
    slices.count++
    slices.longest = Math.max(slices.longest, computer.monotonic() - began)
    const ofCpu = (user + system) / 1000
    slices.longestOfCpu = Math.max(slices.longestOfCpu, ofCpu)
    if (ofCpu > 30) slices.aboveThirtyOfCpu++
    if (isDone) return
  }
}

/** Milliseconds of processor time, unless they are by the clock, and bytes. */
async function measure(): Promise<Record<string, number>> {
  const [current, before = null] = periods()
  if (!current) throw new Error('No period.')
  const overview = () => verbs.overview(ACCOUNT, ZONE, current, before)
  const tests = () => verbs.abTests.list({ account_id: ACCOUNT })
  const backups = []
  for (let copy = 0; copy < TRIES; copy++) backups.push(await backUp())
  return {
    bytes: sizeOf(desk),
    overview: least(overview),
    tests: least(tests),
    'one test': least(() => verbs.abTests.test({ account_id: ACCOUNT, group_id: 'g1' })),
    'overview at first, by the clock': atFirst(overview),
    'tests at first, by the clock': atFirst(tests),
    backup: Math.min(...backups.map(({ ofCpu }) => ofCpu)),
    'backup, by the clock': Math.min(...backups.map(({ ms }) => ms)),
    'copied bytes': backups[0]?.copied ?? Number.NaN,
    'backup bytes': backups[0]?.size ?? Number.NaN,
  }
}

/** As a backup is made, without reporting progress. */
async function backUp() {
  const into = path.join(folder, 'copies')
  fs.mkdirSync(into)
  const began = computer.monotonic()
  const cpu = process.cpuUsage()
  await verbs.copyDesk(into, { withFigures: true, withTokens: false })
  const counts = await finishCopy(into, { withTokens: false })
  const copied = sizeOf(into)
  const sources = ['desk.db', 'answers.db'].map((name) => ({ name, file: path.join(into, name) }))
  const about = { format: 'cuepoint-backup', version: '0', madeAt: clock.now(), counts } as const
  const size = await writeBackup(path.join(into, 'backup'), sources, {
    about: { ...about, schemas: { desk: 1, answers: 1 } },
    begun: undefined,
    signal: new AbortController().signal,
    onBytes: () => undefined,
  })
  const ms = computer.monotonic() - began
  const { user, system } = process.cpuUsage(cpu)
  fs.rmSync(into, { recursive: true })
  return { ms, ofCpu: (user + system) / 1000, copied, size }
}

/** Of a store that was just opened, by the clock. */
function atFirst(work: () => unknown): number {
  const taken = Array.from({ length: TRIES }, () => {
    verbs.close()
    verbs = makeVerbs(desk, clock)
    const began = computer.monotonic()
    work()
    return computer.monotonic() - began
  })
  return Math.min(...taken)
}

function least(work: () => unknown): number {
  const taken = Array.from({ length: TRIES }, () => {
    const cpu = process.threadCpuUsage()
    for (let time = 0; time < REPEATS; time++) work()
    const { user, system } = process.threadCpuUsage(cpu)
    return (user + system) / 1000 / REPEATS
  })
  return Math.min(...taken)
}

function sizeOf(place: string): number {
  return fs
    .readdirSync(place)
    .reduce((sum, name) => sum + fs.statSync(path.join(place, name)).size, 0)
}

function gb(bytes: number) {
  return (bytes / 1e9).toFixed(3)
}
