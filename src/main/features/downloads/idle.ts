import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { PlayerEventCount } from '../../../shared/api/event-counts.ts'
import { daysDue, type Player } from '../../../shared/api/player.ts'
import { NO_STATISTICS } from '../../../shared/api/statistics.ts'
import { periodOfQuery, questionsAbout } from '../../../shared/features/analytics/questions.ts'
import { playersEventsQuestions } from '../../../shared/features/analytics/questions-account.ts'
import { addDays, daysOf, type Period } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { Answered, Question, Witnesses } from '../analytics/witnesses.ts'
import type { Job } from './job.ts'
import type { IdleAsked, Planned, PlannedQuestion } from './plan.ts'
import { AT_ONCE, inPool } from './pool.ts'

/** For fewer players it costs less to ask each. */
const FEWEST_PLAYERS = 20

type Span = IdleAsked['spans'][number]
type FindIdle = ReturnType<typeof playersEventsQuestions>[number]

/** What tells which players were idle in each period; nothing where it costs more than it saves. */
export function idleQuestions({ players, spans, timezone }: IdleAsked) {
  if (players.length < FEWEST_PLAYERS) return []
  const ids = spreadOut(players).map(({ id }) => id)
  return spans.map((span) => {
    // A session that began before the first day can still click and buy on it.
    const early = { start: addDays(span.start, -1), end: span.end }
    return { span, questions: playersEventsQuestions(ids, early, timezone) }
  })
}

/**
 * Neighbours of the list, where the newest players are the active ones, come into different requests: an
 * answer without any row cannot be told from one that failed in silence.
 */
function spreadOut<T>(all: readonly T[]): T[] {
  const step = Math.ceil(all.length / 100)
  return Array.from({ length: step }, (_, first) =>
    all.filter((__, index) => index % step === first),
  ).flat()
}

interface How {
  ask: (job: Job, asked: Question) => Promise<Answered>
  /** Counts a question once `work` has come to its end. */
  counted: (job: Job, question: PlannedQuestion, work: () => Promise<boolean>) => Promise<void>
}

/** What an endpoint was asked, and what it said. */
interface Kept {
  asked: Omit<Question, 'account_id'>
  answer: Answered
}

export interface IdleParts {
  /** Keeps answers of an account, all of them or none. */
  keepAll: (account_id: string, all: readonly Kept[]) => Promise<void>
  witnesses: Pick<Witnesses, 'judge'>
  /** Whether a service has an operation, as far as is known. */
  isOffered: (account_id: string, name: AnalyticsName) => boolean
  clock: Clock
}

/** Players whose days are kept at once: some milliseconds, so that an edit hardly waits for them. */
const KEPT_AT_ONCE = 10

/** api-facts, POST /events/total_by_company_players: which of many players live, for a request per hundred. */
export function makeIdle({ keepAll, witnesses, isOffered, clock }: IdleParts) {
  /** Finds the idle players, keeps that nothing happened at them, and gives the questions that are left. */
  async function leaveOutIdle(job: Job, { questions, idle }: Planned, how: How) {
    if (!isOffered(job.state.account_id, 'playersEvents')) return questions
    const idleSpans = new Map<string, Period[]>()
    const players = new Map(idle.players.map((player) => [player.id, player]))
    const { signal } = job.controller
    for (const { span, questions: finding } of idleQuestions(idle)) {
      job.state.total += finding.length
      await inPool(finding, { atOnce: AT_ONCE, signal }, (question) =>
        how.counted(job, { ...question, player_id: null }, async () => {
          const found = await idlePlayers(job, question, how)
          const idlers = found.flatMap((player_id) => players.get(player_id) ?? [])
          for (let at = 0; at < idlers.length; at += KEPT_AT_ONCE) {
            const some = idlers.slice(at, at + KEPT_AT_ONCE)
            for (const player_id of await keepNothing(job, some, { ...idle, span }))
              idleSpans.set(player_id, [...(idleSpans.get(player_id) ?? []), span])
          }
          return true
        }),
      )
    }
    const left = withoutIdle(questions, idleSpans)
    job.state.total -= questions.length - left.length
    return left
  }

  /** None where it cannot be found out: these are then asked like the others. */
  async function idlePlayers(job: Job, { name, input }: FindIdle, { ask }: How): Promise<string[]> {
    const asked = { account_id: job.state.account_id, name, input: { ...input } }
    try {
      const first = (await ask(job, asked)).value as PlayerEventCount[]
      // One that failed in silence looks like one in which nobody lived.
      const counts = first.length > 0 ? first : ((await ask(job, asked)).value as typeof first)
      const active = new Set(counts.filter(({ total }) => total > 0).map((one) => one.player_id))
      const ids = input.players_start_date.map(({ player_id }) => player_id)
      return ids.filter((player_id) => !active.has(player_id))
    } catch (thrown) {
      if (job.controller.signal.aborted) throw thrown
      return []
    }
  }

  /** Keeps what the service would say of idle players; gives those at whom nothing is known to have happened. */
  async function keepNothing({ state: { account_id } }: Job, some: Player[], of: Idle) {
    const nothing = { value: NO_STATISTICS, asOf: clock.now() }
    const believed: string[] = []
    const kept: Kept[] = []
    for (const player of some) {
      const { stats } = questionsAbout(player, of.span, of.timezone)
      const verdict = await witnesses.judge({ account_id, ...stats }, nothing)
      if (verdict === 'contradicted') continue
      believed.push(player.id)
      kept.push(...answersOfNothing(player, of, nothing))
    }
    await keepAll(account_id, kept)
    return believed
  }

  return { leaveOutIdle }
}

type Idle = Pick<IdleAsked, 'timezone' | 'now'> & { span: Span }

function answersOfNothing(
  player: Player,
  { span, timezone, now }: Idle,
  nothing: Answered,
): Kept[] {
  const about = (days: Period) => questionsAbout(player, days, timezone)
  const due = daysDue(span, player, { zone: timezone, now })
  const rows = due ? daysOf(due).map((date_key) => ({ ...NO_STATISTICS, date_key })) : []
  return [
    { asked: about(span).statsByDay, answer: { ...nothing, value: rows } },
    ...span.periods.map((period) => ({ asked: about(period).stats, answer: nothing })),
  ]
}

/** The questions to which there is something to say, given when each player was idle. */
function withoutIdle(
  questions: readonly PlannedQuestion[],
  idleSpans: ReadonlyMap<string, readonly Period[]>,
): PlannedQuestion[] {
  return questions.filter(({ player_id, input }) => {
    const spans = (player_id && idleSpans.get(player_id)) || []
    const wasIdle = (day: string) => spans.some(({ start, end }) => start <= day && day <= end)
    return spans.length === 0 || !daysOf(periodOfQuery(input)).every(wasIdle)
  })
}
