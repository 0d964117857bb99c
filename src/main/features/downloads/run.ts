import { AppError, type Failure, failureOf, type RefusalReason } from '../../../shared/failure.ts'
import {
  type DownloadPlan,
  type DownloadScope,
  type DownloadState,
  failedRequests,
} from '../../../shared/features/downloads/download.ts'
import { addDays, todayIn } from '../../../shared/time/period.ts'
import { waitFully } from '../../clock.ts'
import { LONGEST_QUOTA_WAIT_MS } from '../../http/queue.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { type AskingParts, makeQuery } from './asking.ts'
import { type Found, findIdle, leftToAsk, makeFound } from './idle.ts'
import {
  begun,
  interrupted,
  isOutage,
  isUnderWay,
  type Job,
  newJob,
  note,
  PAUSES_MS,
  pause,
  snapshot,
  statusAfter,
  stop,
} from './job.ts'
import { type KnownQuota, PLAYERS_REQUEST, planCost } from './plan.ts'
import { makePlanning, type Planning, type PlanningParts } from './planning.ts'
import { AT_ONCE, inPool, makeThrottle } from './pool.ts'

export interface DownloadsParts
  extends PlanningParts,
    Omit<AskingParts, 'planning' | 'notify' | 'found'> {
  quotaOf: (account_id: string) => KnownQuota | null | Promise<KnownQuota | null>
  /** Throws while nothing is sent: a download that is under way waits then, but none begins. */
  assertNotPaused: (account_id: string) => Promise<void>
  onChange: () => void
  /**
   * Called when a download has finished. `at`, in epoch milliseconds, is since when the account's figures were
   * downloaded, the oldest of a continued one included; null when it was about some players only, most of it
   * failed, or the account's zone is another one by now.
   */
  onDone?: (account_id: string, at: number | null) => void
}

export type Downloads = ReturnType<typeof makeDownloads>

const NOTIFY_EVERY_MS = 250
const NOTE_ACTIVE_EVERY_MS = 60_000
/** A report that is tried again later starts over, so that its figures are of about the same time. */
const LONGEST_IN_BETWEEN_MS = 6 * 3_600_000

/** Downloads accounts for offline use: one download per account, which can be resumed. */
export function makeDownloads(parts: DownloadsParts) {
  const { store, clock, onChange } = parts
  const planning = makePlanning(parts)
  const notify = makeThrottle(clock, NOTIFY_EVERY_MS, onChange)
  const found = makeFound(clock)
  const asking = makeQuery({ ...parts, planning, notify, found })
  const costs = makeCosts(parts, planning, found)
  const known = makeKnownJobs(parts, planning)
  const inBetween = new Set<Job>()
  const unfinished = makeUnfinished(clock)

  /** Makes it the account's download. Throws `refused` when one is running. */
  async function take(scope: DownloadScope, startedAt: number) {
    const { account_id } = scope
    await parts.assertNotPaused(account_id)
    const jobs = await known.jobs()
    const before = jobs.get(account_id)
    if (isUnderWay(before))
      throw refused('downloading', 'A download of this account is already in progress.')
    const job = newJob(begun(scope, startedAt))
    jobs.set(account_id, job)
    const putBack = () => {
      if (before) jobs.set(account_id, before)
      else jobs.delete(account_id)
    }
    return { job, putBack }
  }

  async function begin(scope: DownloadScope, since: number | null): Promise<DownloadState> {
    const startedAt = since ?? clock.now()
    const { job, putBack } = await take(scope, startedAt)
    try {
      await store.openDownload(scope, startedAt, clock.now())
    } catch (thrown) {
      putBack()
      throw thrown
    }
    job.ended = askThrough(parts, job, { since, ...asking }).then(() => known.end(job))
    onChange()
    return snapshot(job)
  }

  return {
    ...costs,
    start: (scope: DownloadScope) => begin(scope, null),
    /**
     * For a report: afterwards the account's last download is there again, which can still be
     * continued. Resolves with the final state, also of a failure. Tried again, it asks only for what failed.
     */
    async runInBetween(scope: DownloadScope): Promise<DownloadState> {
      const since = unfinished.since(scope)
      const { job, putBack } = await take(scope, since ?? clock.now())
      inBetween.add(job)
      job.longestWaitMs = LONGEST_QUOTA_WAIT_MS
      job.ended = asking.askAll(job, since).then(() => {
        inBetween.delete(job)
        unfinished.note(job)
        putBack()
        return known.end(job, { isStored: false })
      })
      onChange()
      await job.ended
      return snapshot(job)
    },
    /** To be called when nothing is sent any more: a report is tried again, so that others need not wait for it. */
    stopInBetween(failure: Failure) {
      for (const job of inBetween) note(job, PLAYERS_REQUEST, failure)
    },
    /**
     * Continues a download that did not get all; answered requests are skipped. One from before yesterday starts
     * over: a quota of a day lets a download go on the next day.
     */
    async resume(account_id: string): Promise<DownloadState> {
      const last = (await known.jobs()).get(account_id)?.state
      if (!last) throw refused('no-download', 'There is no download of this account to resume.')
      const zone = await planning.zoneOf(account_id)
      const yesterday = addDays(todayIn(zone, clock.now()), -1)
      const isRecent = todayIn(zone, last.startedAt) >= yesterday
      return begin(last.scope, isRecent ? last.startedAt : null)
    },
    ...known.verbs,
  }
}

/** Goes on after a while when a service that had answered is unavailable. */
async function askThrough(
  parts: DownloadsParts,
  job: Job,
  { since, askAll }: { since: number | null; askAll: ReturnType<typeof makeQuery>['askAll'] },
) {
  const { clock, onChange } = parts
  const pauses = PAUSES_MS.values()
  let hasKept = false
  for (let from = since; ; from = job.state.startedAt) {
    job.onAnswer = makeActiveNote(parts, job)
    await askAll(job, from)
    hasKept ||= job.hasKept
    const pauseMs = hasKept && isOutage(job) ? pauses.next().value : undefined
    if (pauseMs === undefined) return
    pause(job, clock.now() + pauseMs)
    onChange()
    try {
      await waitFully(clock, pauseMs, job.controller.signal)
    } catch {
      return // It was cancelled.
    }
    job.state = begun(job.state.scope, job.state.startedAt)
  }
}

/** When the downloads in between began that did not get all. */
function makeUnfinished({ now }: Pick<DownloadsParts['clock'], 'now'>) {
  const startedAt = new Map<string, number>()
  const keyOf = (scope: DownloadScope) => JSON.stringify(scope)
  return {
    /** Answers since then are of about the same time; null when there are none. */
    since(scope: DownloadScope): number | null {
      for (const [key, at] of startedAt)
        if (now() - at >= LONGEST_IN_BETWEEN_MS) startedAt.delete(key)
      return startedAt.get(keyOf(scope)) ?? null
    },
    note({ state, stopped }: Job) {
      const isWhole = stopped === null && state.failures.length === 0
      if (isWhole) startedAt.delete(keyOf(state.scope))
      else startedAt.set(keyOf(state.scope), state.startedAt)
    },
  }
}

const refused = (reason: RefusalReason, text: string) =>
  new AppError({ kind: 'refused', reason, text })

/** Stores when a download began and was last active: after a crash there is no time of its end. */
function makeActiveNote({ store, clock }: DownloadsParts, { state }: Job) {
  let noted = { startedAt: state.startedAt, activeAt: clock.now() }
  return () => {
    const { startedAt } = state
    const activeAt = clock.now()
    const isSame = startedAt === noted.startedAt
    if (isSame && activeAt - noted.activeAt < NOTE_ACTIVE_EVERY_MS) return
    noted = { startedAt, activeAt }
    void store.openDownload(state.scope, startedAt, activeAt).catch(() => undefined)
  }
}

/** The requests and cost of a download. Requests the list of players when none is stored. */
function makeCosts(parts: DownloadsParts, planning: Planning, found: Found) {
  const { ask, keep, quotaOf, isOffered, clock } = parts
  const options = (signal: AbortSignal) => ({
    ...{ priority: 'background' as const, signal, longestWaitMs: LONGEST_QUOTA_WAIT_MS },
    onWait: () => undefined,
  })
  const counting = new Map<string, AbortController>()

  async function planned(scope: DownloadScope, signal: AbortSignal) {
    const { account_id } = scope
    if (!(await planning.storedPlayers(account_id))) {
      const listed = await ask(account_id, 'players', {}, options(signal))
      await keep(account_id, 'players', {}, listed)
    }
    const all = await planning.plan({ scope, now: clock.now(), since: null })
    if (!isOffered(account_id, 'playersEvents')) return { ...all, unknown: [] }
    return { ...all, ...leftToAsk(all, (request) => found.known(account_id, request)) }
  }

  async function plan(scope: DownloadScope): Promise<DownloadPlan> {
    const { unknown, ...left } = await planned(scope, new AbortController().signal)
    const requests = [PLAYERS_REQUEST, ...left.requests]
    const quota = await quotaOf(scope.account_id)
    return planCost({ ...left, requests, idleRequests: unknown.length }, quota, clock.now())
  }

  return {
    plan,
    /** Finds the idle players, which the next download then leaves out, and returns its cost. */
    async count(scope: DownloadScope): Promise<DownloadPlan> {
      const { account_id } = scope
      const stop = new AbortController()
      const { signal } = stop
      counting.set(account_id, stop)
      const { unknown } = await planned(scope, signal)
      const finding = inPool(unknown, { atOnce: AT_ONCE, signal }, async (request) => {
        const idle = await findIdle(
          ({ name, input }) => ask(account_id, name, input, options(signal)),
          request,
        )
        found.keep(account_id, request, idle)
      })
      await finding
        .catch((thrown) => {
          // Then every player is asked about, as the plan says from now on.
          if (failureOf(thrown).kind !== 'not-offered') throw thrown
        })
        // After the first failure nothing more is sent.
        .finally(() => stop.abort())
      return plan(scope)
    },
    cancelCount: (account_id: string) => counting.get(account_id)?.abort(),
  }
}

const isOfAccount = (state: DownloadState) =>
  state.scope.player_ids === null && failedRequests(state) * 2 < state.done

/** The jobs of this run of the app, and unfinished ones of earlier runs. */
function makeKnownJobs({ store, clock, onChange, onDone }: DownloadsParts, { zoneOf }: Planning) {
  const byAccount = new Map<string, Job>()
  let finding: Promise<void> | undefined

  async function jobs() {
    finding ??= findEarlier(store, byAccount)
    try {
      await finding
    } catch (thrown) {
      finding = undefined
      throw thrown
    }
    return byAccount
  }

  async function end(job: Job, { isStored } = { isStored: true }) {
    const status = statusAfter(job.stopped)
    // Cancelling one that had ended already is no activity of it.
    const endedAt = job.state.endedAt ?? clock.now()
    Object.assign(job.state, { status, resumesAt: null, endedAt })
    onChange()
    const { account_id } = job.state
    // Left open in the store, so that the next start finds it as interrupted.
    if (status === 'interrupted') {
      if (isStored) await store.keepDownloadActive(account_id, endedAt).catch(() => undefined)
      return
    }
    if (isStored)
      await store.closeDownload(account_id, status, snapshot(job)).catch(() => undefined)
    if (status !== 'done') return
    await tellDone(job)
  }

  async function tellDone({ state, timezone }: Job) {
    const { account_id } = state
    const zone = await zoneOf(account_id).catch(() => null)
    const at = isOfAccount(state) ? state.startedAt : null
    // For when the account is back in the zone that it had.
    if (at !== null && timezone !== null && timezone !== zone)
      await store.keepDownloaded({ account_id, timezone }, at).catch(() => undefined)
    onDone?.(account_id, timezone === zone ? at : null)
  }

  async function halt(account_id: string, why: 'by-person' | 'by-close') {
    const job = (await jobs()).get(account_id)
    if (!job || job.state.status === 'done') return
    const wasUnderWay = isUnderWay(job)
    stop(job, why)
    await job.ended
    if (!wasUnderWay && why === 'by-person') await end({ ...job, stopped: why })
  }

  const verbs = {
    /** Resolves when nothing more is sent. Stored answers stay. */
    cancel: (account_id: string) => halt(account_id, 'by-person'),
    list: async (): Promise<DownloadState[]> => [...(await jobs()).values()].map(snapshot),
    /** Stops and drops the job of an account that is being removed. */
    async forget(account_id: string) {
      await halt(account_id, 'by-close')
      if (byAccount.delete(account_id)) onChange()
    },
    /** The account is used again, after removing it failed: its last download is read from the store. */
    remember() {
      finding = undefined
      onChange()
    },
    /** Resolves when a download has ended, also by failure. */
    ended: async (account_id: string) => byAccount.get(account_id)?.ended,
    async close() {
      for (const job of byAccount.values()) stop(job, 'by-close')
      await Promise.all([...byAccount.values()].map(({ ended }) => ended))
    },
  }
  return { jobs, end, verbs }
}

async function findEarlier(store: DownloadsParts['store'], byAccount: Map<string, Job>) {
  const [open, closed] = await Promise.all([store.openDownloads(), store.closedDownloads()])
  for (const state of [...open.map(interrupted), ...closed]) {
    if (!byAccount.has(state.account_id)) byAccount.set(state.account_id, newJob(state))
  }
}

export function downloadsHandlers(downloads: Downloads): CallHandlers['downloads'] {
  return {
    ...downloads,
    resume: ({ account_id }) => downloads.resume(account_id),
    cancel: ({ account_id }) => downloads.cancel(account_id),
    cancelCount: ({ account_id }) => downloads.cancelCount(account_id),
  }
}
