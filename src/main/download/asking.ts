import type { AnalyticsName } from '../../shared/api/analytics.ts'
import { failureOf } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'
import { type Job, note, stop } from './job.ts'
import { PLAYERS_QUESTION, type PlannedQuestion } from './plan.ts'
import type { Planning } from './planning.ts'
import { inPool, unlessAborted } from './pool.ts'

type AnyInput = Record<string, unknown>
interface Answered {
  value: unknown
  asOf: number
}

export interface AskOptions {
  priority: 'background'
  signal: AbortSignal
  /** The quota makes it wait until then, epoch ms. */
  onWait: (resumesAt: number) => void
}

export interface AskingParts {
  /** Throws a DeskError. */
  ask: (
    ...asked: [account_id: string, name: AnalyticsName, input: AnyInput, options: AskOptions]
  ) => Promise<Answered>
  /** Keeps an answer, day rows included; only then does it count as done. */
  keep: (
    ...kept: [account_id: string, name: AnalyticsName, input: AnyInput, answer: Answered]
  ) => Promise<void>
  clock: Clock
  planning: Planning
  /** Something of a job's state changed. */
  tell: () => void
}

const AT_ONCE = 6

/** Asks all that is left of a job; every answer is kept before the next question takes its place. */
export function makeAsking({ ask, keep, clock, planning, tell }: AskingParts) {
  /** Never throws: the job says how it went. What was answered since `since` is not asked again. */
  async function askAll(job: Job, since: number | null) {
    const { scope } = job.state
    const { signal } = job.controller
    try {
      const listed = await unlessAborted(planning.storedPlayers(scope.account_id), signal)
      job.state.total = 1
      if (since !== null && listed !== null && listed.asOf >= since) job.state.done = 1
      else await attempt(job, PLAYERS_QUESTION)
      const [unlisted] = job.state.failures
      if (listed === null && unlisted) return stop(job, unlisted.failure)
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
      await keep(state.account_id, name, { ...input }, await unlessAborted(asking, signal))
      job.failedInARow = 0
    } catch (thrown) {
      if (signal.aborted) return
      note(job, { what: name, player_id, failure: failureOf(thrown) })
    }
    if (signal.aborted) return
    Object.assign(state, { status: 'running', resumesAt: null, done: state.done + 1 })
    tell()
  }

  return { askAll }
}
