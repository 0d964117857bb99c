import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import { failureOf } from '../../../shared/failure.ts'
import type { Answered, Question, Witnesses } from '../analytics/witnesses.ts'
import { type IdleParts, makeIdle } from './idle.ts'
import { type Job, note, stop } from './job.ts'
import { PLAYERS_QUESTION, type PlannedQuestion } from './plan.ts'
import type { Planning } from './planning.ts'
import { AT_ONCE, inPool, unlessAborted } from './pool.ts'

type AnyInput = Record<string, unknown>
export interface AskOptions {
  priority: 'background'
  signal: AbortSignal
  /** The quota makes it wait until then, epoch ms. */
  onWait: (resumesAt: number) => void
  /** It waits for the service to be reached again. */
  onLost?: () => void
}

export interface AskingParts extends IdleParts {
  /** Throws a DeskError. */
  ask: (
    ...asked: [account_id: string, name: AnalyticsName, input: AnyInput, options: AskOptions]
  ) => Promise<Answered>
  /** Keeps an answer, day rows included; only then does it count as done. */
  keep: (
    ...kept: [account_id: string, name: AnalyticsName, input: AnyInput, answer: Answered]
  ) => Promise<void>
  witnesses: Pick<Witnesses, 'judge' | 'refetch'>
  planning: Planning
  /** Something of a job's state changed. */
  tell: () => void
}

/** An answer that is kept once others about the same window agree. */
interface Doubt {
  question: PlannedQuestion
  answer: Answered
}

const questionOf = ({ state }: Job, { name, input }: PlannedQuestion): Question => ({
  account_id: state.account_id,
  name,
  input: { ...input },
})

/** Asks all that is left of a job; every answer is kept before the next question takes its place. */
export function makeQuery(parts: AskingParts) {
  const { ask, keep, witnesses, clock, planning, tell } = parts
  const { leaveOutIdle } = makeIdle(parts)

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
      const planned = await unlessAborted(planning.plan(asked), signal)
      job.state.total += planned.questions.length
      const questions = await leaveOutIdle(job, planned, { ask: askFor, counted })
      const doubts: Doubt[] = []
      await inPool(questions, { atOnce: AT_ONCE, signal }, (question) =>
        attempt(job, question, (doubt) => doubts.push(doubt)),
      )
      // By now most of them are confirmed by what was asked after them.
      await inPool(doubts, { atOnce: AT_ONCE, signal }, (doubt) => resolveDoubt(job, doubt))
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure.kind !== 'cancelled') stop(job, failure)
    }
  }

  /** Keeps the answer, or hands it on where it is not believed yet. */
  async function attempt(job: Job, question: PlannedQuestion, doubt?: (one: Doubt) => void) {
    await counted(job, question, async () => {
      const of = questionOf(job, question)
      const answer = await askFor(job, of)
      if (doubt && (await witnesses.judge(of, answer)) !== 'believed') {
        doubt({ question, answer })
        return false
      }
      await keep(of.account_id, of.name, of.input, answer)
      return true
    })
  }

  async function resolveDoubt(job: Job, { question, answer }: Doubt) {
    await counted(job, question, async () => {
      const of = questionOf(job, question)
      const again = { ask: (one: Question) => askFor(job, one), signal: job.controller.signal }
      const whole = await witnesses.refetch(of, answer, again)
      await keep(of.account_id, of.name, of.input, whole)
      return true
    })
  }

  async function askFor(job: Job, { account_id, name, input }: Question): Promise<Answered> {
    const { signal } = job.controller
    const onWait = (resumesAt: number) => {
      if (!signal.aborted) Object.assign(job.state, { status: 'waiting', resumesAt })
      tell()
    }
    const onLost = () => {
      if (!signal.aborted) Object.assign(job.state, { status: 'waiting', resumesAt: null })
      tell()
    }
    const options: AskOptions = { priority: 'background', signal, onWait, onLost }
    return unlessAborted(ask(account_id, name, input, options), signal)
  }

  /** Counts a question once `work` has come to its end, well or not; `work` says whether it has. */
  async function counted(job: Job, question: PlannedQuestion, work: () => Promise<boolean>) {
    const { state, controller } = job
    const { name, player_id } = question
    let isDone = true
    try {
      isDone = await work()
      job.failedInARow = 0
    } catch (thrown) {
      if (controller.signal.aborted) return
      note(job, { what: name, player_id, failure: failureOf(thrown) })
    }
    if (controller.signal.aborted) return
    const done = state.done + (isDone ? 1 : 0)
    Object.assign(state, { status: 'running', resumesAt: null, done })
    tell()
  }

  return { askAll }
}
