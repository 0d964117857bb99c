import type { AnalyticsName } from '../shared/api/analytics.ts'
import { type Failure, failureOf } from '../shared/failure.ts'
import type { Answer } from '../shared/model/desk.ts'
import { dayCount, isSettled, type Period, todayIn } from '../shared/model/period.ts'
import type { Player } from '../shared/model/player.ts'
import type { DayStatistics } from '../shared/model/statistics.ts'
import type { Clock } from './clock.ts'
import type { Store } from './store/store.ts'

type AnyInput = Record<string, unknown>

interface Stored {
  value: unknown
  /** Epoch milliseconds. */
  asOf: number
}

interface Question {
  account_id: string
  name: AnalyticsName
  input: AnyInput
}

interface ReadingParts {
  store: Pick<Store, 'answer' | 'keepAnswer' | 'keepDays' | 'days'>
  ask: (account_id: string, name: AnalyticsName, input: AnyInput) => Promise<Stored>
  clock: Clock
  onChange: () => void
}

interface Desk extends ReadingParts {
  underWay: Map<string, Promise<Stored>>
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

/** After a failed refresh, how long a question is left alone unless the person asks. */
const REST_AFTER_FAILURE_MS = 30_000

/**
 * Reads for the window: the stored answer at once when there is one, refreshed behind it when its
 * days can still change; otherwise the service's, kept before it is shown.
 */
export function makeReading(parts: ReadingParts) {
  const desk: Desk = { ...parts, underWay: new Map(), troubles: new Map() }
  return {
    /** Throws a DeskError only when nothing is stored and nothing could be had. */
    read: (name: AnalyticsName, asked: AnyInput & { account_id: string; refresh?: boolean }) =>
      read(desk, name, asked),
    /** Keeps an answer of a service; days also go where any part of them can be read again. */
    keep: (...[account_id, name, input, answer]: KeepCall) =>
      keep(desk, { account_id, name, input }, answer),
    /** The stored answer to a question, or null; never asks a service. */
    stored: (...[account_id, name, input]: StoredCall) => stored(desk, { account_id, name, input }),
    forget: () => desk.troubles.clear(),
  }
}

type StoredCall = [account_id: string, name: AnalyticsName, input: AnyInput]
type KeepCall = [...StoredCall, answer: Stored]

async function read(
  desk: Desk,
  name: AnalyticsName,
  { account_id, refresh, ...input }: AnyInput & { account_id: string; refresh?: boolean },
): Promise<Answer<unknown>> {
  const question = { account_id, name, input }
  const known = await stored(desk, question)
  if (!known) return fromService(question, await fetchOnce(desk, question))
  if (refresh) {
    return fetchOnce(desk, question).then(
      (fresh) => fromService(question, fresh),
      (thrown) => fromStore(question, known, failureOf(thrown)),
    )
  }
  const trouble = desk.troubles.get(keyOf(question))
  if (isDue(desk, question, known)) fetchOnce(desk, question).then(desk.onChange, desk.onChange)
  return fromStore(question, known, trouble?.failure ?? null)
}

/** Whether a stored answer should be refreshed behind the one that is shown. */
function isDue({ clock, troubles }: Desk, question: Question, { asOf }: Stored) {
  if (isFinal(question, asOf)) return false
  const trouble = troubles.get(keyOf(question))
  if (trouble && clock.now() - trouble.at < REST_AFTER_FAILURE_MS) return false
  return clock.now() - asOf >= (FRESH_MS[question.name] ?? FRESH_OTHERWISE_MS)
}

/** The service's answer, kept; the same question asked twice at once is sent once. */
function fetchOnce(desk: Desk, question: Question): Promise<Stored> {
  const { underWay, troubles, clock } = desk
  const key = keyOf(question)
  const current = underWay.get(key)
  if (current) return current
  const fetching = desk
    .ask(question.account_id, question.name, question.input)
    .then(async (answer) => {
      await keep(desk, question, answer)
      troubles.delete(key)
      return answer
    })
    .catch((thrown: unknown) => {
      troubles.set(key, { failure: failureOf(thrown), at: clock.now() })
      throw thrown
    })
    .finally(() => underWay.delete(key))
  underWay.set(key, fetching)
  return fetching
}

async function keep({ store }: Desk, question: Question, { value, asOf }: Stored) {
  const { account_id, name, input } = question
  if (name === 'statsByDay') {
    await store.keepDays(
      account_id,
      zoneOf(input),
      askedWith(input),
      value as DayStatistics[],
      asOf,
    )
    return
  }
  await store.keepAnswer(account_id, name, input, value, asOf, isFinal(question, asOf))
}

async function stored(desk: Desk, { account_id, name, input }: Question): Promise<Stored | null> {
  return name === 'statsByDay'
    ? storedDays(desk, account_id, input)
    : desk.store.answer(account_id, name, input)
}

/** The stored days of a question, if none that the service would send is lacking. */
async function storedDays(
  { store, clock }: Desk,
  account_id: string,
  input: AnyInput,
): Promise<Stored | null> {
  const { player_id, pitch_time, video_duration } = askedWith(input)
  const period = periodOf(input)
  const rows = await store.days(account_id, zoneOf(input), player_id, period)
  const valid = rows.filter(
    (row) => row.pitch_time === pitch_time && row.video_duration === video_duration,
  )
  const players = await store.answer(account_id, 'players', {})
  const player = (players?.value as Player[] | undefined)?.find(({ id }) => id === player_id)
  if (valid.length < expectedDays(period, player, zoneOf(input))) return null
  const asOf = valid.reduce((oldest, row) => Math.min(oldest, row.asOf), clock.now())
  return { value: valid.map(({ row }) => row), asOf }
}

const keyOf = ({ account_id, name, input }: Question) => JSON.stringify([account_id, name, input])

const fromService = (question: Question, answer: Stored): Answer<unknown> => ({
  value: answer.value,
  asOf: answer.asOf,
  from: 'service',
  isSettled: isFinal(question, answer.asOf),
  trouble: null,
})

function fromStore(question: Question, { value, asOf }: Stored, trouble: Failure | null) {
  const isSettledNow = isFinal(question, asOf)
  // A failed refresh does not matter to what can no longer change.
  return {
    value,
    asOf,
    from: 'store',
    isSettled: isSettledNow,
    trouble: isSettledNow ? null : trouble,
  } satisfies Answer<unknown>
}

function isFinal({ input }: Question, asOf: number) {
  const end = input['end_date']
  if (typeof end !== 'string' || !('player_id' in input)) return false
  return isSettled(end.slice(0, 10), zoneOf(input), asOf)
}

// Analytics, What the service does, 5: without `timezone`, dates are read in UTC.
const zoneOf = ({ timezone }: AnyInput) => (typeof timezone === 'string' ? timezone : 'UTC')

function askedWith(input: AnyInput) {
  return {
    player_id: String(input['player_id']),
    pitch_time: Number(input['pitch_time'] ?? 0),
    video_duration: Number(input['video_duration'] ?? 0),
  }
}

const dayOf = (wire: unknown) => String(wire).slice(0, 10)

const periodOf = ({ start_date, end_date }: AnyInput): Period => ({
  start: dayOf(start_date),
  end: dayOf(end_date),
})

/**
 * How many day rows the service sends for a period. Analytics, POST /sessions/stats_by_day: rows
 * start no earlier than the day before the player was created.
 */
function expectedDays(period: Period, player: Player | undefined, zone: string) {
  if (!player) return dayCount(period)
  const created = Date.parse(`${player.created_at.replace(' ', 'T')}Z`)
  const dayBefore = todayIn(zone, created - 86_400_000)
  const start = dayBefore > period.start ? dayBefore : period.start
  return start > period.end ? 0 : dayCount({ start, end: period.end })
}
