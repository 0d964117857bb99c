import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../src/main/database/verbs.ts'
import { ADDITIVE, type DayStatistics } from '../../../src/shared/api/statistics.ts'
import type {
  DownloadScope,
  DownloadState,
} from '../../../src/shared/features/downloads/download.ts'
import type { Schedule } from '../../../src/shared/features/reports/schedule.ts'
import { testClock } from '../../support/clock.ts'
import { fillDesk } from '../../support/full-desk.ts'
import { aDay, aPlayer, statisticsOf } from '../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom, ZONE } from '../../support/store-folder.ts'
import { reportIdAt, storedReport } from '../../support/stored-reports.ts'

const PLAYER = aPlayer(1)
const ASKED = { player_id: PLAYER.id, pitch_time: 600, video_duration: 1800 }
const WHOLE = { start: '2026-01-01', end: '2026-12-31' }

const aSchedule = (account_id: string): Schedule => ({
  ...{ id: `schedule of ${account_id}`, account_id, madeAt: 1, screen: 'player' },
  ...{ player_id: PLAYER.id, query_key: null, group_id: null, subject: 'VSL' },
  ...{ preset: 'last7', comparison: 'none', every: { kind: 'day' }, time: '07:00' },
  ...{ files: ['pdf'], folder: '/reports', language: 'en' },
})

/** Opens a store in a folder of its own, closed again after the work. */
function withStore(work: (verbs: Verbs, folder: string) => void) {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  try {
    work(verbs, folder)
  } finally {
    verbs.close()
  }
}

function reopened<T>(folder: string, read: (verbs: Verbs) => T): T {
  const verbs = makeVerbs(folder, testClock)
  try {
    return read(verbs)
  } finally {
    verbs.close()
  }
}

test('accounts are returned in the order in which they were added, after a restart too', () => {
  const folder = aFolder()
  const first = anAccount({ testedAt: 5 })
  const second = anAccount({ id: 'account00002', isDemo: true, createdAt: 1_800_000_000_000 })
  reopened(folder, (verbs) => {
    verbs.putAccount(second)
    verbs.putAccount(anAccount())
    verbs.putAccount(first)
  })
  expect(reopened(folder, (verbs) => verbs.accounts())).toEqual([first, second])
})

test('an account is updated in part, and a forgotten one cannot be updated', () => {
  withStore((verbs) => {
    const account = anAccount({ testedAt: 5 })
    verbs.putAccount(account)
    const changed = { ...account, downloadedAt: 7 }
    expect(verbs.changeAccount(account.id, { downloadedAt: 7 })).toEqual(changed)
    expect(verbs.accounts()).toEqual([changed])
    verbs.removeAccount(account.id)
    expect(verbs.changeAccount(account.id, { downloadedAt: 9 })).toBeNull()
    expect(verbs.accounts()).toEqual([])
  })
})

test('an answer is found by its request, whatever the order of the input', () => {
  withStore((verbs) => {
    const input = { start_date: '2026-01-01 00:00:00', player_id: PLAYER.id, timezone: ZONE }
    const reversed = Object.fromEntries(Object.entries(input).reverse())
    for (const name of ['userEngagement', 'stats']) {
      expect(verbs.answer(ACCOUNT, name, input)).toBeNull()
      verbs.keepAnswer(ACCOUNT, name, input, { first: 1 }, 10, false)
      verbs.keepAnswer(ACCOUNT, name, reversed, { unknown: ['é', null] }, 20, true)
      const kept = { value: { unknown: ['é', null] }, asOf: 20, isSettled: true }
      expect(verbs.answer(ACCOUNT, name, input)).toEqual(kept)
      expect(verbs.answer('account00002', name, input)).toBeNull()
      expect(verbs.answer(ACCOUNT, name, { ...input, timezone: 'UTC' })).toBeNull()
    }
  })
})

test('the times of answers are returned in the order of the queries, and null for one without an answer', () => {
  withStore((verbs) => {
    const input = { player_id: PLAYER.id, start_date: '2026-01-01 00:00:00', timezone: ZONE }
    const names = ['stats', 'userEngagement', 'clicksTimed', 'statsByField']
    const requests = names.map((name) => ({ name, input }))
    verbs.keepAnswer(ACCOUNT, 'stats', input, statisticsOf(''), 10, true)
    verbs.keepAnswer(ACCOUNT, 'clicksTimed', input, [], 20, false)
    const reversed = Object.fromEntries(Object.entries(input).reverse())
    verbs.keepAnswer(ACCOUNT, 'statsByField', reversed, [], 30, false)
    expect(verbs.answeredAt(ACCOUNT, requests)).toEqual([10, null, 20, 30])
    expect(verbs.answeredAt(ACCOUNT, requests.toReversed())).toEqual([30, 20, null, 10])
    expect(verbs.answeredAt('account00002', requests)).toEqual([null, null, null, null])
    expect(verbs.answeredAt(ACCOUNT, [])).toEqual([])
  })
})

function bytesOf(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
}

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER })
const rate = fc.oneof(
  fc.nat({ max: 10_000 }).map((hundredths) => (hundredths / 100).toFixed(2)),
  fc.stringMatching(/^\d{1,4}(\.\d{1,4})?$/),
)
const money = fc.integer({ min: -(2 ** 50), max: 2 ** 50 })
const counts = Object.keys(statisticsOf('')).map((name) => [name, count])
const day = fc.record({
  ...(Object.fromEntries(counts) as Record<string, fc.Arbitrary<number>>),
  ...Object.fromEntries(ADDITIVE.map((name) => [name, money])),
  overall_conversion_rate: fc.oneof(fc.double({ noNaN: true, min: 0, max: 900 }), fc.nat()),
  engagement_rate: rate,
  over_pitch_rate: rate,
  play_rate: rate,
  date_key: fc.constantFrom('2026-02-27', '2026-02-28', '2026-03-01'),
})

test('every measure of a day and every unknown field is returned unchanged', () => {
  const unknown = fc.dictionary(
    fc.constantFrom('newer', 'date', 'toString', 'as_of'),
    fc.jsonValue(),
  )
  withStore((verbs) => {
    fc.assert(
      fc.property(day, unknown, (known, extra) => {
        const row = JSON.parse(JSON.stringify({ ...extra, ...known })) as DayStatistics
        verbs.keepDays(ACCOUNT, ZONE, ASKED, [row], 1234)
        const one = { start: row.date_key, end: row.date_key }
        const stored = verbs.days(ACCOUNT, ZONE, PLAYER.id, one)
        const { pitch_time, video_duration } = ASKED
        expect(stored).toEqual([{ row, asOf: 1234, pitch_time, video_duration }])
      }),
    )
  })
})

test('a field named __proto__ is data like any other', () => {
  withStore((verbs) => {
    const text = JSON.stringify(aDay('2026-03-01')).replace('{', '{"__proto__":{"odd":1},')
    verbs.keepDays(ACCOUNT, ZONE, ASKED, [JSON.parse(text) as DayStatistics], 1)
    const [stored] = verbs.days(ACCOUNT, ZONE, PLAYER.id, WHOLE)
    expect(Object.getPrototypeOf(stored?.row)).toBe(Object.prototype)
    expect(JSON.parse(JSON.stringify(stored?.row))).toEqual(JSON.parse(text))
  })
})

test('an account is back in a zone as it was downloaded there, also when that ended after it had left', () => {
  withStore((verbs) => {
    const there = { account_id: ACCOUNT, timezone: ZONE }
    const other = { account_id: ACCOUNT, timezone: 'Asia/Tokyo' }
    verbs.keepDays(ACCOUNT, ZONE, ASKED, [aDay('2026-03-01')], 1)
    expect(verbs.leaveZone({ ...there, downloadedAt: 7 }, other.timezone)).toBeNull()
    expect(verbs.leaveZone({ ...other, downloadedAt: null }, ZONE)).toBe(7)
    verbs.leaveZone({ ...there, downloadedAt: 7 }, other.timezone)
    verbs.keepDownloaded(there, 9)
    expect(verbs.leaveZone({ ...other, downloadedAt: null }, ZONE)).toBe(9)
  })
})

test('days read in order, by account, zone, player and range', () => {
  withStore((verbs) => {
    const dates = ['2026-03-02', '2026-02-28', '2026-03-01']
    verbs.keepDays(
      ACCOUNT,
      ZONE,
      ASKED,
      dates.map((date) => aDay(date)),
      1,
    )
    const read = (account_id: string, zone: string, start: string) =>
      verbs
        .days(account_id, zone, PLAYER.id, { start, end: '2026-03-01' })
        .map(({ row }) => row.date_key)
    expect(read(ACCOUNT, ZONE, '2026-01-01')).toEqual(['2026-02-28', '2026-03-01'])
    expect(read(ACCOUNT, ZONE, '2026-03-01')).toEqual(['2026-03-01'])
    expect(read(ACCOUNT, 'UTC', '2026-01-01')).toEqual([])
    expect(read('account00002', ZONE, '2026-01-01')).toEqual([])
  })
})

test('runs of days are split by gaps, read time, pitch and length', () => {
  withStore((verbs) => {
    const keep = (asked: typeof ASKED, asOf: number, ...dates: string[]) =>
      verbs.keepDays(
        ACCOUNT,
        ZONE,
        asked,
        dates.map((date) => aDay(date)),
        asOf,
      )
    keep(ASKED, 1, '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-05')
    keep(ASKED, 2, '2026-03-03')
    keep({ ...ASKED, pitch_time: 700 }, 1, '2026-03-06')
    keep({ ...ASKED, player_id: aPlayer(2).id }, 1, '2026-03-07')
    const run = (start: string, end: string, asOf: number, pitch_time = 600) => {
      return { start, end, asOf, pitch_time, video_duration: 1800 }
    }
    expect(verbs.dayCover(ACCOUNT, ZONE, { start: '2026-03-02', end: '2026-03-31' })).toEqual({
      [PLAYER.id]: [
        run('2026-03-02', '2026-03-02', 1),
        run('2026-03-03', '2026-03-03', 2),
        run('2026-03-05', '2026-03-05', 1),
        run('2026-03-06', '2026-03-06', 1, 700),
      ],
      [aPlayer(2).id]: [run('2026-03-07', '2026-03-07', 1)],
    })
    expect(verbs.dayCover(ACCOUNT, 'UTC', WHOLE)).toEqual({})
  })
})

test('a download that was never closed is found at the next start', () => {
  const folder = aFolder()
  const scope: DownloadScope = {
    account_id: ACCOUNT,
    period: WHOLE,
    comparison: null,
    withPlayers: true,
    player_ids: [PLAYER.id],
  }
  const ended: DownloadState = {
    account_id: ACCOUNT,
    scope,
    status: 'done',
    total: 1,
    done: 1,
    failures: [],
    startedAt: 7,
    endedAt: 8,
    resumesAt: null,
  }
  reopened(folder, (verbs) => {
    verbs.putAccount(anAccount())
    verbs.openDownload(scope, 7)
  })
  expect(reopened(folder, (verbs) => verbs.openDownloads())).toEqual([
    { scope, startedAt: 7, activeAt: 7 },
  ])
  reopened(folder, (verbs) => verbs.keepDownloadActive(ACCOUNT, 8))
  expect(reopened(folder, (verbs) => verbs.openDownloads())).toMatchObject([{ activeAt: 8 }])
  reopened(folder, (verbs) => verbs.closeDownload(ACCOUNT, 'done', ended))
  reopened(folder, (verbs) => {
    expect([verbs.openDownloads(), verbs.closedDownloads()]).toEqual([[], [ended]])
    verbs.openDownload(scope, 9)
    expect([verbs.openDownloads().length, verbs.closedDownloads()]).toEqual([1, []])
  })
})

test('forgetting an account erases its rows everywhere and says how many, and spares the others', () => {
  const folder = aFolder()
  const other = 'account00002'
  const tables: [string, string][] = [ACCOUNT, other].map((id) => [id, `secret-of-${id}`])
  reopened(folder, (verbs) => {
    for (const [id, name] of tables) {
      verbs.putAccount(anAccount({ id, name }))
      const scope = { account_id: id, period: WHOLE, comparison: null, withPlayers: false }
      verbs.openDownload({ ...scope, player_ids: null }, 1)
      verbs.keepAnswer(id, 'players', {}, [{ ...PLAYER, name }], 1, false)
      verbs.keepAnswer(id, 'stats', { timezone: ZONE }, { name }, 1, false)
      const rows = ['2026-03-01', '2026-03-02'].map((date) => ({ ...aDay(date), name }))
      verbs.keepDays(id, ZONE, ASKED, rows, 1)
      verbs.keepDays(id, 'UTC', ASKED, rows.slice(1), 1)
    }
    const { about } = storedReport(1)
    const ofIt = { ...about, account: { ...about.account, id: ACCOUNT } }
    verbs.addReport(storedReport(1, { about: ofIt }))
    verbs.addReport(storedReport(2, { about: ofIt }))
    verbs.addReport(storedReport(3))
    verbs.removeReports([reportIdAt(2)], 1)
    verbs.putReportSchedule(aSchedule(ACCOUNT))
    verbs.putReportSchedule(aSchedule(other))
    const nothing = { edits: 0, annotations: 0, markers: 0, decisions: 0 }
    expect(verbs.removeAccount(ACCOUNT)).toEqual({
      ...{ answers: 2, days: 3, schedules: 1, keptReports: 1, ...nothing },
    })
    // An answer that was still under way.
    verbs.keepAnswer(ACCOUNT, 'players', {}, [], 1, false)
    verbs.keepDays(ACCOUNT, ZONE, ASKED, [aDay('2026-03-01')], 1)
  })
  reopened(folder, (verbs) => {
    expect(verbs.accounts().map(({ id }) => id)).toEqual([other])
    expect(verbs.openDownloads().map(({ scope }) => scope.account_id)).toEqual([other])
    expect(verbs.reports().map(({ id }) => id)).toEqual([reportIdAt(3), reportIdAt(1)])
    expect(verbs.reportSchedules().schedules.map(({ account_id }) => account_id)).toEqual([other])
    expect(verbs.answer(ACCOUNT, 'players', {})).toBeNull()
    expect(verbs.dayCover(ACCOUNT, ZONE, WHOLE)).toEqual({})
    expect(verbs.days(other, ZONE, PLAYER.id, WHOLE)).toHaveLength(2)
    expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  })
  expect(bytesOf(folder).includes(`secret-of-${ACCOUNT}`)).toBe(false)
  expect(bytesOf(folder).includes(`secret-of-${other}`)).toBe(true)
})

test('an account whose removal failed keeps what it has, and new answers are stored again', () => {
  withStore((verbs, folder) => {
    const file = join(folder, 'desk.db')
    verbs.putAccount(anAccount())
    renameSync(file, `${file}-elsewhere`)
    expect(failureFrom(() => verbs.removeAccount(ACCOUNT))).toMatchObject({ reason: 'gone' })
    renameSync(`${file}-elsewhere`, file)
    verbs.keepAnswer(ACCOUNT, 'players', {}, [PLAYER], 1, false)
    verbs.keepDays(ACCOUNT, ZONE, ASKED, [aDay('2026-03-01')], 1)
    verbs.keepAll(ACCOUNT, {
      answers: [[ACCOUNT, 'stats', { timezone: ZONE }, {}, 1, false]],
      days: [],
    })
    expect(verbs.accounts()).toEqual([anAccount()])
    expect(verbs.answer(ACCOUNT, 'players', {})).not.toBeNull()
    expect(verbs.answer(ACCOUNT, 'stats', { timezone: ZONE })).not.toBeNull()
    expect(verbs.days(ACCOUNT, ZONE, PLAYER.id, WHOLE)).toHaveLength(1)
  })
})

test('what the user made for an account is counted before it is removed as after', () => {
  const folder = aFolder()
  fillDesk(folder)
  reopened(folder, (verbs) => {
    const marker = { second: 9, name: 'offer' }
    verbs.markers.put({ account_id: ACCOUNT, player_id: aPlayer(1).id, marker })
    const made = verbs.ownRecords(ACCOUNT)
    expect(made).toMatchObject({ edits: 1, annotations: 1, markers: 2, decisions: 1 })
    expect(verbs.removeAccount(ACCOUNT)).toMatchObject(made)
  })
})

test('an invalid day is refused, and nothing of its answer is stored', () => {
  withStore((verbs) => {
    const rows = [aDay('2026-03-01'), { ...aDay('2026-03-02'), date_key: 'no day' }]
    expect(() => verbs.keepDays(ACCOUNT, ZONE, ASKED, rows, 1)).toThrow('Not a calendar day')
    expect(verbs.dayCover(ACCOUNT, ZONE, WHOLE)).toEqual({})
  })
})

test('a second store on the same folder is refused until the first is closed', () => {
  withStore((_, folder) => {
    expect(failureFrom(() => makeVerbs(folder, testClock))?.kind).toBe('refused')
  })
})
