import { type AnalyticsName, analytics } from '../../../shared/api/analytics.ts'
import type { ComparisonAnswer } from '../../../shared/api/comparison-group.ts'
import { firstDayOf } from '../../../shared/api/player.ts'
import { type DayStatistics, hasActivity, type Statistics } from '../../../shared/api/statistics.ts'
import {
  AppError,
  type Failure,
  failureOf,
  isRefusal,
  isUnlisted,
} from '../../../shared/failure.ts'
import {
  type ComparedItems,
  hasEveryArm,
  isEngagementMissing,
} from '../../../shared/features/ab-tests/arms.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import {
  periodOfQuery,
  requestsAbout,
  zoneOfQuery,
} from '../../../shared/features/analytics/requests.ts'
import { NO_STATISTICS } from '../../../shared/tables/measures.ts'
import { isSettled } from '../../../shared/time/period.ts'
import { type Clock, makeAlarm } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import { costsNothing, isOfTheKey, type Priority } from '../../http/queue.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { opened } from '../../threads/large-json.ts'
import {
  type AccountRequest,
  type Answered,
  type Completeness,
  hasDays,
  makeCompleteness,
  statsAbout,
} from './completeness.ts'
import { askUnlessEmpty } from './empty-lists.ts'
import type { KeepAnswer, KeepDays } from './store.ts'
import { dayParameters, isCorrected, storedDays } from './stored-days.ts'

type AnyInput = Record<string, unknown>

interface Stored extends Answered {
  /** Whether the days can no longer change. */
  isSettled: boolean
  dayTimes?: Record<string, number>
}

interface ReadingParts {
  store: Pick<
    Store,
    'answer' | 'dayCover' | 'days' | 'keepAll' | 'keepAnswer' | 'keepDays' | 'listedPlayer'
  >
  ask: (request: AccountRequest, priority: Priority) => Promise<Answered>
  clock: Clock
  onChange: () => void
  /** The list of players was stored. */
  onPlayers: () => void
}

interface ReadingState extends ReadingParts {
  completeness: Completeness
  priority: Priority
  /** Running requests, until the service answers. */
  asking: Map<string, Promise<Answered>>
  underWay: Map<string, Promise<Stored>>
  /** Requests whose incomplete answer is being requested again. */
  incomplete: Set<string>
  /** Days that were requested because they contradicted an answer. */
  daysAsked: Set<string>
  /** When the service said that a player that is not listed has no days: nothing of that is stored. */
  noDays: Map<string, number>
  /** The last try of a request that failed, or after which what is stored is older. */
  tries: Map<string, Try>
  /** Rings when a quota counts anew. */
  resets: ReturnType<typeof makeAlarm>
  closing: AbortController
}

interface Try {
  failure: Failure | null
  at: number
  /** Number of failed tries in a row; several within the first pause count once. */
  failed: number
}

export type Reading = ReturnType<typeof makeReading>

/** How long an answer counts as fresh while its days can still change. */
const FRESH_MS: Partial<Record<AnalyticsName, number>> = {
  // Analytics, GET /sessions/live_users: cached for 30 seconds.
  liveUsers: 30_000,
  quotaUsage: 15_000,
}
const FRESH_OTHERWISE_MS = 10 * 60_000

/** What answers about a period without activity say, as about one before the player existed. */
export const EMPTY_ANSWERS: Partial<Record<AnalyticsName, unknown>> = {
  stats: NO_STATISTICS,
  statsByField: [],
  statsByFieldByDay: [],
  userEngagement: { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 },
  conversionsTimed: [],
  clicksTimed: [],
  validUtms: [],
  trafficStats: [],
  trafficStatsByDay: [],
}

/** How long a failed request is not refreshed, unless the user asks: twice as long after each further failure. */
const RETRY_AFTER_MS = 30_000
const LONGEST_RETRY_AFTER_MS = 5 * 60_000

/**
 * Reads for the window: the stored answer at once when there is one, refreshed in the background
 * when its days can still change; otherwise the service's answer, stored before it is shown.
 */
export function makeReading(parts: ReadingParts) {
  const shared = {
    ...{ ...parts, completeness: makeCompleteness(parts) },
    ...{
      asking: new Map(),
      underWay: new Map(),
      incomplete: new Set<string>(),
      daysAsked: new Set<string>(),
      noDays: new Map<string, number>(),
      tries: new Map(),
      resets: makeAlarm(parts.clock, () => retry(state)),
      closing: new AbortController(),
    },
  }
  const state: ReadingState = { ...shared, priority: 'interactive' }
  return {
    /** Large values are JSON bytes. Throws only when nothing is stored and the request failed. */
    read: (name: AnalyticsName, request: AnyInput & { account_id: string; refresh?: boolean }) =>
      read(state, name, request),
    /** As `read`, at background priority. */
    readBehind: (
      name: AnalyticsName,
      request: AnyInput & { account_id: string; refresh?: boolean },
    ) => read({ ...shared, priority: 'background' }, name, request),
    /** Stores a service's answer. Days are stored one by one, to read any part of them. */
    keep: (...[account_id, name, input, answer]: KeepCall) =>
      keep(state, { account_id, name, input }, answer),
    /** Stores answers of one account, all or none. */
    keepAll: (account_id: string, all: readonly { request: StoredRequest; answer: Answered }[]) =>
      keepAll(state, account_id, all),
    /** The stored answer to a request, or null. Nothing is sent. */
    async stored(...[account_id, name, input]: StoredCall) {
      const answer = await stored(state, { account_id, name, input })
      return answer && { ...answer, value: opened(answer.value) }
    },
    /** Decides which answers are complete; a download makes its own requests. */
    completeness: shared.completeness,
    forget() {
      state.tries.clear()
      state.noDays.clear()
      state.daysAsked.clear()
      state.completeness.forget()
    },
    /** To be called when requests that could not be sent may be sent again. */
    retry: () => retry(state),
    /** To be called when the service accepted the key: what it refused to the key is requested again. */
    keyAccepted: () => retryRefused(state, isOfTheKey),
    close() {
      state.closing.abort()
      state.resets.close()
    },
  }
}

type StoredCall = [account_id: string, name: AnalyticsName, input: AnyInput]
type KeepCall = [...StoredCall, answer: Answered]

async function read(
  state: ReadingState,
  name: AnalyticsName,
  { account_id, refresh, ...input }: AnyInput & { account_id: string; refresh?: boolean },
): Promise<Answer<unknown>> {
  const request = { account_id, name, input }
  // Checked first: the state may change while the store is read.
  const failure = keptFailure(state, request)
  const known = await stored(state, request)
  if (refresh) {
    const failed = (thrown: unknown) => {
      if (!known) throw thrown
      return fromStore(known, failureOf(thrown))
    }
    // Every part of the window that shows this answer must show the newer one, or the failure.
    return fetchOnce(state, request).then(fromService, failed).finally(state.onChange)
  }
  if (!known) {
    if (failure) throw new AppError(failure)
    return fromService(await fetchOnce(state, request))
  }
  const trouble = troubleOf(state, request, known)
  if (isDue(state, request, known)) fetchOnce(state, request).then(state.onChange, state.onChange)
  return fromStore(known, trouble)
}

/** Null also after the clock was set back, when the age of a try is unknown. */
function lastTry({ tries, clock }: ReadingState, request: AccountRequest) {
  const last = tries.get(keyOf(request))
  return last && last.at <= clock.now() ? last : null
}

/** With nothing stored: the last failure, when trying again would cost a query too soon or in vain. */
function keptFailure(state: ReadingState, request: AccountRequest): Failure | null {
  if (state.incomplete.has(keyOf(request))) return { kind: 'incomplete' }
  const last = lastTry(state, request)
  const { failure = null } = last ?? {}
  if (!last || !failure || failure.kind === 'cancelled' || maySendAtOnce(failure)) return null
  const isRecent = state.clock.now() - last.at < pauseAfter(last)
  return isRecent || isRefusal(failure) ? failure : null
}

const pauseAfter = ({ failed }: Try) =>
  Math.min(RETRY_AFTER_MS * 2 ** Math.max(failed - 1, 0), LONGEST_RETRY_AFTER_MS)

/** When the quota counts anew is a guess without `interval_seconds`: each try may be refused again. */
const maySendAtOnce = (failure: Failure) =>
  costsNothing(failure) && (failure.kind !== 'quota' || failure.interval_seconds !== undefined)

/** The last failure, unless a newer answer was stored since. */
function troubleOf(state: ReadingState, request: AccountRequest, { asOf }: Stored) {
  const last = lastTry(state, request)
  return last && (last.at >= asOf || asOf > state.clock.now()) ? last.failure : null
}

/** Whether a stored answer should be refreshed in the background. */
function isDue(state: ReadingState, request: AccountRequest, known: Stored) {
  if (known.isSettled) return false
  const now = state.clock.now()
  const freshMs = FRESH_MS[request.name] ?? FRESH_OTHERWISE_MS
  const trouble = troubleOf(state, request, known)
  if (trouble && isRefusal(trouble)) return false
  const last = lastTry(state, request)
  if (last && now - last.at < (last.failure ? pauseAfter(last) : freshMs)) return false
  const age = now - known.asOf
  // A time in the future was stored before the computer's clock was set back: its age is unknown.
  return age < 0 || age >= freshMs
}

/** The service's answer, stored. Parallel calls share one request. */
function fetchOnce(state: ReadingState, request: AccountRequest): Promise<Stored> {
  return once(state, state.underWay, request, async () => {
    try {
      const answer = await askUnlessEmpty(request, {
        ask: () => askOnce(state, request),
        isKnown: async () => (await stored(state, request)) !== null,
        figures: () => figuresAbout(state, request),
        wait: (ms) => state.clock.wait(ms, state.closing.signal),
      })
      const ask = (other: AccountRequest) => askOnce(state, other)
      const verdict = await state.completeness.confirm(request, answer, { ask })
      if (verdict === 'complete') return await keepComplete(state, request, answer)
      askAgainBehind(state, request, answer)
      throw new AppError({ kind: 'incomplete' })
    } catch (thrown) {
      noteTry(state, request, failureOf(thrown))
      throw thrown
    }
  })
}

function noteTry(state: ReadingState, request: AccountRequest, failure: Failure | null) {
  const at = state.clock.now()
  const before = lastTry(state, request)
  const isAnother = !before || at - before.at >= RETRY_AFTER_MS
  const failed = failure ? (before?.failed ?? 0) + (isAnother || before.failed === 0 ? 1 : 0) : 0
  const last = { failure, at, failed }
  state.tries.set(keyOf(request), last)
  if (failure?.kind !== 'quota') return
  const pause = maySendAtOnce(failure) ? 0 : pauseAfter(last)
  state.resets.ringIn(Math.max(failure.resetsAt - at, pause))
}

/** Lets the window read again, and what was never counted is requested without its pause. */
function retry({ tries, onChange }: ReadingState) {
  const failed = [...tries].filter(([, { failure }]) => failure && !isRefusal(failure))
  for (const [key, { failure }] of failed) {
    if (failure && maySendAtOnce(failure)) tries.delete(key)
  }
  if (failed.length > 0) onChange()
}

function retryRefused({ tries, onChange }: ReadingState, isMeant: (failure: Failure) => boolean) {
  const refused = [...tries].filter(([, { failure }]) => failure && isMeant(failure))
  for (const [key] of refused) tries.delete(key)
  if (refused.length > 0) onChange()
}

/** The figures of the player and period of a request; null when they are not known now. */
async function figuresAbout(state: ReadingState, request: AccountRequest) {
  const stats = await statsAbout(state.store, request)
  if (!stats) return null
  const answer = (await stored(state, stats)) ?? (await fetchOnce(state, stats).catch(() => null))
  return answer && { value: answer.value as Statistics, asOf: answer.asOf }
}

const askOnce = (state: ReadingState, request: AccountRequest): Promise<Answered> =>
  once(state, state.asking, request, () => state.ask(request, state.priority))

function once<T>(
  { priority }: ReadingState,
  underWay: Map<string, Promise<T>>,
  request: AccountRequest,
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(request)
  const place = `${priority} ${key}`
  // An interactive call does not join a running background request, but a background call joins an
  // interactive one.
  const current = underWay.get(place) ?? underWay.get(`interactive ${key}`)
  if (current) return current
  const working = work().finally(() => underWay.delete(place))
  underWay.set(place, working)
  return working
}

async function keepComplete(
  state: ReadingState,
  request: AccountRequest,
  answer: Answered,
): Promise<Stored> {
  await keep(state, request, answer)
  const isStored = request.name !== 'statsByDay' || hasDays(request, answer)
  // Otherwise what is stored is older than the try.
  if (isStored && answer.serviceTime === undefined) state.tries.delete(keyOf(request))
  else noteTry(state, request, null)
  return { value: answer.value, asOf: storedTime(answer), isSettled: isFinal(request, answer) }
}

/** Requests an incomplete answer again in the background, then notifies the window. */
function askAgainBehind(state: ReadingState, request: AccountRequest, answer: Answered) {
  const { incomplete, completeness } = state
  const key = keyOf(request)
  if (incomplete.has(key)) return
  incomplete.add(key)
  completeness
    .refetch(request, answer, {
      ask: (one) => askOnce(state, one),
      signal: state.closing.signal,
    })
    .then((whole) => keepComplete(state, request, whole))
    .catch(async (thrown) => {
      const failure = failureOf(thrown)
      noteTry(state, request, failure)
      if (failure.kind !== 'incomplete') return
      if (await areDaysTakenBack(state, request)) state.tries.delete(key)
    })
    .finally(() => {
      incomplete.delete(key)
      state.onChange()
    })
}

/** Whether the stored days that contradict an answer turn out to be without activity; they are requested once. */
async function areDaysTakenBack(state: ReadingState, { account_id, name, input }: AccountRequest) {
  if (name !== 'stats' && name !== 'userEngagement') return false
  const listed = await listedPlayer(state, account_id, input)
  if (!listed) return false
  const about = requestsAbout(listed.player, periodOfQuery(input), zoneOfQuery(input))
  const days = { account_id, ...about.statsByDay }
  if (state.daysAsked.has(keyOf(days))) return false
  state.daysAsked.add(keyOf(days))
  try {
    const { value } = await fetchOnce(state, days)
    return !(opened(value) as DayStatistics[]).some(hasActivity)
  } catch (thrown) {
    if (failureOf(thrown).kind !== 'incomplete') state.daysAsked.delete(keyOf(days))
    return false
  }
}

async function keep(state: ReadingState, request: AccountRequest, answer: Answered) {
  const { store, noDays, onPlayers } = state
  if (request.name === 'statsByDay') {
    if (!hasDays(request, answer)) noDays.set(keyOf(request), storedTime(answer))
    await store.keepDays(...daysOfAnswer(request, answer))
  } else await store.keepAnswer(...wholeAnswer(request, answer))
  if (request.name !== 'players') return
  retryRefused(state, isUnlisted)
  onPlayers()
}

type StoredRequest = Omit<AccountRequest, 'account_id'>

async function keepAll(
  { store }: ReadingState,
  account_id: string,
  all: readonly { request: StoredRequest; answer: Answered }[],
) {
  const days: KeepDays[] = []
  const answers: KeepAnswer[] = []
  for (const { request: ofAccount, answer } of all) {
    const request = { ...ofAccount, account_id }
    if (request.name === 'statsByDay') days.push(daysOfAnswer(request, answer))
    else answers.push(wholeAnswer(request, answer))
  }
  await store.keepAll(account_id, { days, answers })
}

function daysOfAnswer({ account_id, input }: AccountRequest, answer: Answered): KeepDays {
  const rows = answer.value as DayStatistics[]
  return [account_id, zoneOfQuery(input), dayParameters(input), rows, storedTime(answer)]
}

function wholeAnswer(request: AccountRequest, answer: Answered): KeepAnswer {
  const { account_id, name, input } = request
  return [account_id, name, input, answer.value, storedTime(answer), isFinal(request, answer)]
}

async function stored(state: ReadingState, request: AccountRequest): Promise<Stored | null> {
  const { account_id, name, input } = request
  if (name === 'statsByDay')
    return (await storedDays(state, account_id, input)) ?? daysOfUnlisted(state, request)
  const answer = await storedAnswer(state, { account_id, name, input })
  const nothing = EMPTY_ANSWERS[name]
  if (answer || nothing === undefined) return answer
  const listed = await listedPlayer(state, account_id, input)
  const isTooEarly =
    listed && periodOfQuery(input).end < firstDayOf(listed.player, zoneOfQuery(input))
  return isTooEarly ? { value: nothing, asOf: listed.asOf, isSettled: true } : null
}

/** No days, when the service said so of a player that is not listed. */
async function daysOfUnlisted(state: ReadingState, request: AccountRequest) {
  const asOf = state.noDays.get(keyOf(request))
  if (asOf === undefined) return null
  const listed = await listedPlayer(state, request.account_id, request.input)
  return listed ? null : { value: [], asOf, isSettled: false }
}

/** The stored answer, unless a later answer about the same days contradicts it. */
async function storedAnswer(state: ReadingState, request: AccountRequest) {
  const { store, completeness, clock } = state
  const answer = await store.answer(request.account_id, request.name, request.input)
  if (!answer || (await completeness.classify(request, answer)) === 'contradicted') return null
  const isCounted = answer.asOf <= clock.now() && !(await isCorrected(state, request, answer))
  return { ...answer, isSettled: answer.isSettled && isCounted }
}

async function listedPlayer({ store }: ReadingState, account_id: string, { player_id }: AnyInput) {
  return store.listedPlayer(account_id, String(player_id))
}

const keyOf = ({ account_id, name, input }: AccountRequest) =>
  JSON.stringify([account_id, name, input])

const fromService = (answer: Stored): Answer<unknown> => ({
  ...answer,
  from: 'service',
  trouble: null,
})

/** A failed refresh does not matter once the answer can no longer change. */
const fromStore = (known: Stored, trouble: Failure | null): Answer<unknown> => ({
  ...known,
  from: 'store',
  trouble: known.isSettled ? null : trouble,
})

/** A time of this computer that is too late would make days settled that still change. */
const storedTime = ({ asOf, serviceTime = asOf }: Answered) => serviceTime

function isFinal({ name, input }: AccountRequest, answer: Answered) {
  const ends = endsOf(input)
  const isEnded = (end: unknown) =>
    typeof end === 'string' && isSettled(end.slice(0, 10), zoneOfQuery(input), storedTime(answer))
  // The marks are those of the player now, whatever the period.
  if (name === 'customMetrics' || ends.length === 0 || !ends.every(isEnded)) return false
  if (name !== 'comparisonStats') return true
  // What the service could not look up may still arrive: an arm, or its engagement.
  const compared = opened(answer.value) as ComparisonAnswer
  return (
    hasEveryArm(input as unknown as ComparedItems, compared) &&
    !compared.stats.some(isEngagementMissing)
  )
}

/** The ends of the requested periods: one for a player, one each for leaderboards and arms. */
function endsOf({ player_id, end_date, leaderboards, items }: AnyInput): unknown[] {
  const each = [leaderboards, items].find((list) => Array.isArray(list)) as AnyInput[] | undefined
  if (each) return each.map((one) => one['end_date'])
  return player_id === undefined ? [] : [end_date]
}

/** One handler per endpoint, each a cached read. */
export function analyticsHandlers(read: Reading['read']): CallHandlers['analytics'] {
  const names = Object.keys(analytics) as AnalyticsName[]
  return Object.fromEntries(
    names.map((name) => [name, (input: never) => read(name, input)]),
  ) as unknown as CallHandlers['analytics']
}
