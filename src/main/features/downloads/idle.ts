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
import type { IdleSearch, Planned, PlannedQuestion } from './plan.ts'
import { AT_ONCE, inPool } from './pool.ts'

/** With fewer players it is cheaper to ask about each. */
const FEWEST_PLAYERS = 20

type Span = IdleSearch['spans'][number]
type FindIdle = ReturnType<typeof playersEventsQuestions>[number]

/** The questions that find idle players per span; none when they would cost more than they save. */
export function idleQuestions({ players, spans, timezone }: IdleSearch) {
  if (players.length < FEWEST_PLAYERS) return []
  const ids = spreadOut(players).map(({ id }) => id)
  return spans.map((span) => {
    // A session that began before the first day can still click and buy on it.
    const early = { start: addDays(span.start, -1), end: span.end }
    return { span, questions: playersEventsQuestions(ids, early, timezone) }
  })
}

/**
 * Distributes neighbours, of which the newest are usually active, over different requests: an
 * answer without rows could also be a silent failure.
 */
function spreadOut<T>(all: readonly T[]): T[] {
  const step = Math.ceil(all.length / 100)
  return Array.from({ length: step }, (_, first) =>
    all.filter((__, index) => index % step === first),
  ).flat()
}

interface Querying {
  ask: (job: Job, asked: Question) => Promise<Answered>
  /** Counts a question as done after `work`. */
  counted: (job: Job, question: PlannedQuestion, work: () => Promise<boolean>) => Promise<void>
}

/** A question and its answer. */
interface Kept {
  asked: Omit<Question, 'account_id'>
  answer: Answered
}

export interface IdleParts {
  /** Stores answers of one account, all or none. */
  keepAll: (account_id: string, all: readonly Kept[]) => Promise<void>
  witnesses: Pick<Witnesses, 'judge'>
  /** Whether the service offers an endpoint, as far as known. */
  isOffered: (account_id: string, name: AnalyticsName) => boolean
  clock: Clock
}

/** Players whose days are stored in one transaction of some milliseconds. */
const KEPT_AT_ONCE = 10

/** Finds idle players by POST /events/total_by_company_players, one request per hundred players. */
export function makeIdle({ keepAll, witnesses, isOffered, clock }: IdleParts) {
  /** Finds the idle players, stores empty answers for them, and returns the remaining questions. */
  async function leaveOutIdle(job: Job, { questions, idle }: Planned, how: Querying) {
    if (!isOffered(job.state.account_id, 'playersEvents')) return questions
    const idleSpans = new Map<string, Period[]>()
    const players = new Map(idle.players.map((player) => [player.id, player]))
    const { signal } = job.controller
    for (const { span, questions: searches } of idleQuestions(idle)) {
      job.state.total += searches.length
      await inPool(searches, { atOnce: AT_ONCE, signal }, (question) =>
        how.counted(job, { ...question, player_id: null }, async () => {
          const found = await idlePlayers(job, question, how)
          const idlers = found.flatMap((player_id) => players.get(player_id) ?? [])
          for (let at = 0; at < idlers.length; at += KEPT_AT_ONCE) {
            const some = idlers.slice(at, at + KEPT_AT_ONCE)
            for (const player_id of await keepEmpty(job, some, { ...idle, span }))
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

  /** The players without events; none when unknown, so that they are asked about as usual. */
  async function idlePlayers(
    job: Job,
    { name, input }: FindIdle,
    { ask }: Querying,
  ): Promise<string[]> {
    const asked = { account_id: job.state.account_id, name, input: { ...input } }
    try {
      const first = (await ask(job, asked)).value as PlayerEventCount[]
      // Asked again when empty, since that could be a silent failure.
      const counts = first.length > 0 ? first : ((await ask(job, asked)).value as typeof first)
      const active = new Set(counts.filter(({ total }) => total > 0).map((one) => one.player_id))
      const ids = input.players_start_date.map(({ player_id }) => player_id)
      return ids.filter((player_id) => !active.has(player_id))
    } catch (thrown) {
      if (job.controller.signal.aborted) throw thrown
      return []
    }
  }

  /** Stores empty answers for idle players; returns those that nothing contradicts. */
  async function keepEmpty({ state: { account_id } }: Job, some: Player[], of: Idle) {
    const empty = { value: NO_STATISTICS, asOf: clock.now() }
    const believed: string[] = []
    const kept: Kept[] = []
    for (const player of some) {
      const { stats } = questionsAbout(player, of.span, of.timezone)
      const verdict = await witnesses.judge({ account_id, ...stats }, empty)
      if (verdict === 'contradicted') continue
      believed.push(player.id)
      kept.push(...emptyAnswersOf(player, of, empty))
    }
    await keepAll(account_id, kept)
    return believed
  }

  return { leaveOutIdle }
}

type Idle = Pick<IdleSearch, 'timezone' | 'now'> & { span: Span }

function emptyAnswersOf(player: Player, { span, timezone, now }: Idle, empty: Answered): Kept[] {
  const about = (days: Period) => questionsAbout(player, days, timezone)
  const due = daysDue(span, player, { zone: timezone, now })
  const rows = due ? daysOf(due).map((date_key) => ({ ...NO_STATISTICS, date_key })) : []
  return [
    { asked: about(span).statsByDay, answer: { ...empty, value: rows } },
    ...span.periods.map((period) => ({ asked: about(period).stats, answer: empty })),
  ]
}

/** The questions whose period is not completely idle. */
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
