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
  asOf: number
}

interface ReadingParts {
  store: Pick<Store, 'answer' | 'keepAnswer' | 'keepDays' | 'days'>
  ask: (
    account_id: string,
    name: AnalyticsName,
    input: AnyInput,
  ) => Promise<{ value: unknown; asOf: number }>
  clock: Clock
  onChange: () => void
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
export function makeReading({ store, ask, clock, onChange }: ReadingParts) {
  const underWay = new Map<string, Promise<Stored>>()
  const troubles = new Map<string, { failure: Failure; at: number }>()

  async function read(
    name: AnalyticsName,
    asked: AnyInput & { account_id: string; refresh?: boolean | undefined },
  ): Promise<Answer<unknown>> {
    const { account_id, refresh, ...input } = asked
    const key = JSON.stringify([account_id, name, input])
    const stored = await storedAnswer(account_id, name, input)
    if (!stored)
      return present(input, await fetch(key, account_id, name, input), 'service', null)
    const isFixed = isFinal(input, stored.asOf)
    if (refresh) return refreshed()
    const trouble = troubles.get(key)
    const isResting = trouble && clock.now() - trouble.at < REST_AFTER_FAILURE_MS
    if (!isFixed && !isFresh(name, stored.asOf) && !isResting) {
      fetch(key, account_id, name, input).then(onChange, onChange)
    }
    return present(input, stored, 'store', isFixed ? null : (trouble?.failure ?? null))

    async function refreshed() {
      try {
        return present(input, await fetch(key, account_id, name, input), 'service', null)
      } catch (thrown) {
        if (!stored) throw thrown
        return present(input, stored, 'store', failureOf(thrown))
      }
    }
  }

  function fetch(key: string, account_id: string, name: AnalyticsName, input: AnyInput) {
    const current = underWay.get(key)
    if (current) return current
    const fetching = ask(account_id, name, input)
      .then(async ({ value, asOf }) => {
        await keep(account_id, name, input, { value, asOf })
        troubles.delete(key)
        return { value, asOf }
      })
      .catch((thrown: unknown) => {
        troubles.set(key, { failure: failureOf(thrown), at: clock.now() })
        throw thrown
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, fetching)
    return fetching
  }

  /** Keeps an answer of a service; days also go where any part of them can be read again. */
  async function keep(
    account_id: string,
    name: AnalyticsName,
    input: AnyInput,
    { value, asOf }: Stored,
  ) {
    if (name === 'statsByDay') {
      const zone = String(input['timezone'] ?? 'UTC')
      await store.keepDays(account_id, zone, askedWith(input), value as DayStatistics[], asOf)
      return
    }
    await store.keepAnswer(account_id, name, input, value, asOf, isFinal(input, asOf))
  }

  async function storedAnswer(account_id: string, name: AnalyticsName, input: AnyInput) {
    if (name === 'statsByDay') return storedDays(account_id, input)
    return store.answer(account_id, name, input)
  }

  /** The stored days of a question, if none that the service would send is lacking. */
  async function storedDays(account_id: string, input: AnyInput): Promise<Stored | null> {
    const zone = String(input['timezone'] ?? 'UTC')
    const { player_id, pitch_time, video_duration } = askedWith(input)
    const period = periodOf(input)
    const rows = await store.days(account_id, zone, player_id, period)
    const valid = rows.filter(
      (row) => row.pitch_time === pitch_time && row.video_duration === video_duration,
    )
    const players = await store.answer(account_id, 'players', {})
    const player = (players?.value as Player[] | undefined)?.find(({ id }) => id === player_id)
    if (valid.length < expectedDays(period, player, zone)) return null
    const asOf = valid.reduce((oldest, row) => Math.min(oldest, row.asOf), clock.now())
    return { value: valid.map(({ row }) => row), asOf }
  }

  const isFresh = (name: AnalyticsName, asOf: number) =>
    clock.now() - asOf < (FRESH_MS[name] ?? FRESH_OTHERWISE_MS)

  return { read, keep, stored: storedAnswer, forget: () => troubles.clear() }
}

function present(
  input: AnyInput,
  { value, asOf }: Stored,
  from: 'service' | 'store',
  trouble: Failure | null,
): Answer<unknown> {
  return { value, asOf, from, isSettled: isFinal(input, asOf), trouble }
}

function isFinal(input: AnyInput, asOf: number) {
  const end = input['end_date']
  if (typeof end !== 'string' || !('player_id' in input)) return false
  return isSettled(end.slice(0, 10), String(input['timezone'] ?? 'UTC'), asOf)
}

function askedWith(input: AnyInput) {
  return {
    player_id: String(input['player_id']),
    pitch_time: Number(input['pitch_time'] ?? 0),
    video_duration: Number(input['video_duration'] ?? 0),
  }
}

function periodOf(input: AnyInput): Period {
  return {
    start: String(input['start_date']).slice(0, 10),
    end: String(input['end_date']).slice(0, 10),
  }
}

/**
 * How many day rows the service sends for a period. Analytics, POST /sessions/stats_by_day: rows
 * start no earlier than the day before the player was created. A future day has none yet.
 */
function expectedDays(period: Period, player: Player | undefined, zone: string) {
  if (!player) return dayCount(period)
  const created = Date.parse(`${player.created_at.replace(' ', 'T')}Z`)
  const dayBefore = todayIn(zone, created - 86_400_000)
  const start = dayBefore > period.start ? dayBefore : period.start
  return start > period.end ? 0 : dayCount({ start, end: period.end })
}
