import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { PlayerEventCount } from '../../../shared/api/event-counts.ts'
import { daysDue, type Player } from '../../../shared/api/player.ts'
import { periodOfQuery, requestsAbout } from '../../../shared/features/analytics/requests.ts'
import { playersEventsRequests } from '../../../shared/features/analytics/requests-account.ts'
import type { DownloadScope } from '../../../shared/features/downloads/download.ts'
import { NO_STATISTICS } from '../../../shared/tables/measures.ts'
import { addDays, daysOf, type Period } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { AccountRequest, Answered, Completeness } from '../analytics/completeness.ts'
import { EMPTY_ANSWERS } from '../analytics/reading.ts'
import type { Job } from './job.ts'
import { type IdleSearch, type Planned, type PlannedRequest, requestsInPeriod } from './plan.ts'
import { AT_ONCE, inPool } from './pool.ts'

/** With fewer players it is cheaper to ask about each. */
const FEWEST_PLAYERS = 20

type Span = IdleSearch['spans'][number]
type FindIdle = ReturnType<typeof playersEventsRequests>[number]

/** The requests that find idle players per span; none when they would cost more than they save. */
export function idleRequests({ players, spans, timezone }: IdleSearch) {
  if (players.length < FEWEST_PLAYERS) return []
  const ids = spreadOut(players).map(({ id }) => id)
  return spans.map((span) => {
    // A session that began before the first day can still click and buy on it.
    const early = { start: addDays(span.start, -1), end: span.end }
    return { span, requests: playersEventsRequests(ids, early, timezone) }
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

/** The time from a shown cost to the start of its download. */
const FOUND_FOR_MS = 10 * 60_000

interface FoundIdle extends Omit<Answered, 'value'> {
  player_ids: string[]
}

export type Found = ReturnType<typeof makeFound>

/** The idle players found while a cost was counted, for the download that follows. */
export function makeFound({ now }: Pick<Clock, 'now'>) {
  const byRequest = new Map<string, FoundIdle>()
  const keyOf = (account_id: string, { input }: FindIdle) => JSON.stringify([account_id, input])

  // After the clock was set back, the age is unknown.
  const isFresh = ({ asOf }: FoundIdle) => Math.abs(now() - asOf) < FOUND_FOR_MS

  /** Null when unknown or too old. */
  function known(account_id: string, request: FindIdle): FoundIdle | null {
    const found = byRequest.get(keyOf(account_id, request))
    return found && isFresh(found) ? found : null
  }

  return {
    known,
    keep(account_id: string, request: FindIdle, found: FoundIdle) {
      for (const [key, one] of byRequest) if (!isFresh(one)) byRequest.delete(key)
      byRequest.set(keyOf(account_id, request), found)
    },
    /** Returns them once: the next download searches again. */
    take(account_id: string, request: FindIdle): FoundIdle | null {
      const found = known(account_id, request)
      byRequest.delete(keyOf(account_id, request))
      return found
    },
  }
}

export async function findIdle(ask: AskIdle, { name, input }: FindIdle): Promise<FoundIdle> {
  const request = { name, input: { ...input } }
  const first = await ask(request)
  // Asked again when empty, since that could be a silent failure.
  const { value, ...times } =
    (first.value as PlayerEventCount[]).length > 0 ? first : await ask(request)
  const counts = value as PlayerEventCount[]
  const active = new Set(counts.filter(({ total }) => total > 0).map((one) => one.player_id))
  const ids = input.players_start_date.map(({ player_id }) => player_id)
  return { player_ids: ids.filter((player_id) => !active.has(player_id)), ...times }
}

type AskIdle = (request: Omit<AccountRequest, 'account_id'>) => Promise<Answered>

/** The requests left without the players known to be idle, and the searches that are still to be made. */
export function leftToAsk({ requests, idle }: Planned, known: (one: FindIdle) => FoundIdle | null) {
  const idleSpans = new Map<string, Period[]>()
  const unknown: FindIdle[] = []
  for (const { span, requests: finding } of idleRequests(idle)) {
    for (const request of finding) {
      const found = known(request)
      if (!found) unknown.push(request)
      for (const id of found?.player_ids ?? [])
        idleSpans.set(id, [...(idleSpans.get(id) ?? []), span])
    }
  }
  return { requests: withoutIdle(requests, idleSpans), unknown }
}

interface Querying {
  ask: (job: Job, request: AccountRequest) => Promise<Answered>
  /** Counts a request as done after `work`. */
  counted: (job: Job, request: PlannedRequest, work: () => Promise<boolean>) => Promise<void>
}

/** A request and its answer. */
interface Kept {
  request: Omit<AccountRequest, 'account_id'>
  answer: Answered
}

export interface IdleParts {
  /** Stores answers of one account, all or none. */
  keepAll: (account_id: string, all: readonly Kept[]) => Promise<void>
  completeness: Pick<Completeness, 'classify'>
  /** Whether the service offers an endpoint, as far as known. */
  isOffered: (account_id: string, name: AnalyticsName) => boolean
  clock: Clock
  found: Found
}

/** Players whose days are stored in one transaction of some milliseconds. */
const KEPT_AT_ONCE = 10

/** Finds idle players by POST /events/total_by_company_players, one request per hundred players. */
export function makeIdle({ keepAll, completeness, isOffered, found }: IdleParts) {
  /** Finds the idle players, stores empty answers for them, and returns the remaining requests. */
  async function leaveOutIdle(job: Job, { requests, idle }: Planned, how: Querying) {
    if (!isOffered(job.state.account_id, 'playersEvents')) return requests
    const idleSpans = new Map<string, Period[]>()
    const players = new Map(idle.players.map((player) => [player.id, player]))
    const { signal } = job.controller
    async function keepIdle({ player_ids, ...times }: FoundIdle, span: Span) {
      const idlers = player_ids.flatMap((player_id) => players.get(player_id) ?? [])
      for (let at = 0; at < idlers.length; at += KEPT_AT_ONCE) {
        const some = idlers.slice(at, at + KEPT_AT_ONCE)
        for (const player_id of await keepEmpty(job, some, { ...idle, span, times }))
          idleSpans.set(player_id, [...(idleSpans.get(player_id) ?? []), span])
      }
    }
    for (const { span, requests: finding } of idleRequests(idle)) {
      await inPool(finding, { atOnce: AT_ONCE, signal }, async (request) => {
        const before = found.take(job.state.account_id, request)
        if (before) return keepIdle(before, span)
        job.state.total++
        await how.counted(job, { ...request, player_id: null }, async () => {
          const idlers = await askIdle(job, request, how)
          if (idlers) await keepIdle(idlers, span)
          return true
        })
      })
    }
    const left = withoutIdle(requests, idleSpans)
    job.state.total -= requests.length - left.length
    return left
  }

  /** Null when unknown: these players are then asked about as usual. */
  async function askIdle(
    job: Job,
    request: FindIdle,
    { ask }: Querying,
  ): Promise<FoundIdle | null> {
    const { account_id } = job.state
    try {
      return await findIdle((one) => ask(job, { account_id, ...one }), request)
    } catch (thrown) {
      if (job.controller.signal.aborted) throw thrown
      return null
    }
  }

  /** Stores empty answers for idle players; returns those that nothing contradicts. */
  async function keepEmpty({ state: { account_id, scope } }: Job, some: Player[], of: Idle) {
    const empty = { ...of.times, value: NO_STATISTICS }
    const confirmed: string[] = []
    const kept: Kept[] = []
    for (const player of some) {
      const { stats } = requestsAbout(player, of.span, of.timezone)
      const verdict = await completeness.classify({ account_id, ...stats }, empty)
      if (verdict === 'contradicted') continue
      confirmed.push(player.id)
      kept.push(...emptyAnswersOf(player, scope, of))
    }
    await keepAll(account_id, kept)
    return confirmed
  }

  return { leaveOutIdle }
}

interface Idle extends Pick<IdleSearch, 'timezone' | 'now'> {
  span: Span
  times: Omit<FoundIdle, 'player_ids'>
}

function emptyAnswersOf(player: Player, scope: DownloadScope, of: Idle): Kept[] {
  const { span, timezone, now, times } = of
  const due = daysDue(span, player, { zone: timezone, now })
  const rows = due ? daysOf(due).map((date_key) => ({ ...NO_STATISTICS, date_key })) : []
  // Custom metrics are a list also without activity, so that no answer about them is made up.
  const requests = span.periods
    .flatMap((period) => requestsInPeriod(player, period, { scope, timezone }))
    .filter(({ name }) => name in EMPTY_ANSWERS)
  const { statsByDay } = requestsAbout(player, span, timezone)
  return [
    { request: statsByDay, answer: { ...times, value: rows } },
    ...requests.map((request) => {
      return { request, answer: { ...times, value: EMPTY_ANSWERS[request.name] } }
    }),
  ]
}

/** The requests whose period is not completely idle. */
function withoutIdle(
  requests: readonly PlannedRequest[],
  idleSpans: ReadonlyMap<string, readonly Period[]>,
): PlannedRequest[] {
  return requests.filter(({ player_id, input }) => {
    const spans = (player_id && idleSpans.get(player_id)) || []
    const wasIdle = (day: string) => spans.some(({ start, end }) => start <= day && day <= end)
    return spans.length === 0 || !daysOf(periodOfQuery(input)).every(wasIdle)
  })
}
