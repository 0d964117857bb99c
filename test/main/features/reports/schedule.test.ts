import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { makeSchedules } from '../../../../src/main/features/reports/schedule.ts'
import { AppError, type Failure, failureOf } from '../../../../src/shared/failure.ts'
import { scheduleCalls } from '../../../../src/shared/features/reports/report-calls.ts'
import type { ScheduleFields } from '../../../../src/shared/features/reports/schedule.ts'
import { testClock, virtualClock } from '../../../support/clock.ts'
import { closedLater } from '../../../support/opened.ts'
import { aFolder, anAccount } from '../../../support/store-folder.ts'

const ZONE = 'America/Sao_Paulo'
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 9:00 in São Paulo. */
const START = Date.UTC(2026, 6, 1, 12)

const fields = (account_id: string): ScheduleFields => ({
  account_id,
  screen: 'player',
  player_id: '0123456789abcdef01234567',
  query_key: null,
  group_id: null,
  subject: 'VSL 1',
  preset: 'last7',
  comparison: 'previous',
  every: { kind: 'day' },
  time: '10:00',
  files: ['pdf'],
  language: 'en',
})

/** A desk with one account, at a time; `fails` says why a report is not made, until it is null. */
function aDesk(startsAt = START, folder = aFolder()) {
  const verbs = makeVerbs(folder, testClock)
  const account = { ...anAccount(), timezone: ZONE }
  verbs.putAccount(account)
  const time = virtualClock(startsAt)
  const made: number[] = []
  /** Due times of the reports stored, and the time of each attempt. */
  const [reports, tries]: [number[], number[]] = [[], []]
  const state = {
    ...{ fails: null as Failure | null, waits: null as ScheduleFields['subject'] | null },
    aheadMinutes: 0 as number | null,
  }
  const schedules = makeSchedules({
    store: verbs as never,
    accounts: async () => verbs.accounts(),
    clockAheadMinutes: async () => state.aheadMinutes,
    chooseFolder: async () => '/reports',
    make: async ({ subject }, { due_at, report_id, onReport }) => {
      if (subject === state.waits) await new Promise(() => undefined)
      tries.push(time.now())
      if (state.fails && state.fails.kind !== 'folder-gone') throw new AppError(state.fails)
      const stored = report_id ?? `report-${reports.push(due_at)}`
      if (!report_id) await onReport(stored)
      if (state.fails) throw new AppError(state.fails)
      made.push(due_at)
      return { report_id: stored, files: ['report.pdf'] }
    },
    clock: time,
    onChange: () => undefined,
  })
  const close = closedLater(() => {
    schedules.close()
    verbs.close()
  })
  const add = async (account_id = account.id, change: Partial<ScheduleFields> = {}) => {
    const chosen = await schedules.chooseFolder()
    await schedules.save(null, { ...fields(account_id), ...change }, chosen?.choice ?? null)
  }
  const runs = async () =>
    (await schedules.list()).runs.map(({ due_at, status }) => [due_at, status] as const)
  return { verbs, account, time, made, reports, tries, state, schedules, add, runs, folder, close }
}

const OFFLINE: Failure = { kind: 'offline', reason: 'unreachable', host: 'service.example' }
const first = START + HOUR

test('a report is made when it is due, and once', async () => {
  const { schedules, add, time, made, runs } = aDesk()
  await add()
  await schedules.lookNow()
  expect(made).toEqual([])
  await time.advance(HOUR)
  await Promise.all([schedules.lookNow(), schedules.lookNow()])
  await schedules.lookNow()
  expect(made).toEqual([first])
  expect(await runs()).toEqual([[first, 'done']])
})

test('a report that waits delays no other report, of its account or of another', async () => {
  const { schedules, account, verbs, add, time, state, made } = aDesk()
  const other = { ...anAccount(), id: '00000000-0000-4000-8000-0000000000b2', timezone: ZONE }
  verbs.putAccount(other)
  state.waits = 'VSL 1'
  await add()
  await add(account.id, { subject: 'VSL 2' })
  await add(other.id, { subject: 'VSL 3', time: '10:05' })
  schedules.start().catch(() => undefined)
  await time.advance(HOUR + 60_000)
  expect(made).toEqual([first])
  await time.advance(DAY)
  expect(made).toEqual([first, first + 5 * 60_000, first + DAY])
})

test('of several missed runs the newest is made, and the others are listed as missed', async () => {
  const { schedules, add, time, made, runs } = aDesk()
  await add()
  await time.advance(3 * DAY)
  await schedules.lookNow()
  expect(made).toEqual([first + 2 * DAY])
  expect(await runs()).toEqual([
    [first + 2 * DAY, 'done'],
    [first + DAY, 'missed'],
    [first, 'missed'],
  ])
  const [schedule] = (await schedules.list()).schedules
  await schedules.make(schedule?.id ?? '', first)
  expect(made).toEqual([first + 2 * DAY, first])
  expect((await runs()).at(-1)).toEqual([first, 'done'])
})

test('a missed run that was made on request without the network is tried again too', async () => {
  const { schedules, add, time, state, runs } = aDesk()
  await add()
  await time.advance(3 * DAY)
  await schedules.lookNow()
  const [schedule] = (await schedules.list()).schedules
  state.fails = OFFLINE
  await schedules.make(schedule?.id ?? '', first)
  expect((await runs()).at(-1)).toEqual([first, 'waiting'])
  state.fails = null
  await time.advance(5 * 60_000)
  await schedules.lookNow()
  expect(await runs()).toEqual([
    [first + 2 * DAY, 'done'],
    [first + DAY, 'missed'],
    [first, 'done'],
  ])
})

test('without the network a run reports that, and is tried again until the network is back', async () => {
  const { schedules, add, time, made, state, runs } = aDesk()
  await add()
  state.fails = OFFLINE
  await time.advance(HOUR)
  await schedules.lookNow()
  const [waiting] = (await schedules.list()).runs
  expect(waiting).toMatchObject({ status: 'waiting', failure: OFFLINE, triedAt: first })
  state.fails = null
  await time.advance(60_000)
  await schedules.lookNow()
  expect(made).toEqual([])
  await time.advance(4 * 60_000)
  await schedules.lookNow()
  expect(made).toEqual([first])
  expect(await runs()).toEqual([[first, 'done']])
})

const GONE: Failure = { kind: 'folder-gone', folder: '/reports' }

test('a report whose folder is gone for a minute is made once, and its files are written later', async () => {
  const { schedules, add, time, made, reports, state } = aDesk()
  await add()
  state.fails = GONE
  await time.advance(HOUR)
  await schedules.lookNow()
  const [waiting] = (await schedules.list()).runs
  expect(waiting).toMatchObject({ status: 'waiting', failure: GONE, report_id: 'report-1' })
  state.fails = null
  await time.advance(5 * 60_000)
  await schedules.lookNow()
  const { runs } = await schedules.list()
  expect(runs).toMatchObject([{ status: 'done', failure: null, report_id: 'report-1' }])
  expect([reports, made]).toEqual([[first], [first]])
})

test('a waiting run has a new report after its schedule was changed, and not for other files', async () => {
  const reportAfter = async (change: Partial<ScheduleFields>) => {
    const { schedules, account, add, time, state } = aDesk()
    await add()
    state.fails = GONE
    await time.advance(HOUR)
    await schedules.lookNow()
    const [schedule] = (await schedules.list()).schedules
    await schedules.save(schedule?.id ?? '', { ...fields(account.id), ...change }, null)
    state.fails = null
    await time.advance(5 * 60_000)
    await schedules.lookNow()
    return (await schedules.list()).runs.map(({ report_id }) => report_id)
  }
  expect(await reportAfter({ preset: 'last30' })).toEqual(['report-2'])
  expect(await reportAfter({ files: ['xlsx'] })).toEqual(['report-1'])
})

test.each(['failed', 'missed'] as const)(
  'a %s run that is made on request has a report of the figures of that time',
  async (status) => {
    const { schedules, verbs, add } = aDesk()
    await add()
    const [schedule] = (await schedules.list()).schedules
    const of = { schedule_id: schedule?.id ?? '', due_at: START, triedAt: START }
    verbs.putReportRun({ ...of, status, failure: GONE, report_id: 'an earlier one', files: [] })
    await schedules.make(of.schedule_id, START)
    expect((await schedules.list()).runs).toMatchObject([{ status: 'done', report_id: 'report-1' }])
  },
)

test('a waiting run is tried with growing pauses, and after three days it is listed as missed', async () => {
  const desk = aDesk()
  const { schedules, account, time, state, tries, made } = desk
  const weekday = new Date(START).getUTCDay()
  await desk.add(account.id, { every: { kind: 'week', weekday } })
  state.fails = GONE
  const lookFor = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5 * 60_000) {
      await time.advance(5 * 60_000)
      await schedules.lookNow()
    }
  }
  await lookFor(3 * HOUR)
  expect(tries.map((at) => (at - first) / 60_000)).toEqual([0, 5, 10, 20, 40, 80])
  await lookFor(3 * DAY)
  expect(tries.length).toBeLessThan(90)
  expect((await schedules.list()).runs).toMatchObject([{ status: 'missed', failure: GONE }])
  const { length } = tries
  await lookFor(2 * HOUR)
  expect(tries).toHaveLength(length)
  state.fails = null
  const [schedule] = (await schedules.list()).schedules
  await schedules.make(schedule?.id ?? '', first)
  // The report of three days ago is not used.
  expect([made, desk.reports]).toEqual([[first], [first, first]])
  expect((await schedules.list()).runs).toMatchObject([{ status: 'done', failure: null }])
})

test.each<Failure>([
  { kind: 'unauthorized', reason: 'invalid-credentials', text: '' },
  { kind: 'not-in-plan', code: 516, text: '' },
])(
  'a run whose key the service refuses waits, and is made once when it is accepted: $kind',
  async (refused) => {
    const { schedules, add, time, made, tries, state, runs } = aDesk()
    await add()
    state.fails = refused
    await time.advance(HOUR)
    await schedules.lookNow()
    expect((await schedules.list()).runs).toMatchObject([{ status: 'waiting', failure: refused }])
    state.fails = null
    await time.advance(5 * 60_000)
    await schedules.lookNow()
    await schedules.lookNow()
    expect([made, tries.length]).toEqual([[first], 2])
    expect(await runs()).toEqual([[first, 'done']])
  },
)

test('a full folder fails the run with its reason, and the run is not retried automatically', async () => {
  const { schedules, add, time, made, state } = aDesk()
  await add()
  const full: Failure = { kind: 'storage', reason: 'full', path: '/reports/a.pdf', text: 'ENOSPC' }
  state.fails = full
  await time.advance(HOUR)
  await schedules.lookNow()
  state.fails = null
  await time.advance(HOUR)
  await schedules.lookNow()
  expect(made).toEqual([])
  expect((await schedules.list()).runs).toMatchObject([{ status: 'failed', failure: full }])
})

test('a run interrupted by the end of the app is made at the next start', async () => {
  const before = aDesk()
  await before.add()
  const [schedule] = before.verbs.reportSchedules().schedules
  before.verbs.putReportRun({
    ...{ schedule_id: schedule?.id ?? '', due_at: first, status: 'running', triedAt: first },
    ...{ failure: null, report_id: null, files: [] },
  })
  before.close()
  const after = aDesk(first + HOUR, before.folder)
  await after.schedules.lookNow()
  expect(after.made).toEqual([first])
  expect(await after.runs()).toEqual([[first, 'done']])
})

test('interrupted runs that are no longer the newest are listed as missed', async () => {
  const before = aDesk()
  await before.add()
  const [schedule] = before.verbs.reportSchedules().schedules
  for (const due_at of [first, first + DAY]) {
    before.verbs.putReportRun({
      ...{ schedule_id: schedule?.id ?? '', due_at, status: 'running', triedAt: due_at },
      ...{ failure: null, report_id: null, files: [] },
    })
  }
  before.close()
  const after = aDesk(first + 2 * DAY, before.folder)
  await after.schedules.lookNow()
  expect(await after.runs()).toEqual([
    [first + 2 * DAY, 'done'],
    [first + DAY, 'missed'],
    [first, 'missed'],
  ])
})

/** Looks just before and just after the due time of each of these days. */
async function lookDaily({ schedules, time }: ReturnType<typeof aDesk>, days: number) {
  for (let day = 0; day < days; day++) {
    await time.advance(HOUR)
    await schedules.lookNow()
    await time.advance(23 * HOUR)
    await schedules.lookNow()
  }
}

test.each([1, 365])(
  'after the clock was %i days ahead, the report of each day is made',
  async (ahead) => {
    const desk = aDesk()
    // By minutes a computer's clock may be off for good.
    desk.state.aheadMinutes = -30
    await desk.add()
    desk.time.setBack(-ahead * DAY)
    await desk.time.advance(HOUR)
    await desk.schedules.lookNow()
    desk.time.setBack(ahead * DAY)
    await desk.time.advance(-HOUR)
    await desk.schedules.lookNow()
    const { length } = desk.made
    await lookDaily(desk, 3)
    expect(desk.made.slice(length)).toEqual([first, first + DAY, first + 2 * DAY])
  },
)

test('a correction of the clock by seconds makes no report twice, and no earlier missed one', async () => {
  const desk = aDesk()
  await desk.add()
  await desk.time.advance(DAY + HOUR + 20_000)
  await desk.schedules.lookNow()
  desk.time.setBack(40_000)
  await desk.schedules.lookNow()
  await desk.time.advance(60_000)
  await desk.schedules.lookNow()
  expect(desk.made).toEqual([first + DAY])
  expect(await desk.runs()).toEqual([
    [first + DAY, 'done'],
    [first, 'missed'],
  ])
})

test('a run that waited while the clock was ahead is made on its own day', async () => {
  const desk = aDesk()
  await desk.add()
  desk.state.fails = OFFLINE
  desk.time.setBack(-2 * DAY)
  await desk.time.advance(HOUR)
  await desk.schedules.lookNow()
  desk.time.setBack(2 * DAY)
  desk.state.fails = null
  await desk.schedules.lookNow()
  await lookDaily(desk, 2)
  expect(desk.made).toEqual([first, first + DAY, first + 2 * DAY])
})

test('a due run whose last attempt is dated in the future is tried again', async () => {
  const desk = aDesk()
  await desk.add()
  const [schedule] = (await desk.schedules.list()).schedules
  desk.verbs.putReportRun({
    ...{ schedule_id: schedule?.id ?? '', due_at: first, status: 'waiting', failure: OFFLINE },
    ...{ triedAt: first + 30 * DAY, report_id: null, files: [] },
  })
  await desk.time.advance(HOUR)
  await desk.schedules.lookNow()
  expect(desk.made).toEqual([first])
})

test('a schedule saved while the clock was ahead makes the report of each day', async () => {
  const desk = aDesk()
  desk.time.setBack(-365 * DAY)
  await desk.add()
  desk.time.setBack(365 * DAY)
  await lookDaily(desk, 3)
  expect(desk.made).toEqual([first, first + DAY, first + 2 * DAY])
})

test('with the clock behind once, no run is lost and the next report is made when it is due', async () => {
  const desk = aDesk()
  await desk.add()
  await lookDaily(desk, 2)
  desk.time.setBack(3650 * DAY)
  await desk.schedules.lookNow()
  desk.time.setBack(-3650 * DAY)
  await lookDaily(desk, 1)
  expect(desk.made.at(-1)).toBe(first + 2 * DAY)
  const listed = (await desk.runs()).filter(([due]) => due >= START)
  expect(listed).toEqual([
    [first + 2 * DAY, 'done'],
    [first + DAY, 'done'],
    [first, 'done'],
  ])
})

test.each([
  { behind: 2 * HOUR, known: null },
  { behind: 2 * HOUR, known: -120 },
  { behind: 3 * DAY, known: null },
])(
  'while the clock is $behind ms behind (known: $known), no report is made again or of earlier days',
  async ({ behind, known }) => {
    const { add, schedules, time, made, state } = aDesk()
    await add()
    await time.advance(HOUR)
    await schedules.lookNow()
    state.aheadMinutes = known
    time.setBack(behind)
    await schedules.lookNow()
    state.aheadMinutes = 0
    time.setBack(-behind)
    await schedules.lookNow()
    expect(made).toEqual([first])
  },
)

test('forgetting an account deletes its schedules and runs', async () => {
  const { schedules, account, add, time, verbs } = aDesk()
  await add()
  await time.advance(HOUR)
  await schedules.lookNow()
  verbs.removeAccount(account.id)
  expect(await schedules.list()).toEqual({ schedules: [], runs: [] })
})

test('changing the time of a schedule leaves no missed run', async () => {
  const { schedules, account, add, time, runs } = aDesk()
  await add()
  await time.advance(30 * 60_000)
  const [schedule] = (await schedules.list()).schedules
  await schedules.save(schedule?.id ?? null, { ...fields(account.id), time: '09:15' }, null)
  await schedules.lookNow()
  expect(await runs()).toEqual([])
  expect((await schedules.list()).schedules).toHaveLength(1)
})

test('a schedule without a folder of this computer makes nothing until one is chosen', async () => {
  const { schedules, account, verbs, time, made, runs } = aDesk()
  verbs.putReportSchedule({ ...fields(account.id), id: 'restored', folder: null, madeAt: START })
  await time.advance(3 * DAY)
  await schedules.lookNow()
  expect(failureOf(await schedules.make('restored', first).catch((thrown) => thrown))).toEqual({
    kind: 'no-folder',
  })
  expect([made, await runs()]).toEqual([[], []])
  const chosen = await schedules.chooseFolder()
  await schedules.save('restored', fields(account.id), chosen?.choice ?? null)
  await schedules.lookNow()
  // What was due while it was off is none of it.
  expect(made).toEqual([])
  await time.advance(DAY)
  await schedules.lookNow()
  expect(made).toEqual([first + 3 * DAY])
})

test('a folder can only be chosen in the dialog: a call that names one is refused', async () => {
  const { schedules, account, add } = aDesk()
  const { save } = scheduleCalls
  const asked = { ...fields(account.id), folder: '/etc' }
  const { choice, fields: taken } = save.input.parse({ id: null, fields: asked, choice: null })
  expect(taken).toEqual(fields(account.id))
  for (const named of [choice, '00000000-0000-4000-8000-000000000000']) {
    const saving = schedules.save(null, taken, named).catch((thrown) => thrown)
    expect(failureOf(await saving)).toEqual({ kind: 'no-folder' })
  }
  expect(save.input.safeParse({ id: null, fields: taken, choice: '/etc' }).success).toBe(false)
  await add()
  const [made] = (await schedules.list()).schedules
  await schedules.save(made?.id ?? '', { ...taken, time: '11:00' }, null)
  expect((await schedules.list()).schedules).toMatchObject([{ folder: '/reports', time: '11:00' }])
})
