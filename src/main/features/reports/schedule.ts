import { randomUUID } from 'node:crypto'
import { AppError, type Failure, failureOf, notFound } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type {
  ChosenFolder,
  Schedule,
  ScheduledRun,
  ScheduleFields,
} from '../../../shared/features/reports/schedule.ts'
import { dueTimes } from '../../../shared/features/reports/schedule.ts'
import { notifyAfter } from '../../change-events.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import { isOfTheKey } from '../../http/queue.ts'
import { makeTurns } from '../../threads/turns.ts'

interface SchedulesParts {
  store: Pick<
    Store,
    'reportSchedules' | 'putReportSchedule' | 'removeReportSchedule' | 'putReportRun'
  >
  accounts: () => Promise<Pick<Account, 'id' | 'timezone'>[]>
  /** As in the state of the connection. */
  clockAheadMinutes: () => Promise<number | null>
  /** Makes the report of a due time, stores it and writes its files. */
  make: (schedule: PlacedSchedule, run: DueRun, signal: AbortSignal) => Promise<Made>
  /** Asks the user for a folder; null when cancelled. */
  chooseFolder: () => Promise<string | null>
  clock: Clock
  onChange: () => void
}

/** A schedule with a folder on this computer. */
export type PlacedSchedule = Schedule & { folder: string }

export interface DueRun {
  due_at: number
  /** The report that an earlier attempt stored, whose files are still to be written. */
  report_id: string | null
  /** To be called when the report is stored: another attempt writes its files only. */
  onReport: (report_id: string) => Promise<void>
}

export interface Made {
  report_id: string
  files: string[]
}

export type Schedules = ReturnType<typeof makeSchedules>

const LOOK_MS = 60_000
/** Pauses between the attempts of a run: as long as it has waited, within these. */
const TRY_AGAIN_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** After that a run is listed as missed. */
const LONGEST_WAIT_MS = 3 * 24 * 3_600_000
const DAY_MS = 24 * 3_600_000
/** The first screen is drawn before. */
const FIRST_LOOK_MS = 3000

/** Temporary failures, after which the same run is tried again. */
const PASSING: readonly Failure['kind'][] = [
  'offline',
  'unavailable',
  'edge',
  'quota',
  'key',
  'incomplete',
  'cancelled',
  'print',
  'folder-gone',
]

/**
 * Makes scheduled reports while the app runs, each by itself, and the newest missed one at the next start.
 */
export function makeSchedules(parts: SchedulesParts) {
  const { store, clock, onChange } = parts
  const stop = new AbortController()
  const runner = makeRunner(parts, stop.signal)
  // Folders from our dialog, by a random id: the window cannot name a path.
  const chosen = new Map<string, string>()

  /** Waiting runs make their reports anew when these become others. */
  async function dropReports(
    known: Schedule | undefined,
    fields: ScheduleFields,
    runs: readonly ScheduledRun[],
  ) {
    if (!known || isSameContent(known, fields)) return
    for (const run of runs)
      if (run.schedule_id === known.id && run.status === 'waiting')
        await store.putReportRun({ ...run, report_id: null })
  }

  return {
    lookNow: runner.lookNow,
    list: () => store.reportSchedules(),
    async chooseFolder(): Promise<ChosenFolder | null> {
      const folder = await parts.chooseFolder()
      if (folder === null) return null
      const choice = randomUUID()
      chosen.set(choice, folder)
      return { choice, folder }
    },
    async save(id: string | null, fields: ScheduleFields, choice: string | null) {
      const { schedules, runs } = await store.reportSchedules()
      const known = schedules.find((one) => one.id === id)
      const folder = (choice === null ? known?.folder : chosen.get(choice)) ?? null
      if (folder === null) throw noFolder()
      // A schedule without a folder was off, so earlier due times do not count.
      const goesOn = known && known.folder !== null && isSameTime(known, fields)
      const madeAt = goesOn ? known.madeAt : clock.now()
      await dropReports(known, fields, runs)
      await store.putReportSchedule({ ...fields, folder, id: known?.id ?? randomUUID(), madeAt })
      onChange()
    },
    remove: (id: string) => notifyAfter(onChange)(store.removeReportSchedule(id)),
    async make(id: string, due_at: number) {
      const { schedules, runs } = await store.reportSchedules()
      const schedule = schedules.find((one) => one.id === id)
      if (!schedule) throw notFound('This schedule does not exist.')
      if (!isPlaced(schedule)) throw noFolder()
      const before = runs.find((one) => one.schedule_id === id && one.due_at === due_at)
      // Given up or failed, it is made of the figures of now.
      const isOpen = before && (before.status === 'waiting' || before.status === 'running')
      await runner.make(schedule, isOpen ? withoutWait(before) : runOf(schedule, due_at))
    },
    /** Checks every minute until `close`. */
    async start() {
      let wait = FIRST_LOOK_MS
      while (!stop.signal.aborted) {
        await clock.wait(wait, stop.signal)
        void runner.lookNow()
        wait = LOOK_MS
      }
    },
    close: () => stop.abort(),
  }
}

function makeRunner(parts: SchedulesParts, signal: AbortSignal) {
  const { store } = parts
  const { make, underWay } = makeMaker(parts, signal)
  const inTurn = makeTurns()

  const giveUp = (run: ScheduledRun) => store.putReportRun({ ...run, status: 'missed' })

  /** Gives up a waiting or interrupted run, since a newer one is due. */
  async function overtake(run: ScheduledRun, { isUnderWay }: Looked) {
    if (run.status === 'waiting' || isCutOff(run, isUnderWay)) await giveUp(run)
  }

  /** What is of later was made with the clock ahead, or the clock is behind now: then it would be made again. */
  const mayLook = async (schedule: Schedule, runs: readonly ScheduledRun[]) =>
    !isOfLater(schedule, runs, parts.clock.now()) || isRight(await parts.clockAheadMinutes())

  /** Lists what was missed, and begins what is to be made. */
  async function checkSchedule(schedule: PlacedSchedule, looked: Looked) {
    const { runs, zone, isUnderWay } = looked
    const now = parts.clock.now()
    for (const run of runs.filter((one) => isAhead(one, now) && !isUnderWay(one)))
      await store.putReportRun({ ...run, triedAt: now })
    const [newest, ...earlier] = runs.filter((one) => !isOfFuture(one, now))
    // Only the newest run is made up; earlier ones are listed as missed, to be made on request.
    for (const run of earlier.filter((one) => isCutOff(one, isUnderWay))) await giveUp(run)
    const due = dueTimes(schedule, { since: startOf(schedule, newest, now), now, zone })
    const last = due.pop()
    for (const due_at of due) await store.putReportRun(runOf(schedule, due_at))
    if (newest && last !== undefined) await overtake(newest, looked)
    const first = last === undefined ? newest : runOf(schedule, last)
    const isFirstDue = first && (first !== newest || isToBeTried(first, now))
    // Earlier runs wait only after they were made on request.
    const waited = earlier.filter((run) => hasWaited(run, now))
    return [...(isFirstDue ? [first] : []), ...waited]
      .filter((run) => !isUnderWay(run))
      .map((run) => make(schedule, run).catch(() => undefined))
  }

  async function look() {
    // Taken before the runs are read: one that ends meanwhile is read as if it were cut off.
    const isUnderWay = underWay()
    const [{ schedules, runs }, accounts] = await Promise.all([
      store.reportSchedules(),
      parts.accounts(),
    ])
    const making: Promise<void>[] = []
    for (const schedule of schedules) {
      if (signal.aborted) break
      const zone = accounts.find(({ id }) => id === schedule.account_id)?.timezone
      const own = runs.filter(({ schedule_id }) => schedule_id === schedule.id)
      if (zone !== undefined && isPlaced(schedule) && (await mayLook(schedule, own)))
        making.push(...(await checkSchedule(schedule, { runs: own, zone, isUnderWay })))
    }
    return { making }
  }

  return {
    make,
    /**
     * Makes what is due; resolves when it was made. Looks run one after the other, reports beside each other: one
     * may wait for the quota, the key or a download of its account.
     */
    async lookNow() {
      const looked = inTurn(look)
      await looked.then(({ making }) => Promise.all(making)).catch(() => undefined)
    },
  }
}

const isOfLater = ({ madeAt }: Schedule, runs: readonly ScheduledRun[], now: number) =>
  madeAt > now || runs.some((run) => isAhead(run, now))

/** Whether the clock is not far behind. A smaller difference may be there for good, and all goes by it. */
const isRight = (aheadMinutes: number | null) => aheadMinutes !== null && aheadMinutes > -60

const isCutOff = (run: ScheduledRun, isUnderWay: Looked['isUnderWay']) =>
  run.status === 'running' && !isUnderWay(run)

interface Looked {
  /** Of the schedule, latest due time first. */
  runs: readonly ScheduledRun[]
  zone: string
  isUnderWay: (run: ScheduledRun) => boolean
}

/** Makes the report of a due time and stores the outcome. A run is never made twice at once. */
function makeMaker(parts: SchedulesParts, signal: AbortSignal) {
  const { store, clock, onChange } = parts
  const under = new Set<string>()
  const keyOf = ({ schedule_id, due_at }: ScheduledRun) => `${schedule_id} ${due_at}`

  const put = (run: ScheduledRun) => notifyAfter(onChange)(store.putReportRun(run))

  async function make(schedule: PlacedSchedule, before: ScheduledRun) {
    const { due_at } = before
    const key = keyOf(before)
    if (under.has(key)) return
    under.add(key)
    const triedAt = clock.now()
    let run: ScheduledRun = { ...before, status: 'running', triedAt, failure: null }
    const onReport = (report_id: string) => {
      run = { ...run, report_id }
      return put(run)
    }
    try {
      await put(run)
      const { report_id } = run
      const made = await parts.make(schedule, { due_at, report_id, onReport }, signal)
      await put({ ...withoutWait(run), ...made, status: 'done' })
    } catch (thrown) {
      // Interrupted by the end of the app: it is made up at the next start.
      if (signal.aborted) return
      await put(failed(run, triedAt, failureOf(thrown)))
    } finally {
      under.delete(key)
    }
  }

  return {
    make,
    /** Tells the runs that are under way at the time of the call. */
    underWay() {
      const now = new Set(under)
      return (run: ScheduledRun) => now.has(keyOf(run))
    },
  }
}

const runOf = ({ id }: Schedule, due_at: number): ScheduledRun => ({
  ...{ schedule_id: id, due_at, status: 'missed', triedAt: null },
  ...{ failure: null, report_id: null, files: [] },
})

/** Earlier attempts do not count once the user asks for the report. */
function withoutWait(run: ScheduledRun): ScheduledRun {
  const { waitsSince: _, ...others } = run
  return others
}

function failed(run: ScheduledRun, triedAt: number, failure: Failure): ScheduledRun {
  if (!isPassing(failure)) return { ...run, status: 'failed', failure }
  // Dated in the future, it is of a clock that was ahead.
  const waitsSince = Math.min(run.waitsSince ?? triedAt, triedAt)
  const status = triedAt - waitsSince < LONGEST_WAIT_MS ? 'waiting' : 'missed'
  return { ...run, status, waitsSince, failure }
}

const isPlaced = (schedule: Schedule): schedule is PlacedSchedule => schedule.folder !== null

const noFolder = () => new AppError({ kind: 'no-folder' })

/** Whether the same run is tried again after this failure: a refused key may be accepted again, or replaced. */
export const isPassing = (failure: Failure) =>
  PASSING.includes(failure.kind) ||
  isOfTheKey(failure) ||
  (failure.kind === 'refused' && failure.reason === 'downloading')

/** Due times after this moment count; what is dated in the future is of a clock that was ahead. */
function startOf({ madeAt }: Schedule, newest: ScheduledRun | undefined, now: number) {
  if (madeAt <= now) return Math.max(newest?.due_at ?? 0, madeAt)
  return newest?.due_at ?? now - DAY_MS
}

/** Whether a run was made while the clock was ahead: its time has not come yet. */
const isAhead = ({ due_at, triedAt }: ScheduledRun, now: number) =>
  isOfFuture({ due_at }, now) && triedAt !== null && triedAt >= due_at

/** By more than the clock is corrected by in daily use. */
const isOfFuture = ({ due_at }: Pick<ScheduledRun, 'due_at'>, now: number) =>
  due_at - now > TRY_AGAIN_MS

/** Whether the newest run was made, or listed as missed, before its time came. */
const isEarly = ({ due_at, status, triedAt }: ScheduledRun) =>
  triedAt === null ? status === 'missed' : triedAt < due_at

function hasWaited({ status, triedAt, waitsSince }: ScheduledRun, now: number) {
  if (status !== 'waiting' || triedAt === null) return false
  const waited = triedAt - (waitsSince ?? triedAt)
  // The last attempt is in the future when the clock was ahead.
  return Math.abs(now - triedAt) >= Math.min(Math.max(waited, TRY_AGAIN_MS), LONGEST_PAUSE_MS)
}

/** Of the newest run: its time has come, or it was interrupted by the end of the app. */
const isToBeTried = (run: ScheduledRun, now: number) =>
  run.status === 'running' || (run.due_at <= now && isEarly(run)) || hasWaited(run, now)

/** What a report is made of; its files and times are not in it. */
const CONTENT = [
  ...(['screen', 'player_id', 'query_key', 'group_id'] as const),
  ...(['preset', 'comparison', 'language'] as const),
]

const isSameContent = (known: Schedule, fields: ScheduleFields) =>
  CONTENT.every((key) => known[key] === fields[key])

/** A changed time counts as a new schedule: earlier due times do not count. */
const isSameTime = (known: Schedule, { every, time }: ScheduleFields) =>
  known.time === time && JSON.stringify(known.every) === JSON.stringify(every)
