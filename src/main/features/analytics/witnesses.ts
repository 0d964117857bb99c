import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Engagement } from '../../../shared/api/engagement.ts'
import { daysDue } from '../../../shared/api/player.ts'
import { type DayStatistics, hasActivity, type Statistics } from '../../../shared/api/statistics.ts'
import { DeskError } from '../../../shared/failure.ts'
import { periodOfQuery, zoneOfQuery } from '../../../shared/features/analytics/questions.ts'
import { addDays, dayCount, isSettled, type Period } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import { isLargeJson } from '../../threads/large-json.ts'
import type { StoredDay } from './days.ts'

export interface Question {
  account_id: string
  name: AnalyticsName
  input: Record<string, unknown>
}

export interface Answered {
  value: unknown
  /** Epoch milliseconds. */
  asOf: number
}

type Ask = (question: Question) => Promise<Answered>

/** The answers about a window of which each shows whether anything happened in it. */
const WITNESSES = ['statsByDay', 'stats', 'userEngagement'] as const
type Witness = (typeof WITNESSES)[number]

/** `activity` is without a play, as of a player that was only loaded: its retention is rightly empty. */
type Testimony = 'plays' | 'activity' | 'nothing'

/** `doubtful`: nothing happened, says an answer that no other confirms or contradicts yet. */
export type Verdict = 'believed' | 'contradicted' | 'doubtful'

/** How long "nothing happened" holds of days that still change. */
const FRESH_MS = 10 * 60_000
/** How long after an incomplete answer it is asked again, each time. */
const AGAIN_AFTER_MS = [2_000, 5_000]
const MOST_HEARD = 10_000

interface WitnessesParts {
  store: Pick<Store, 'answer' | 'days' | 'listedPlayer'>
  clock: Clock
}

export type Witnesses = ReturnType<typeof makeWitnesses>

/**
 * api-facts, Incomplete first answers: the service computes a window when it is first asked, and may
 * meanwhile answer as if nothing had happened in it. An answer that says so is believed only once
 * the others about the same window agree.
 */
export function makeWitnesses({ store, clock }: WitnessesParts) {
  const heard = new Map<string, { said: Testimony; asOf: number }>()

  /** What an answer is worth by what is stored and was heard; asks no service. */
  async function judge(question: Question, answer: Answered): Promise<Verdict> {
    const { name } = question
    if (!isWitness(name)) return 'believed'
    const said = testimonyOf(name, answer.value)
    note(keyOf(question), { said, asOf: answer.asOf })
    if (said !== 'nothing') return 'believed'
    const days = await storedDays(question)
    const others = await Promise.all(
      othersOf(name).map((other) => testimonyOn(question, other, answer.asOf)),
    )
    const all = [...others, ...days.map(({ row }) => testimonyOfFigures(row))]
    const isContradicted = all.some(
      (one) => one === 'plays' || (one === 'activity' && name !== 'userEngagement'),
    )
    if (isContradicted) return 'contradicted'
    // The service leaves no day out once it has computed them, and retention was never seen incomplete.
    if (name === 'userEngagement' || (name === 'statsByDay' && !isEmptyList(answer)))
      return 'believed'
    if (others.every((one) => one === 'nothing')) return 'believed'
    return (await areAllStored(question, days, answer.asOf)) ? 'believed' : 'doubtful'
  }

  function note(key: string, testimony: { said: Testimony; asOf: number }) {
    heard.delete(key)
    heard.set(key, testimony)
    if (heard.size > MOST_HEARD) heard.delete(heard.keys().next().value ?? key)
  }

  /** What another witness says of the window; null when that is not known, or too old to count. */
  async function testimonyOn(question: Question, name: Witness, asOf: number) {
    const other = aboutTheSame(question, name)
    const stored =
      name === 'statsByDay'
        ? null
        : await store.answer(question.account_id, name, other.input as object)
    const known = [
      heard.get(keyOf(other)),
      stored && { ...stored, said: testimonyOf(name, stored.value) },
    ]
    const counting = known.find((one) => one && holds(one, endOf(question), asOf))
    return counting?.said ?? null
  }

  async function storedDays({ account_id, input }: Question): Promise<StoredDay[]> {
    const days = wholeDays(input)
    if (days.start > days.end) return []
    return store.days(account_id, zoneOfQuery(input), String(input['player_id']), days)
  }

  /** Whether each day of the window has a row that still holds. */
  async function areAllStored({ account_id, input }: Question, days: StoredDay[], asOf: number) {
    const zone = zoneOfQuery(input)
    const listed = await store.listedPlayer(account_id, String(input['player_id']))
    const due = daysDue(periodOfQuery(input), listed && listed.player, { zone, now: asOf })
    const holding = days.filter((day) =>
      holds({ said: 'nothing', asOf: day.asOf }, { day: day.row.date_key, zone }, asOf),
    )
    return due !== null && holding.length >= dayCount(due)
  }

  /** The verdict once those were asked who can tell; `ask` is to share what is under way. */
  async function consult(question: Question, answer: Answered, ask: Ask) {
    for (const name of WITNESSES) {
      const verdict = await judge(question, answer)
      if (verdict !== 'doubtful') return verdict
      const other = aboutTheSame(question, name)
      const isKnown = name === question.name || (await testimonyOn(question, name, answer.asOf))
      if (!isKnown) await judge(other, await ask(other))
    }
    return judge(question, answer)
  }

  /** Asks again, seconds apart, until the answer is believed; throws `incomplete` when it never is. */
  async function refetch(
    question: Question,
    answer: Answered,
    { ask, signal }: { ask: Ask; signal?: AbortSignal },
  ): Promise<Answered> {
    let last = answer
    for (const ms of AGAIN_AFTER_MS) {
      if ((await consult(question, last, ask)) === 'believed') return last
      await clock.wait(last.asOf + ms - clock.now(), signal)
      last = await ask(question)
    }
    if ((await consult(question, last, ask)) === 'believed') return last
    throw new DeskError({ kind: 'incomplete' })
  }

  return { judge, consult, refetch, forget: () => heard.clear() }
}

const isWitness = (name: AnalyticsName): name is Witness => WITNESSES.some((one) => one === name)
const othersOf = (name: Witness) => WITNESSES.filter((other) => other !== name)

function testimonyOf(name: Witness, value: unknown): Testimony {
  // What has a megabyte to say says that something happened.
  if (isLargeJson(value)) return 'plays'
  if (name === 'stats') return testimonyOfFigures(value as Statistics)
  if (name === 'userEngagement') {
    const { grouped_timed } = value as Engagement
    return grouped_timed.some(({ total_users }) => total_users > 0) ? 'plays' : 'nothing'
  }
  const rows = (value as DayStatistics[]).map(testimonyOfFigures)
  return rows.find((one) => one === 'plays') ?? rows.find((one) => one === 'activity') ?? 'nothing'
}

function testimonyOfFigures(figures: Statistics): Testimony {
  if (figures.total_started > 0) return 'plays'
  return hasActivity(figures) ? 'activity' : 'nothing'
}

const isEmptyList = ({ value }: Answered) => Array.isArray(value) && value.length === 0

/** The question to another witness about the same window, worded as screens and downloads word it. */
function aboutTheSame({ account_id, input }: Question, name: Witness): Question {
  if (name !== 'userEngagement') return { account_id, name, input }
  const { pitch_time: _, ...withoutPitch } = input
  return { account_id, name, input: withoutPitch }
}

/** What happened on a day is known to have happened in the window where all of the day is in it. */
function wholeDays(input: Question['input']): Period {
  const { start, end } = periodOfQuery(input)
  return {
    start: String(input['start_date']).endsWith(' 00:00:00') ? start : addDays(start, 1),
    end: String(input['end_date']).endsWith(' 23:59:59') ? end : addDays(end, -1),
  }
}

interface End {
  day: string
  zone: string
}

/** What happened stays so; that nothing did can change until the window is settled. */
const holds = (one: { said: Testimony; asOf: number }, { day, zone }: End, asOf: number) =>
  one.said !== 'nothing' || asOf - one.asOf < FRESH_MS || isSettled(day, zone, one.asOf)

const keyOf = ({ account_id, name, input }: Question) =>
  JSON.stringify([
    account_id,
    name,
    input['player_id'],
    input['start_date'],
    input['end_date'],
    zoneOfQuery(input),
  ])

const endOf = ({ input }: Question): End => ({
  day: periodOfQuery(input).end,
  zone: zoneOfQuery(input),
})
