import type { AnalyticsName } from '../../shared/api/analytics.ts'
import { DeskError, type Failure, failureOf } from '../../shared/failure.ts'
import type { DownloadPlan, DownloadScope, DownloadState } from '../../shared/model/desk.ts'
import type { Clock } from '../clock.ts'
import { type KnownQuota, PLAYERS_QUESTION, type PlannedQuestion, planCost } from './plan.ts'
import { makePlanning, type PlanningParts } from './planning.ts'
import { inPool, makeTeller, unlessAborted } from './pool.ts'

type AnyInput = Record<string, unknown>

export interface AskOptions {
  priority: 'background'
  signal: AbortSignal
  /** The quota makes it wait until then, epoch ms. */
  onWait: (resumesAt: number) => void
}

interface DownloadsParts extends PlanningParts {
  /** Throws a DeskError. */
  ask: (
    account_id: string,
    name: AnalyticsName,
    input: AnyInput,
    options: AskOptions,
  ) => Promise<{ value: unknown; asOf: number }>
  /** Keeps an answer, day rows included, before it counts as done. */
  keep: (
    account_id: string,
    name: AnalyticsName,
    input: AnyInput,
    answer: { value: unknown; asOf: number },
  ) => Promise<void>
  quotaOf: (account_id: string) => KnownQuota | null | Promise<KnownQuota | null>
  clock: Clock
  onChange: () => void
  /** A download came to its end; epoch ms. */
  onDone?: (account_id: string, at: number) => void
}

interface Job {
  state: DownloadState
  controller: AbortController
  /** Why it was stopped before its end. */
  stopped: 'by-person' | 'by-close' | Failure | null
  failedInARow: number
  ended: Promise<void>
}

export type Downloads = ReturnType<typeof makeDownloads>

const AT_ONCE = 6
const BETWEEN_TELLS_MS = 250
/** What was answered longer ago than this is not the same look at the figures any more. */
const LONGEST_PAUSE_MS = 6 * 3_600_000
const MOST_FAILURES_IN_A_ROW = 24
const MOST_FAILURES_KEPT = 500

/** Makes accounts available offline: one download per account, which a kill or a cut can only pause. */
export function makeDownloads(parts: DownloadsParts) {
  const { ask, keep, store, quotaOf, clock, onChange, onDone } = parts
  const planning = makePlanning(parts)
  const jobs = new Map<string, Job>()
  const tell = makeTeller(clock, BETWEEN_TELLS_MS, onChange)
  let found: Promise<void> | undefined

  /** What it would ask and cost now. Asks for the players when no list of them is stored. */
  async function plan(scope: DownloadScope): Promise<DownloadPlan> {
    if (!(await planning.storedPlayers(scope.account_id))) await askPlayers(scope.account_id)
    const now = clock.now()
    const planned = await planning.plan({ scope, now, since: null })
    const questions = [PLAYERS_QUESTION, ...planned.questions]
    return planCost({ ...planned, questions }, await quotaOf(scope.account_id), now)
  }

  async function askPlayers(account_id: string) {
    const { signal } = new AbortController()
    const options: AskOptions = { priority: 'background', signal, onWait: () => undefined }
    const answer = await ask(account_id, 'players', {}, options)
    await keep(account_id, 'players', {}, answer)
  }

  async function start(scope: DownloadScope): Promise<DownloadState> {
    await findInterrupted()
    return begin(scope, null)
  }

  /** Goes on with what was interrupted, cancelled or failed; what it had answered is not asked again. */
  async function resume(account_id: string): Promise<DownloadState> {
    await findInterrupted()
    const last = jobs.get(account_id)?.state
    if (!last) throw refused('There is no download of this account to go on with.')
    const isRecent = clock.now() - last.startedAt < LONGEST_PAUSE_MS
    return begin(last.scope, isRecent ? last.startedAt : null)
  }

  async function begin(scope: DownloadScope, since: number | null): Promise<DownloadState> {
    const { account_id } = scope
    if (isUnderWay(jobs.get(account_id))) throw refused('This account is being downloaded already.')
    const startedAt = since ?? clock.now()
    const job = newJob({ ...stateOf(scope, startedAt), status: 'running' })
    jobs.set(account_id, job)
    try {
      await store.openDownload(scope, startedAt)
    } catch (thrown) {
      jobs.delete(account_id)
      throw thrown
    }
    job.ended = run(job, since).then(() => end(job))
    onChange()
    return snapshot(job)
  }

  async function run(job: Job, since: number | null) {
    const { scope } = job.state
    const { signal } = job.controller
    try {
      const listed = await unlessAborted(planning.storedPlayers(scope.account_id), signal)
      const isListed = since !== null && listed !== null && listed.asOf >= since
      job.state.total = 1
      if (isListed) job.state.done = 1
      else await attempt(job, PLAYERS_QUESTION)
      const asked = { scope, now: clock.now(), since }
      const { questions } = await unlessAborted(planning.plan(asked), signal)
      job.state.total = 1 + questions.length
      await inPool(questions, { atOnce: AT_ONCE, signal }, (question) => attempt(job, question))
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure.kind !== 'cancelled') stop(job, failure)
    }
  }

  async function attempt(job: Job, { name, input, player_id }: PlannedQuestion) {
    const { state, controller } = job
    const { signal } = controller
    const onWait = (resumesAt: number) => {
      if (!signal.aborted) Object.assign(state, { status: 'waiting', resumesAt })
      tell()
    }
    try {
      const options: AskOptions = { priority: 'background', signal, onWait }
      const asking = ask(state.account_id, name, { ...input }, options)
      const answer = await unlessAborted(asking, signal)
      await keep(state.account_id, name, { ...input }, answer)
      job.failedInARow = 0
    } catch (thrown) {
      if (signal.aborted) return
      note(job, { what: name, player_id, failure: failureOf(thrown) })
    }
    if (signal.aborted) return
    Object.assign(state, { status: 'running', resumesAt: null, done: state.done + 1 })
    tell()
  }

  function note(job: Job, failed: DownloadState['failures'][number]) {
    job.failedInARow++
    if (job.state.failures.length < MOST_FAILURES_KEPT) job.state.failures.push(failed)
    const isHopeless = job.failedInARow >= MOST_FAILURES_IN_A_ROW
    if (isHopeless || stopsAll(failed.failure)) stop(job, failed.failure)
  }

  function stop(job: Job, why: NonNullable<Job['stopped']>) {
    job.stopped ??= why
    job.controller.abort()
  }

  async function end(job: Job) {
    const { state, stopped } = job
    const status = statusAfter(stopped)
    Object.assign(state, { status, resumesAt: null, endedAt: clock.now() })
    onChange()
    // Left open, it is found as interrupted at the next start.
    if (status === 'interrupted') return
    await store.closeDownload(state.account_id, status, snapshot(job)).catch(() => undefined)
    if (status === 'done') onDone?.(state.account_id, clock.now())
  }

  /** Resolves when nothing more is sent; what was answered stays. */
  async function cancel(account_id: string) {
    await findInterrupted()
    const job = jobs.get(account_id)
    if (!job) return
    const wasUnderWay = isUnderWay(job)
    stop(job, 'by-person')
    await job.ended
    if (!wasUnderWay && job.state.status === 'interrupted')
      await end({ ...job, stopped: 'by-person' })
  }

  async function list(): Promise<DownloadState[]> {
    await findInterrupted()
    return [...jobs.values()].map(snapshot)
  }

  /** Downloads of earlier runs of the app: those cut off, and how the others ended. */
  function findInterrupted() {
    found ??= Promise.all([store.openDownloads(), store.closedDownloads()]).then(
      ([open, closed]) => {
        const states = [...open.map((one) => stateOf(one.scope, one.startedAt)), ...closed]
        for (const state of states) {
          if (!jobs.has(state.account_id)) jobs.set(state.account_id, newJob(state))
        }
      },
    )
    found.catch(() => {
      found = undefined
    })
    return found
  }

  /** Stops and drops what an account that is being forgotten had. */
  async function forget(account_id: string) {
    const job = jobs.get(account_id)
    if (!job) return
    stop(job, 'by-close')
    await job.ended
    jobs.delete(account_id)
    onChange()
  }

  async function close() {
    const all = [...jobs.values()]
    for (const job of all) stop(job, 'by-close')
    await Promise.all(all.map(({ ended }) => ended))
  }

  return { plan, start, resume, cancel, list, forget, close }
}

const refused = (text: string) => new DeskError({ kind: 'refused', text })

const isUnderWay = (job: Job | undefined) =>
  job !== undefined && (job.state.status === 'running' || job.state.status === 'waiting')

const snapshot = ({ state }: Job): DownloadState => ({ ...state, failures: [...state.failures] })

const newJob = (state: DownloadState): Job => ({
  state,
  controller: new AbortController(),
  stopped: null,
  failedInARow: 0,
  ended: Promise.resolve(),
})

const stateOf = (scope: DownloadScope, startedAt: number): DownloadState => ({
  account_id: scope.account_id,
  scope,
  status: 'interrupted',
  total: 0,
  done: 0,
  failures: [],
  startedAt,
  endedAt: null,
  resumesAt: null,
})

function statusAfter(stopped: Job['stopped']): DownloadState['status'] {
  if (stopped === null) return 'done'
  if (stopped === 'by-person') return 'cancelled'
  return stopped === 'by-close' ? 'interrupted' : 'failed'
}

/** A failure that every other question would meet as well. */
function stopsAll(failure: Failure) {
  if (failure.kind === 'not-in-plan') return failure.code === 516
  return ['unauthorized', 'storage', 'offline', 'key'].includes(failure.kind)
}
