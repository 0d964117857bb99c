import { type AnalyticsName, analytics } from '../../../shared/api/analytics.ts'
import type { ComparisonAnswer } from '../../../shared/api/comparison-group.ts'
import { daysDue, firstDayOf } from '../../../shared/api/player.ts'
import { type DayStatistics, NO_STATISTICS } from '../../../shared/api/statistics.ts'
import { DeskError, type Failure, failureOf } from '../../../shared/failure.ts'
import { isEngagementMissing } from '../../../shared/features/ab-tests/arms.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { periodOfQuery, zoneOfQuery } from '../../../shared/features/analytics/questions.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { dayCount, isSettled, type Period, todayIn } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { KeepAnswer, KeepDays, Store } from '../../database/store.ts'
import type { Priority } from '../../http/queue.ts'
import type { DeskHandlers } from '../../shell/router.ts'
import { opened } from '../../threads/large-json.ts'
import { makeWitnesses, type Witnesses } from './witnesses.ts'

type AnyInput = Record<string, unknown>

interface Answered {
  /** A large one as its JSON. */
  value: unknown
  /** Epoch milliseconds. */
  asOf: number
}

interface Stored extends Answered {
  /** The asked days can no longer change. */
  isSettled: boolean
}

interface Question {
  account_id: string
  name: AnalyticsName
  input: AnyInput
}

interface ReadingParts {
  store: Pick<Store, 'answer' | 'listedPlayer' | 'keepAnswer' | 'keepDays' | 'keepAll' | 'days'>
  ask: (question: Question, priority: Priority) => Promise<Answered>
  clock: Clock
  onChange: () => void
}

interface Desk extends ReadingParts {
  witnesses: Witnesses
  priority: Priority
  /** What is being asked, before and after it is believed. */
  asking: Map<string, Promise<Answered>>
  underWay: Map<string, Promise<Stored>>
  /** Incomplete answers that are being asked again. */
  again: Set<string>
  troubles: Map<string, { failure: Failure; at: number }>
}

export type Reading = ReturnType<typeof makeReading>

/** How long an answer is taken as fresh when its days can still change. */
const FRESH_MS: Partial<Record<AnalyticsName, number>> = {
  // Analytics, GET /sessions/live_users: cached for 30 seconds.
  liveUsers: 30_000,
  quotaUsage: 15_000,
}
const FRESH_OTHERWISE_MS = 10 * 60_000

/** What the service says of a period that ended before its player was made: it need not be asked. */
const OF_NOTHING: Partial<Record<AnalyticsName, unknown>> = {
  stats: NO_STATISTICS,
  statsByField: [],
  userEngagement: { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 },
  conversionsTimed: [],
  clicksTimed: [],
}

/** After a failed refresh, how long a question is left alone unless the person asks. */
const REST_AFTER_FAILURE_MS = 30_000

/**
 * Reads for the window: the stored answer at once when there is one, refreshed behind it when its
 * days can still change; otherwise the service's, kept before it is shown.
 */
export function makeReading(parts: ReadingParts) {
  const shared = {
    ...{ ...parts, witnesses: makeWitnesses(parts) },
    ...{ asking: new Map(), underWay: new Map(), again: new Set<string>(), troubles: new Map() },
  }
  const desk: Desk = { ...shared, priority: 'interactive' }
  return {
    /** A large value comes as its JSON. Throws a DeskError only when nothing is stored and nothing could be had. */
    read: (name: AnalyticsName, asked: AnyInput & { account_id: string; refresh?: boolean }) =>
      read(desk, name, asked),
    /** The same for what nobody waits for: it lets what a person looks at go first. */
    readBehind: (
      name: AnalyticsName,
      asked: AnyInput & { account_id: string; refresh?: boolean },
    ) => read({ ...shared, priority: 'background' }, name, asked),
    /** Keeps an answer of a service; days also go where any part of them can be read again. */
    keep: (...[account_id, name, input, answer]: KeepCall) =>
      keep(desk, { account_id, name, input }, answer),
    /** The same for answers of one account, all of them at once or none. */
    keepAll: (account_id: string, all: readonly { asked: Asked; answer: Answered }[]) =>
      keepAll(desk, account_id, all),
    /** The stored answer to a question, or null; never asks a service. */
    async stored(...[account_id, name, input]: StoredCall) {
      const answer = await stored(desk, { account_id, name, input })
      return answer && { ...answer, value: opened(answer.value) }
    },
    /** Which answers to believe; a download asks by itself. */
    witnesses: shared.witnesses,
    forget() {
      desk.troubles.clear()
      desk.witnesses.forget()
    },
  }
}

type StoredCall = [account_id: string, name: AnalyticsName, input: AnyInput]
type KeepCall = [...StoredCall, answer: Answered]

async function read(
  desk: Desk,
  name: AnalyticsName,
  { account_id, refresh, ...input }: AnyInput & { account_id: string; refresh?: boolean },
): Promise<Answer<unknown>> {
  const question = { account_id, name, input }
  // Looked at first: by the time that the store has answered it may have been asked again.
  const isIncomplete = desk.again.has(keyOf(question)) && !refresh
  const known = await stored(desk, question)
  if (!known) {
    if (isIncomplete) throw new DeskError({ kind: 'incomplete' })
    const answer = await fetchOnce(desk, question)
    if (refresh) desk.onChange()
    return fromService(answer)
  }
  if (refresh) {
    // Every part of the window that shows this answer is to show the newer one, or its trouble.
    return fetchOnce(desk, question)
      .then(fromService, (thrown) => fromStore(known, failureOf(thrown)))
      .finally(desk.onChange)
  }
  const trouble = troubleOf(desk, question, known)
  if (isDue(desk, question, known)) fetchOnce(desk, question).then(desk.onChange, desk.onChange)
  return fromStore(known, trouble?.failure ?? null)
}

/** The last failed try, unless a download has brought a newer answer since. */
function troubleOf({ troubles }: Desk, question: Question, { asOf }: Stored) {
  const trouble = troubles.get(keyOf(question))
  return trouble && trouble.at >= asOf ? trouble : null
}

/** Whether a stored answer should be refreshed behind the one that is shown. */
function isDue(desk: Desk, question: Question, known: Stored) {
  if (known.isSettled) return false
  const now = desk.clock.now()
  const trouble = troubleOf(desk, question, known)
  if (trouble && now - trouble.at < REST_AFTER_FAILURE_MS) return false
  const age = now - known.asOf
  // One from the future was kept before the computer's clock was set back: its age is not known.
  return age < 0 || age >= (FRESH_MS[question.name] ?? FRESH_OTHERWISE_MS)
}

/** The service's answer, kept; the same question asked twice at once is sent once. */
function fetchOnce(desk: Desk, question: Question): Promise<Stored> {
  const { troubles, clock } = desk
  return once(desk, desk.underWay, question, async () => {
    try {
      const answer = await askOnce(desk, question)
      const ask = (other: Question) => askOnce(desk, other)
      const verdict = await desk.witnesses.consult(question, answer, ask)
      if (verdict === 'believed') return await believed(desk, question, answer)
      askAgainBehind(desk, question, answer)
      throw new DeskError({ kind: 'incomplete' })
    } catch (thrown) {
      troubles.set(keyOf(question), { failure: failureOf(thrown), at: clock.now() })
      throw thrown
    }
  })
}

const askOnce = (desk: Desk, question: Question): Promise<Answered> =>
  once(desk, desk.asking, question, () => desk.ask(question, desk.priority))

function once<T>(
  { priority }: Desk,
  underWay: Map<string, Promise<T>>,
  question: Question,
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(question)
  const place = `${priority} ${key}`
  // Who looks at a screen does not wait for what is asked behind it, but that may wait for them.
  const current = underWay.get(place) ?? underWay.get(`interactive ${key}`)
  if (current) return current
  const working = work().finally(() => underWay.delete(place))
  underWay.set(place, working)
  return working
}

async function believed(desk: Desk, question: Question, answer: Answered): Promise<Stored> {
  await keep(desk, question, answer)
  desk.troubles.delete(keyOf(question))
  return { ...answer, isSettled: isFinal(question, answer) }
}

/** Asks an incomplete answer again while the screen says so, and has it read again once there is an outcome. */
function askAgainBehind(desk: Desk, question: Question, answer: Answered) {
  const { again, clock, troubles, witnesses } = desk
  const key = keyOf(question)
  if (again.has(key)) return
  again.add(key)
  witnesses
    .refetch(question, answer, { ask: (one) => askOnce(desk, one) })
    .then((whole) => believed(desk, question, whole))
    .catch((thrown) => troubles.set(key, { failure: failureOf(thrown), at: clock.now() }))
    .finally(() => {
      again.delete(key)
      desk.onChange()
    })
}

async function keep({ store }: Desk, question: Question, answer: Answered) {
  if (question.name === 'statsByDay') await store.keepDays(...daysOfAnswer(question, answer))
  else await store.keepAnswer(...wholeAnswer(question, answer))
}

type Asked = Omit<Question, 'account_id'>

async function keepAll(
  { store }: Desk,
  account_id: string,
  all: readonly { asked: Asked; answer: Answered }[],
) {
  const days: KeepDays[] = []
  const answers: KeepAnswer[] = []
  for (const { asked, answer } of all) {
    const question = { ...asked, account_id }
    if (asked.name === 'statsByDay') days.push(daysOfAnswer(question, answer))
    else answers.push(wholeAnswer(question, answer))
  }
  await store.keepAll(account_id, { days, answers })
}

function daysOfAnswer({ account_id, input }: Question, { value, asOf }: Answered): KeepDays {
  return [account_id, zoneOfQuery(input), askedWith(input), value as DayStatistics[], asOf]
}

function wholeAnswer(question: Question, answer: Answered): KeepAnswer {
  const { account_id, name, input } = question
  return [account_id, name, input, answer.value, answer.asOf, isFinal(question, answer)]
}

async function stored(desk: Desk, { account_id, name, input }: Question): Promise<Stored | null> {
  if (name === 'statsByDay') return storedDays(desk, account_id, input)
  const answer = await storedAnswer(desk, { account_id, name, input })
  const nothing = OF_NOTHING[name]
  if (answer || nothing === undefined) return answer
  const asked = await listedPlayer(desk, account_id, input)
  const isTooEarly =
    asked && periodOfQuery(input).end < firstDayOf(asked.player, zoneOfQuery(input))
  return isTooEarly ? { value: nothing, asOf: asked.asOf, isSettled: true } : null
}

/** None that a later answer about the same window contradicts. */
async function storedAnswer({ store, witnesses }: Desk, question: Question) {
  const answer = await store.answer(question.account_id, question.name, question.input)
  const isContradicted = answer && (await witnesses.judge(question, answer)) === 'contradicted'
  return isContradicted ? null : answer
}

/** The asked player as the stored list has it, and how old the list is. */
async function listedPlayer({ store }: Desk, account_id: string, { player_id }: AnyInput) {
  return store.listedPlayer(account_id, String(player_id))
}

/** The stored days of a question, if none that the service would send is lacking. */
async function storedDays(desk: Desk, account_id: string, input: AnyInput): Promise<Stored | null> {
  const { store, clock } = desk
  const { player_id, pitch_time, video_duration } = askedWith(input)
  const zone = zoneOfQuery(input)
  const period = periodOfQuery(input)
  const today = todayIn(zone, clock.now())
  if (today < period.start) return null
  const rows = await store.days(account_id, zone, player_id, period)
  const valid = rows.filter(
    (row) => row.pitch_time === pitch_time && row.video_duration === video_duration,
  )
  const listed = await listedPlayer(desk, account_id, input)
  const due = daysDue(period, listed && listed.player, { zone, now: clock.now() })
  const known = valid.filter(({ row }) => due && isWithin(due, row.date_key))
  if (known.length < (due ? dayCount(due) : 0)) return null
  // Days that were asked at different times are settled or not each by its own.
  const ages = valid.map(({ row, asOf }) => {
    return { asOf, isSettled: isSettled(row.date_key, zone, asOf) }
  })
  // That there are none is known since the list said when the player came to be.
  const age = combinedAge(ages) ?? combinedAge([listed && { ...listed, isSettled: true }])
  return age && { value: valid.map(({ row }) => row), ...age }
}

const keyOf = ({ account_id, name, input }: Question) => JSON.stringify([account_id, name, input])

const fromService = (answer: Stored): Answer<unknown> => ({
  ...answer,
  from: 'service',
  trouble: null,
})

/** A failed refresh does not matter to what can no longer change. */
const fromStore = (known: Stored, trouble: Failure | null): Answer<unknown> => ({
  ...known,
  from: 'store',
  trouble: known.isSettled ? null : trouble,
})

function isFinal({ name, input }: Question, { value, asOf }: Answered) {
  const ends = endsOf(input)
  const isEnded = (end: unknown) =>
    typeof end === 'string' && isSettled(end.slice(0, 10), zoneOfQuery(input), asOf)
  if (ends.length === 0 || !ends.every(isEnded)) return false
  // What a lookup gap left out can still come.
  if (name !== 'comparisonStats') return true
  return !(opened(value) as ComparisonAnswer).stats.some(isEngagementMissing)
}

/** When what is asked ends: of a player's question once, of rankings and arms each by itself. */
function endsOf({ player_id, end_date, leaderboards, items }: AnyInput): unknown[] {
  const each = [leaderboards, items].find((list) => Array.isArray(list)) as AnyInput[] | undefined
  if (each) return each.map((one) => one['end_date'])
  return player_id === undefined ? [] : [end_date]
}

function askedWith(input: AnyInput) {
  return {
    player_id: String(input['player_id']),
    pitch_time: Number(input['pitch_time'] ?? 0),
    video_duration: Number(input['video_duration'] ?? 0),
  }
}

const isWithin = ({ start, end }: Period, day: string) => start <= day && day <= end

/** A cached read for every row of the table. */
export function analyticsHandlers(read: Reading['read']): DeskHandlers['analytics'] {
  const names = Object.keys(analytics) as AnalyticsName[]
  return Object.fromEntries(
    names.map((name) => [name, (input: never) => read(name, input)]),
  ) as unknown as DeskHandlers['analytics']
}
