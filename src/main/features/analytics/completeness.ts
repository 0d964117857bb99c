import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Engagement } from '../../../shared/api/engagement.ts'
import { daysDue } from '../../../shared/api/player.ts'
import { type DayStatistics, hasActivity, type Statistics } from '../../../shared/api/statistics.ts'
import { AppError } from '../../../shared/failure.ts'
import {
  periodOfQuery,
  requestsAbout,
  zoneOfQuery,
} from '../../../shared/features/analytics/requests.ts'
import { addDays, dayCount, isSettled, type Period } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import { isLargeJson } from '../../threads/large-json.ts'
import type { StoredDay } from './days.ts'
import { isConfirmedBy, isEmptyList, isFirstMaybeEmpty } from './empty-lists.ts'

export interface AccountRequest {
  account_id: string
  name: AnalyticsName
  input: Record<string, unknown>
}

export interface Answered {
  /** Large values are JSON bytes. */
  value: unknown
  /** Epoch milliseconds. */
  asOf: number
  /** By the service's clock, when this computer's is far ahead of it. */
  serviceTime?: number
}

type Ask = (request: AccountRequest) => Promise<Answered>

/** The answers about a period that each show whether anything happened in it. */
const COMPARED = ['statsByDay', 'stats', 'userEngagement'] as const
type Compared = (typeof COMPARED)[number]

/**
 * `plays` are of sessions that began in the period, which the retention measures. `activity` is any other figure
 * above zero, also a replay of an earlier session: for it an empty retention is correct.
 */
type Content = 'plays' | 'activity' | 'nothing'

/** `unconfirmed`: empty, and neither confirmed nor contradicted by another answer so far. */
export type Verdict = 'complete' | 'contradicted' | 'unconfirmed'

/** How long an empty answer about days that can still change is relied on. */
const FRESH_MS = 10 * 60_000
/** Waits before an incomplete answer is requested again. */
const AGAIN_AFTER_MS = [2_000, 5_000]
/** How long the service takes to compute a period (1.5 s observed at most, and some reserve). */
const COMPUTES_MS = 2_000
const MOST_RECENT = 10_000

interface RecentAnswer {
  content: Content
  /** By this computer's clock. */
  asOf: number
  /** Whether it shows that the service has computed the period. */
  isComputed?: boolean
}

interface CompletenessParts {
  store: Pick<Store, 'answer' | 'days' | 'listedPlayer'>
  clock: Clock
}

export type Completeness = ReturnType<typeof makeCompleteness>

/**
 * The service computes a period when it is first requested, and may meanwhile answer as if nothing
 * had happened in it (observed; not documented). An empty answer counts as complete only once the other
 * answers about the same period agree.
 */
export function makeCompleteness({ store, clock }: CompletenessParts) {
  const recent = makeRecentAnswers(clock)

  /** Classifies an answer by stored and earlier answers. Sends no request. */
  async function classify(
    request: AccountRequest,
    answer: Answered,
    { isAskedAgain = false } = {},
  ): Promise<Verdict> {
    const { name } = request
    if (!isCompared(name)) return verdictOfList(store, request, answer)
    const content = contentOf(name, answer.value)
    const isComputed = hasDays(request, answer)
    recent.note(request, { content, asOf: answer.asOf, isComputed })
    if (content !== 'nothing') return 'complete'
    const known = await Promise.all(
      othersOf(name).map((other) => knownAnswer(request, other, answer)),
    )
    return verdictOfNothing(store, request, { answer, known, isAskedAgain })
  }

  /** Another answer about the period; null when unknown or too old. */
  async function knownAnswer(request: AccountRequest, name: Compared, answer: Answered) {
    const other = aboutTheSame(request, name)
    const stored =
      name === 'statsByDay'
        ? null
        : await store.answer(request.account_id, name, other.input as object)
    const known = [
      recent.about(other),
      stored && { content: contentOf(name, stored.value), asOf: stored.asOf + aheadMs(answer) },
    ]
    return known.find((one) => one && isReliable(one, endOf(request), answer)) ?? null
  }

  /** The verdict after requesting other answers as needed; `ask` should share requests. */
  async function confirm(
    request: AccountRequest,
    answer: Answered,
    { ask, isAskedAgain = false }: { ask: Ask; isAskedAgain?: boolean },
  ) {
    // A list that is empty was requested twice by then.
    if (!isCompared(request.name)) return 'complete'
    for (const name of COMPARED) {
      const verdict = await classify(request, answer, { isAskedAgain })
      if (verdict !== 'unconfirmed') return verdict
      const other = aboutTheSame(request, name)
      const isKnown = name === request.name || (await knownAnswer(request, name, answer))
      if (!isKnown) await classify(other, await ask(other))
    }
    return classify(request, answer, { isAskedAgain })
  }

  /** Requests again after pauses until the answer is complete. Throws `incomplete` otherwise. */
  async function refetch(
    request: AccountRequest,
    answer: Answered,
    { ask, signal }: { ask: Ask; signal?: AbortSignal },
  ): Promise<Answered> {
    // An unconfirmed answer is requested again before others are: one request usually settles it.
    if ((await classify(request, answer)) === 'complete') return answer
    let last = answer
    for (const ms of AGAIN_AFTER_MS) {
      // No longer than that, since the clock may have been set back.
      await clock.wait(Math.min(ms, last.asOf + ms - clock.now()), signal)
      last = await ask(request)
      if ((await confirm(request, last, { ask, isAskedAgain: true })) === 'complete') return last
      if (!hasDays(request, last)) continue
      // What the others said may be as old as the stored days that contradict it.
      for (const name of othersOf('statsByDay')) {
        const other = aboutTheSame(request, name)
        await classify(other, await ask(other))
      }
      if ((await classify(request, last)) === 'complete') return last
    }
    const isGone = await isUnlisted(store, request)
    throw new AppError({ kind: 'incomplete', ...(isGone && { reason: 'unlisted' }) })
  }

  return { classify, isComputed: recent.isComputed, confirm, refetch, forget: recent.forget }
}

/** The newest answers, by what each says. */
function makeRecentAnswers({ now }: Pick<Clock, 'now'>) {
  const newest = new Map<string, RecentAnswer>()
  const about = (request: AccountRequest) => newest.get(keyOf(request))
  return {
    about,
    note(request: AccountRequest, one: RecentAnswer) {
      const key = keyOf(request)
      newest.delete(key)
      newest.set(key, one)
      if (newest.size > MOST_RECENT) newest.delete(newest.keys().next().value ?? key)
    },
    /** Whether the service has had time to compute the period since another answer about it. */
    isComputed(request: AccountRequest): boolean {
      const { name: own } = request
      if (!isCompared(own) && !isFirstMaybeEmpty(own)) return true
      const others = COMPARED.filter((name) => name !== own).map((name) =>
        about({ ...request, name }),
      )
      return others.every((one) => !one || now() - one.asOf >= COMPUTES_MS)
    },
    forget: () => newest.clear(),
  }
}

const isCompared = (name: AnalyticsName): name is Compared => COMPARED.some((one) => one === name)
const othersOf = (name: Compared) => COMPARED.filter((other) => other !== name)

function contentOf(name: Compared, value: unknown): Content {
  // A value of a megabyte is not empty.
  if (isLargeJson(value)) return 'plays'
  if (name === 'stats') return contentOfFigures(value as Statistics)
  if (name === 'userEngagement') {
    const { grouped_timed } = value as Engagement
    return grouped_timed.some(({ total_users }) => total_users > 0) ? 'plays' : 'nothing'
  }
  const rows = (value as DayStatistics[]).map(contentOfFigures)
  return rows.find((one) => one === 'plays') ?? rows.find((one) => one === 'activity') ?? 'nothing'
}

function contentOfFigures(figures: Statistics): Content {
  // Analytics, Statistics row: each session either reached the pitch, or left before it.
  const sessions = figures.total_over_pitch + figures.total_under_pitch
  if (figures.total_started > 0 && sessions > 0) return 'plays'
  return hasActivity(figures) ? 'activity' : 'nothing'
}

export const hasDays = ({ name }: AccountRequest, { value }: Answered) =>
  name === 'statsByDay' && !(Array.isArray(value) && value.length === 0)

/** Whether the service had computed the period before it gave an answer, by the other answers about it. */
const wasComputed = (known: readonly (RecentAnswer | null)[], { asOf }: Answered) =>
  known.some((one) => one && (one.isComputed || asOf - one.asOf >= COMPUTES_MS))

/** Whether every day of the period has a stored row that is still reliable. */
async function areAllStored(
  store: CompletenessParts['store'],
  { account_id, input }: AccountRequest,
  { days, answer }: { days: StoredDay[]; answer: Answered },
) {
  const zone = zoneOfQuery(input)
  const listed = await store.listedPlayer(account_id, String(input['player_id']))
  const due = daysDue(periodOfQuery(input), listed && listed.player, {
    zone,
    now: answer.asOf - aheadMs(answer),
  })
  if (due === null) return false
  const reliable = days.filter(({ row: { date_key: day }, asOf }) => {
    const quiet: RecentAnswer = { content: 'nothing', asOf: asOf + aheadMs(answer) }
    return day >= due.start && isReliable(quiet, { day, zone }, answer)
  })
  return reliable.length >= dayCount(due)
}

/** The request for the figures of a request's player and period; null when the player is not listed. */
export async function statsAbout(
  store: Pick<Store, 'listedPlayer'>,
  { account_id, input }: AccountRequest,
) {
  const listed = await store.listedPlayer(account_id, String(input['player_id']))
  if (!listed) return null
  const { stats } = requestsAbout(listed.player, periodOfQuery(input), zoneOfQuery(input))
  return { account_id, ...stats }
}

/** An empty list is complete when it was answered before, or the stored figures of its period confirm it. */
async function verdictOfList(
  store: CompletenessParts['store'],
  request: AccountRequest,
  answer: Answered,
): Promise<Verdict> {
  const { account_id, name, input } = request
  if (!isEmptyList(name, answer) || (await store.answer(account_id, name, input))) return 'complete'
  const stats = await statsAbout(store, request)
  const known = stats && (await store.answer(account_id, stats.name, stats.input))
  const figures = known && { value: known.value as Statistics, asOf: known.asOf }
  return isConfirmedBy(figures, name, answer) ? 'complete' : 'unconfirmed'
}

interface Nothing {
  answer: Answered
  /** The other answers about the period. */
  known: readonly (RecentAnswer | null)[]
  /** Whether the request was answered some seconds before. */
  isAskedAgain: boolean
}

/** The verdict of an answer that says that nothing happened in its period. */
async function verdictOfNothing(
  store: CompletenessParts['store'],
  request: AccountRequest,
  { answer, known, isAskedAgain }: Nothing,
): Promise<Verdict> {
  const { name } = request
  const others = known.map((one) => one?.content)
  const stored = await storedDays(store, request)
  const days = (await isTakenBack(store, request, { answer, known, stored })) ? [] : stored
  const all = [...others, ...days.map(({ row }) => contentOfFigures(row))]
  const isContradicted = all.some(
    (one) => one === 'plays' || (one === 'activity' && name !== 'userEngagement'),
  )
  if (isContradicted) return 'contradicted'
  // The service omits no day once computed, and incomplete retention was never observed.
  if (name === 'userEngagement' || hasDays(request, answer)) return 'complete'
  // When a period has views and no plays, all of `COMPARED` may be empty at first.
  const isLate = isAskedAgain || wasComputed(known, answer)
  if (isLate && others.every((one) => one === 'nothing')) return 'complete'
  return (await areAllStored(store, request, { days, answer })) ? 'complete' : 'unconfirmed'
}

/** Whether the account's list of players is stored, without the player. */
export async function isUnlisted(
  store: Pick<Store, 'answer' | 'listedPlayer'>,
  { account_id, input }: Pick<AccountRequest, 'account_id' | 'input'>,
) {
  if (await store.listedPlayer(account_id, String(input['player_id']))) return false
  return (await store.answer(account_id, 'players', {})) !== null
}

interface TakenBack extends Pick<Nothing, 'answer' | 'known'> {
  stored: readonly StoredDay[]
}

/**
 * Whether a list of days replaces stored ones that had activity: all that was read since agrees, and the player
 * is still in the account. A list that is wrongly empty has no days (observed).
 */
async function isTakenBack(
  store: CompletenessParts['store'],
  request: AccountRequest,
  { answer, known, stored }: TakenBack,
) {
  if (!hasDays(request, answer) || known.some((one) => one?.content !== 'nothing')) return false
  const { account_id, input } = request
  const listed = await store.listedPlayer(account_id, String(input['player_id']))
  const since = [listed && listed.asOf + aheadMs(answer), ...known.map((one) => one?.asOf)]
  const newest = Math.max(...stored.map(({ asOf }) => asOf)) + aheadMs(answer)
  return since.every((asOf) => typeof asOf === 'number' && newest <= asOf)
}

/** The other endpoint's request about the period, in the form that screens use. */
function aboutTheSame({ account_id, input }: AccountRequest, name: Compared): AccountRequest {
  if (name !== 'userEngagement') return { account_id, name, input }
  const { pitch_time: _, ...withoutPitch } = input
  return { account_id, name, input: withoutPitch }
}

async function storedDays(
  store: CompletenessParts['store'],
  { account_id, input }: AccountRequest,
): Promise<StoredDay[]> {
  const days = wholeDays(input)
  if (days.start > days.end) return []
  return store.days(account_id, zoneOfQuery(input), String(input['player_id']), days)
}

/** The days that lie completely within the period. */
function wholeDays(input: AccountRequest['input']): Period {
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

/** Activity stays true; "nothing happened" can change until the period is settled. */
const isReliable = (one: RecentAnswer, { day, zone }: End, answer: Answered) =>
  one.content !== 'nothing' ||
  answer.asOf - one.asOf < FRESH_MS ||
  isSettled(day, zone, one.asOf - aheadMs(answer))

/** By how much this computer's clock is ahead of the service's times, with which answers are stored. */
const aheadMs = ({ asOf, serviceTime = asOf }: Answered) => asOf - serviceTime

const keyOf = ({ account_id, name, input }: AccountRequest) =>
  JSON.stringify([
    account_id,
    name,
    input['player_id'],
    input['start_date'],
    input['end_date'],
    zoneOfQuery(input),
  ])

const endOf = ({ input }: AccountRequest): End => ({
  day: periodOfQuery(input).end,
  zone: zoneOfQuery(input),
})
