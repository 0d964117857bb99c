import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import { AppError } from '../../../src/shared/failure.ts'
import {
  type AbDecided,
  DEFAULT_GUARDRAILS,
} from '../../../src/shared/features/ab-tests/ab-test.ts'
import type { Schedule } from '../../../src/shared/features/reports/schedule.ts'
import { daysOf } from '../../../src/shared/time/period.ts'
import { testClock } from '../../support/clock.ts'
import { aVideo } from '../../support/edits.ts'
import { count } from '../../support/scale.ts'
import { aDay, aPlayer } from '../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom, ZONE } from '../../support/store-folder.ts'
import { storedReport } from '../../support/stored-reports.ts'

const DAMAGES = count('damaged files', { usual: 20, full: 1000 })
const RANGE = { start: '2026-01-01', end: '2026-04-30' }
const NAMES = Array.from({ length: 60 }, (_, index) => `account${String(index).padStart(5, '0')}`)
const ACCOUNTS = NAMES.map((id) => anAccount({ id, name: `${id} ${'of a client '.repeat(12)}` }))
let sound = new Map<string, Buffer>()

// One sound folder, taken as bytes, for every test to damage its own copy.
beforeAll(() => {
  const folder = join(aFolder(), 'sound')
  const verbs = makeVerbs(folder, testClock)
  for (const account of ACCOUNTS) verbs.putAccount(account)
  // A desk in use: what it holds is more than the names of its tables.
  const videos = NAMES.map((name) => aVideo({ id: name, name: 'A video '.repeat(200) }))
  verbs.keepVideos(ACCOUNT, videos, 1)
  verbs.keepAnswer(ACCOUNT, 'players', {}, [aPlayer(1), aPlayer(2)], 1, false)
  for (const { id: player_id, pitch_time, duration } of [aPlayer(1), aPlayer(2)]) {
    const asked = { player_id, pitch_time, video_duration: duration }
    verbs.keepDays(
      ACCOUNT,
      ZONE,
      asked,
      daysOf(RANGE).map((date) => aDay(date)),
      1,
    )
  }
  verbs.close()
  sound = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
})

/** A copy of the sound folder in which one file was changed. */
function damagedCopy(file: 'desk.db' | 'answers.db', change: (bytes: Buffer) => Buffer): string {
  const folder = aFolder()
  for (const [name, bytes] of sound) writeFileSync(join(folder, name), bytes)
  const bytes = Buffer.from(sound.get(file) ?? [])
  writeFileSync(join(folder, file), change(bytes))
  return folder
}

const garbageHeader = (bytes: Buffer) => bytes.fill(0xa5, 0, 100)
const garbage = (bytes: Buffer) => bytes.fill(0xa5)
const truncated = (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.6)
const cutShort = (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.9)
const firstPages = (bytes: Buffer) => bytes.fill(0, 100, 40_000)

test.each([garbageHeader, garbage, truncated, firstPages])(
  'a damaged answers.db is set aside and replaced by an empty one: %o',
  (change) => {
    const folder = damagedCopy('answers.db', change)
    const damaged = readFileSync(join(folder, 'answers.db'))
    const verbs = makeVerbs(folder, testClock)
    const recovery = verbs.recovery()
    expect(recovery?.kind).toBe('answers-rebuilt')
    expect(readFileSync(recovery?.keptAs ?? '').equals(damaged)).toBe(true)
    expect(basename(recovery?.keptAs ?? '')).toMatch(/^answers\.db\.damaged-/)
    expect(verbs.accounts()).toEqual(ACCOUNTS)
    expect(verbs.answer(ACCOUNT, 'players', {})).toBeNull()
    verbs.keepAnswer(ACCOUNT, 'players', {}, [], 2, false)
    verbs.close()
    const next = makeVerbs(folder, testClock)
    expect(next.recovery()).toBeNull()
    expect(next.answer(ACCOUNT, 'players', {})?.asOf).toBe(2)
    next.close()
  },
)

test('decisions and settings of A/B tests survive the recovery of a damaged desk.db', () => {
  const folder = aFolder()
  const before = makeVerbs(folder, testClock)
  before.putAccount(anAccount())
  const decided = {
    hypothesis: 'A shorter start',
    who: 'Ana',
    why: 'B stays',
    primary: 'play_rate',
    guardrails: { ...DEFAULT_GUARDRAILS, days: 14 },
    arms: ['a'.repeat(24), 'b'.repeat(24)],
    state: 'decided',
    lift: 12,
    low: 4,
    high: 20,
    chance: 99,
    asOf: 1,
  } satisfies AbDecided
  const { primary, guardrails } = decided
  before.abTests.choose({ account_id: ACCOUNT, group_id: 'group', choice: { primary, guardrails } })
  for (const who of ['Ana', 'Rui']) {
    before.abTests.decide({
      account_id: ACCOUNT,
      group_id: 'group',
      decided: { ...decided, who },
    })
  }
  const kept = before.abTests.list({ account_id: ACCOUNT })
  expect(kept['group']?.decisions.map(({ who }) => who)).toEqual(['Rui', 'Ana'])
  before.close()
  const file = join(folder, 'desk.db')
  writeFileSync(file, garbageHeader(readFileSync(file)))
  const after = makeVerbs(folder, testClock)
  expect(after.recovery()?.kind).toBe('desk-recovered')
  expect(after.abTests.list({ account_id: ACCOUNT })).toEqual(kept)
  after.close()
})

test('reports, their schedules and runs survive the recovery of a damaged desk.db', () => {
  const folder = aFolder()
  const before = makeVerbs(folder, testClock)
  before.putAccount(anAccount())
  const report = storedReport(0)
  before.addReport(report)
  before.markReport(report.id, { tags: ['offer'] })
  before.putReportSchedule({ id: 'weekly', account_id: ACCOUNT } as Schedule)
  before.putReportRun({
    ...{ schedule_id: 'weekly', due_at: 2, status: 'done', triedAt: 2 },
    ...{ failure: null, report_id: report.id, files: ['report.pdf'] },
  })
  const kept = { reports: before.reports(), ...before.reportSchedules() }
  before.close()
  const file = join(folder, 'desk.db')
  writeFileSync(file, garbageHeader(readFileSync(file)))
  const after = makeVerbs(folder, testClock)
  expect(after.recovery()?.kind).toBe('desk-recovered')
  expect({ reports: after.reports(), ...after.reportSchedules() }).toEqual(kept)
  expect(kept.runs).toHaveLength(1)
  expect(Buffer.from(after.reportDocument(report.id) ?? [])).toEqual(report.document)
  after.close()
})

test.each([
  [garbageHeader, ACCOUNTS.length],
  [garbage, 0],
  [cutShort, 15],
  [truncated, 0],
  [() => Buffer.alloc(0), 0],
])(
  'the readable rows of a damaged desk.db are recovered into a new file: %o',
  (change, atLeast) => {
    const folder = damagedCopy('desk.db', change)
    const damaged = readFileSync(join(folder, 'desk.db'))
    const verbs = makeVerbs(folder, testClock)
    const recovery = verbs.recovery()
    expect(recovery?.kind).toBe('desk-recovered')
    expect(readFileSync(recovery?.keptAs ?? '').equals(damaged)).toBe(true)
    const accounts = verbs.accounts()
    expect(accounts.length).toBeGreaterThanOrEqual(atLeast)
    expect(ACCOUNTS).toEqual(expect.arrayContaining(accounts))
    expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
    // The figures are in the other file, which nothing happened to.
    expect(verbs.answer(ACCOUNT, 'players', {})?.asOf).toBe(1)
    verbs.close()
    expect(readdirSync(folder).filter((name) => /reading|salvaged/.test(name))).toEqual([])
  },
)

const mutation = fc.record({
  kind: fc.constantFrom('flip', 'zeroPage', 'truncate', 'header'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  bit: fc.nat({ max: 7 }),
})

function mutate(
  bytes: Buffer,
  { kind, at, bit }: typeof mutation extends fc.Arbitrary<infer M> ? M : never,
) {
  const offset = Math.floor(at * bytes.length)
  if (kind === 'truncate') return bytes.subarray(0, offset)
  if (kind === 'header') return bytes.fill(bit, 0, Math.min(100, bytes.length))
  if (kind === 'zeroPage') {
    bytes.subarray(offset & ~4095, (offset & ~4095) + 4096).fill(0)
    return bytes
  }
  if (offset < bytes.length) bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit)
  return bytes
}

test('whatever bytes change, the store opens, keeps the damaged file and works', () => {
  const files = fc.constantFrom('desk.db' as const, 'answers.db' as const)
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(files, mutations, (file, changes) => {
      const change = (bytes: Buffer) => changes.reduce((all, each) => mutate(all, each), bytes)
      const folder = damagedCopy(file, change)
      if (isNewer(folder, file)) return
      const verbs = makeVerbs(folder, testClock)
      const recovery = verbs.recovery()
      if (recovery) expect(existsSync(recovery.keptAs ?? '')).toBe(true)
      verbs.putAccount(anAccount())
      expect(verbs.accounts()).toContainEqual(anAccount())
      // A damage that the quick check cannot see shows as a failure of the read, never as a crash.
      for (const read of reads(verbs)) {
        const failure = failureFrom(read)
        if (failure) expect(failure).toMatchObject({ kind: 'storage', reason: 'corrupt' })
      }
      verbs.close()
    }),
    { numRuns: DAMAGES },
  )
})

function reads(verbs: ReturnType<typeof makeVerbs>) {
  return [
    () => verbs.days(ACCOUNT, ZONE, aPlayer(1).id, RANGE),
    () => verbs.overview(ACCOUNT, ZONE, RANGE, null),
    () => verbs.dayCover(ACCOUNT, ZONE, RANGE),
    () => verbs.answer(ACCOUNT, 'players', {}),
    () => verbs.integrity(),
  ]
}

/** Whether the change happened to make it the file of a newer version, which is refused. */
function isNewer(folder: string, file: string) {
  const bytes = readFileSync(join(folder, file))
  if (bytes.length < 100) return false
  const version = bytes.readInt32BE(60)
  if (version <= 1) return false
  try {
    makeVerbs(folder, testClock).close()
    return false
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError)
    return true
  }
}

test('a write-ahead log of another database is harmless', () => {
  const folder = damagedCopy('desk.db', (bytes) => bytes)
  writeFileSync(join(folder, 'desk.db-wal'), Buffer.alloc(9000, 'other'))
  writeFileSync(join(folder, 'desk.db-shm'), Buffer.alloc(32_768, 'other'))
  writeFileSync(join(folder, 'answers.db-wal'), Buffer.alloc(9000, 'other'))
  const verbs = makeVerbs(folder, testClock)
  expect([verbs.recovery(), verbs.accounts()]).toEqual([null, ACCOUNTS])
  verbs.close()
})

test('a recovery that was interrupted before the new desk.db was in place is completed at the next start', () => {
  const folder = damagedCopy('desk.db', (bytes) => bytes)
  const cut = join(aFolder(), 'cut')
  mkdirSync(cut)
  copyFileSync(join(folder, 'desk.db'), join(cut, 'desk.db.salvaged'))
  cpSync(join(folder, 'answers.db'), join(cut, 'answers.db'))
  const verbs = makeVerbs(cut, testClock)
  expect(verbs.accounts()).toEqual(ACCOUNTS)
  verbs.close()
})

test('a damaged lock file does not lock anybody out', () => {
  const folder = damagedCopy('desk.db', (bytes) => bytes)
  writeFileSync(join(folder, 'store.lock'), Buffer.alloc(5000, 'x'))
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.accounts()).toEqual(ACCOUNTS)
  expect(failureFrom(() => makeVerbs(folder, testClock))?.kind).toBe('refused')
  verbs.close()
})
