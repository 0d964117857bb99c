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

interface SchedulesParts {
  store: Pick<
    Store,
    'reportSchedules' | 'putReportSchedule' | 'removeReportSchedule' | 'putReportRun'
  >
  accounts: () => Promise<Pick<Account, 'id' | 'timezone'>[]>
  /** Makes the report of a due time, stores it and writes its files. */
  make: (schedule: PlacedSchedule, due_at: number, signal: AbortSignal) => Promise<Made>
  /** Asks the user for a folder; null when cancelled. */
  chooseFolder: () => Promise<string | null>
  clock: Clock
  onChange: () => void
}

/** A schedule with a folder on this computer. */
export type PlacedSchedule = Schedule & { folder: string }

export interface Made {
  report_id: string
  files: string[]
}

export type Schedules = ReturnType<typeof makeSchedules>

const LOOK_MS = 60_000
const TRY_AGAIN_MS = 5 * 60_000
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
]

/** Makes scheduled reports while the app runs, and the newest missed one at the next start. */
export function makeSchedules(parts: SchedulesParts) {
  const { store, clock, onChange } = parts
  const stop = new AbortController()
  const runner = makeRunner(parts, stop.signal)
  // Folders from our dialog, by a random id: the window cannot name a path.
  const chosen = new Map<string, string>()
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
      const { schedules } = await store.reportSchedules()
      const known = schedules.find((one) => one.id === id)
      const folder = (choice === null ? known?.folder : chosen.get(choice)) ?? null
      if (folder === null) throw noFolder()
      // A schedule without a folder was off, so earlier due times do not count.
      const goesOn = known && known.folder !== null && isSameTime(known, fields)
      const madeAt = goesOn ? known.madeAt : clock.now()
      await store.putReportSchedule({ ...fields, folder, id: known?.id ?? randomUUID(), madeAt })
      onChange()
    },
    remove: (id: string) => notifyAfter(onChange)(store.removeReportSchedule(id)),
    async make(id: string, due_at: number) {
      const { schedules } = await store.reportSchedules()
      const schedule = schedules.find((one) => one.id === id)
      if (!schedule) throw notFound('This schedule does not exist.')
      if (!isPlaced(schedule)) throw noFolder()
      await runner.make(schedule, due_at)
    },
    /** Checks every minute until `close`. */
    async start() {
      let wait = FIRST_LOOK_MS
      while (!stop.signal.aborted) {
        await clock.wait(wait, stop.signal)
        await runner.lookNow()
        wait = LOOK_MS
      }
    },
    close: () => stop.abort(),
  }
}

function makeRunner(parts: SchedulesParts, signal: AbortSignal) {
  const { store } = parts
  const { make, isUnderWay } = makeMaker(parts, signal)
  let running: Promise<void> = Promise.resolve()

  const isCutOff = (run: ScheduledRun) => run.status === 'running' && !isUnderWay(run)
  const giveUp = (run: ScheduledRun) => store.putReportRun({ ...run, status: 'missed' })

  /** Gives up a waiting or interrupted run, since a newer one is due. */
  async function overtake(run: ScheduledRun) {
    if (run.status === 'waiting' || isCutOff(run)) await giveUp(run)
  }

  async function checkSchedule(
    schedule: PlacedSchedule,
    runs: readonly ScheduledRun[],
    zone: string,
  ) {
    const now = parts.clock.now()
    for (const run of runs.filter((one) => isAhead(one, now)))
      await store.putReportRun({ ...run, triedAt: now })
    const [newest, ...earlier] = runs.filter((one) => !isOfFuture(one, now))
    // Only the newest run is made up; earlier ones are listed as missed, to be made on request.
    for (const run of earlier.filter(isCutOff)) await giveUp(run)
    const due = dueTimes(schedule, { since: startOf(schedule, newest, now), now, zone })
    const last = due.pop()
    for (const due_at of due) await store.putReportRun(runOf(schedule, due_at))
    if (last !== undefined) {
      if (newest) await overtake(newest)
      await make(schedule, last)
    } else if (newest && isToBeTried(newest, now)) await make(schedule, newest.due_at)
    // Earlier runs wait only after they were made on request.
    const waited = earlier.filter((run) => hasWaited(run, now))
    for (const run of waited) await make(schedule, run.due_at)
  }

  async function checkAll() {
    const [{ schedules, runs }, accounts] = await Promise.all([
      store.reportSchedules(),
      parts.accounts(),
    ])
    for (const schedule of schedules) {
      if (signal.aborted) return
      const zone = accounts.find(({ id }) => id === schedule.account_id)?.timezone
      const own = runs.filter(({ schedule_id }) => schedule_id === schedule.id)
      if (zone !== undefined && isPlaced(schedule)) await checkSchedule(schedule, own, zone)
    }
  }

  return {
    make,
    /** Makes what is due. Calls run one after the other. */
    lookNow() {
      running = running.then(checkAll).catch(() => undefined)
      return running
    },
  }
}

/** Makes the report of a due time and stores the outcome. A run is never made twice at once. */
function makeMaker(parts: SchedulesParts, signal: AbortSignal) {
  const { store, clock, onChange } = parts
  const under = new Set<string>()
  const keyOf = (schedule_id: string, due_at: number) => `${schedule_id} ${due_at}`

  const put = (run: ScheduledRun) => notifyAfter(onChange)(store.putReportRun(run))

  async function make(schedule: PlacedSchedule, due_at: number) {
    const key = keyOf(schedule.id, due_at)
    if (under.has(key)) return
    under.add(key)
    const run: ScheduledRun = { ...runOf(schedule, due_at), triedAt: clock.now() }
    try {
      await put({ ...run, status: 'running' })
      const made = await parts.make(schedule, due_at, signal)
      await put({ ...run, ...made, status: 'done' })
    } catch (thrown) {
      // Interrupted by the end of the app: it is made up at the next start.
      if (signal.aborted) return
      const failure = failureOf(thrown)
      await put({ ...run, status: isPassing(failure) ? 'waiting' : 'failed', failure })
    } finally {
      under.delete(key)
    }
  }

  return {
    make,
    isUnderWay: ({ schedule_id, due_at }: ScheduledRun) => under.has(keyOf(schedule_id, due_at)),
  }
}

const runOf = ({ id }: Schedule, due_at: number): ScheduledRun => ({
  ...{ schedule_id: id, due_at, status: 'missed', triedAt: null },
  ...{ failure: null, report_id: null, files: [] },
})

const isPlaced = (schedule: Schedule): schedule is PlacedSchedule => schedule.folder !== null

const noFolder = () => new AppError({ kind: 'no-folder' })

/** Whether the same run is tried again after this failure. */
export const isPassing = ({ kind }: Failure) => PASSING.includes(kind)

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

// The last attempt is in the future when the clock was ahead.
const hasWaited = ({ status, triedAt }: ScheduledRun, now: number) =>
  status === 'waiting' && Math.abs(now - (triedAt ?? 0)) >= TRY_AGAIN_MS

/** Of the newest run: its time has come, or it was interrupted by the end of the app. */
const isToBeTried = (run: ScheduledRun, now: number) =>
  run.status === 'running' || (run.due_at <= now && isEarly(run)) || hasWaited(run, now)

/** A changed time counts as a new schedule: earlier due times do not count. */
const isSameTime = (known: Schedule, { every, time }: ScheduleFields) =>
  known.time === time && JSON.stringify(known.every) === JSON.stringify(every)
