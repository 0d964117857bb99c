import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import { createdDayOf, firstDayOf, type Player } from '../../../shared/api/player.ts'
import type { QuotaMetric } from '../../../shared/api/quota.ts'
import {
  type AnalyticsRequest,
  BREAKDOWN_FIELDS,
  dashboardRequests,
  requestsAbout,
  trafficRequests,
} from '../../../shared/features/analytics/requests.ts'
import type {
  DownloadPlan,
  DownloadScope,
  QuotaWindow,
} from '../../../shared/features/downloads/download.ts'
import {
  addDays,
  dayCount,
  dayEndsAt,
  daysOf,
  type Period,
  SETTLES_AFTER_DAYS,
  samePeriod,
  todayIn,
} from '../../../shared/time/period.ts'
import type { DayRun } from '../analytics/days.ts'
import { AT_ONCE } from './pool.ts'

export type PlannedRequest = AnalyticsRequest & {
  /** Null for a request about the whole account. */
  player_id: string | null
}

export const PLAYERS_REQUEST: PlannedRequest = { name: 'players', input: {}, player_id: null }

/** Values shared by a download's players, computed once: calendar arithmetic is slow. */
export interface Frame {
  scope: DownloadScope
  timezone: string
  /** Requests answered since then (epoch milliseconds) are skipped; null when none are. */
  since: number | null
  /** The days of both periods up to today; periods close to each other share a span. */
  spans: { days: string[]; wanted: boolean[] }[]
  /** Whether an answer from `asOf` about a range that ends on this day can no longer change. */
  isSettled: (end: string, asOf: number) => boolean
}

interface FrameFacts {
  timezone: string
  /** Epoch milliseconds. */
  now: number
  since: number | null
}

// One request over a short gap costs less than two.
const LONGEST_GAP_DAYS = 14

export function frameOf(scope: DownloadScope, { timezone, now, since }: FrameFacts): Frame {
  const today = todayIn(timezone, now)
  const endsAt = new Map<string, number>()
  const settlesAt = (day: string) => {
    const known = endsAt.get(day)
    if (known !== undefined) return known
    const at = dayEndsAt(addDays(day, SETTLES_AFTER_DAYS), timezone)
    endsAt.set(day, at)
    return at
  }
  return {
    scope,
    timezone,
    since,
    spans: spansOf(dayPeriodsOf(scope, today), today),
    // Of an answer dated in the future the time is unknown.
    isSettled: (end, asOf) => asOf <= now && asOf >= settlesAt(end),
  }
}

/** The players to ask about, by rank, then newest first. */
export function playersInOrder(
  players: readonly Player[],
  { player_ids }: DownloadScope,
  rank: (player_id: string) => number = () => 0,
): Player[] {
  const named = player_ids && new Set(player_ids)
  return players
    .filter(({ id }) => named?.has(id) ?? true)
    .sort((a, b) => rank(b.id) - rank(a.id) || (a.created_at < b.created_at ? 1 : -1))
}

export interface PlayerPlan {
  /**
   * Its retention: the one answer that was never observed to be incomplete. Sent first, it makes
   * the service compute the period, so that the other answers are complete.
   */
  first: PlannedRequest[]
  days: PlannedRequest[]
  /** The period's figures, for the overview. */
  figures: PlannedRequest[]
  /** For the player's dashboard only, without its retention. */
  dashboard: PlannedRequest[]
  /** Stored days that can no longer change. */
  settledDays: number
}

interface PlayerFacts {
  /** The player's stored days. */
  runs: readonly DayRun[]
  /** When the request's stored answer was sent, epoch milliseconds; null when there is none. */
  answeredAt: (request: AnalyticsRequest) => number | null
}

/** The requests still to send about one player. */
export function planPlayer(player: Player, frame: Frame, facts: PlayerFacts): PlayerPlan {
  const { id: player_id } = player
  const { timezone } = frame
  const createdDay = createdDayOf(player, timezone)
  const spans = frame.spans.map((span) =>
    missingDays(span, { player, frame, createdDay, ...facts }),
  )
  const ranges = spans.flatMap((span) => span.ranges)
  const first: PlannedRequest[] = []
  const figures: PlannedRequest[] = []
  const dashboard: PlannedRequest[] = []
  const lists = { stats: figures, userEngagement: first } as const
  for (const { request, end } of periodRequests(player, frame)) {
    const asOf = facts.answeredAt(request)
    if (asOf !== null && isDone(frame, end, asOf)) continue
    const list = lists[request.name as keyof typeof lists] ?? dashboard
    list.push({ ...request, player_id })
  }
  return {
    first,
    days: ranges.map((range) => {
      return { ...requestsAbout(player, range, timezone).statsByDay, player_id }
    }),
    figures,
    dashboard,
    settledDays: spans.reduce((sum, { settled }) => sum + settled, 0),
  }
}

/** The requests about a player whose stored answers could still be valid. */
export function requestsToLookUp(player: Player, frame: Frame, now: number): AnalyticsRequest[] {
  return periodRequests(player, frame)
    .filter(({ end }) => frame.since !== null || frame.isSettled(end, now))
    .map(({ request }) => request)
}

/** The known limits of an account's plan. */
export interface KnownQuota {
  /** What a request of an endpoint costs of a limit, as learnt so far. */
  costOf: (metric: QuotaMetric, name: AnalyticsName) => number
  /** Empty without limits. */
  windows: QuotaWindow[]
}

/** Players that may have been idle (without any event), and the spans to ask about. */
export interface IdleSearch {
  players: readonly Player[]
  /** Spans of days, each with the periods of the download within it. */
  spans: readonly (Period & { periods: readonly Period[] })[]
  timezone: string
  /** Epoch milliseconds. */
  now: number
}

export interface Planned {
  players: number
  /** The players with open requests, and the spans in which they may have been idle. */
  idle: IdleSearch
  requests: PlannedRequest[]
  settledDays: number
}

/** What an answer of the service usually takes. */
const ANSWER_SECONDS = 0.3

/** The number of requests and queries of a download, and about how long it takes with the quota. */
export function planCost(
  planned: Omit<Planned, 'idle'> & { idleRequests: number },
  quota: KnownQuota | null,
  now: number,
): DownloadPlan {
  const { idleRequests } = planned
  const requests = idleRequests + planned.requests.length
  const costOf = (metric: QuotaMetric) => {
    const costs = planned.requests.map(({ name }) => quota?.costOf(metric, name) ?? 1)
    costs.push(idleRequests * (quota?.costOf(metric, 'playersEvents') ?? 1))
    // Nothing is sent while a limit is used up, whatever is known of the cost.
    return Math.max(1, Math.ceil(costs.reduce((sum, cost) => sum + cost, 0)))
  }
  const windows = (quota?.windows ?? []).map((window) => {
    return { ...window, seconds: secondsIn(window, costOf(window.metric), now) }
  })
  const asking = (requests / AT_ONCE) * ANSWER_SECONDS
  return {
    players: planned.players,
    requests,
    idleRequests,
    queries: costOf('queries'),
    settledDays: planned.settledDays,
    seconds: quota && Math.ceil(Math.max(asking, ...windows.map(({ seconds }) => seconds))),
    windows: windows.map(({ seconds, ...window }) => ({ ...window, isShort: seconds > 0 })),
  }
}

/** Seconds until this window and the following ones have admitted the cost. */
function secondsIn(window: QuotaWindow, cost: number, now: number) {
  const isOver = window.endsAt <= now
  const later = cost - (isOver ? window.limit : window.remaining)
  if (later <= 0) return 0
  if (window.limit <= 0) return Number.POSITIVE_INFINITY
  const untilNext = isOver ? window.intervalSeconds : (window.endsAt - now) / 1000
  return untilNext + (Math.ceil(later / window.limit) - 1) * window.intervalSeconds
}

export const periodsOf = ({ period, comparison }: DownloadScope): Period[] =>
  comparison ? [period, comparison] : [period]

/** Days up to today too when the period ends yesterday, since today is shown beside it. */
const dayPeriodsOf = (scope: DownloadScope, today: string): Period[] => {
  const { period } = scope
  const endsYesterday = period.end === addDays(today, -1)
  return periodsOf({ ...scope, period: endsYesterday ? { ...period, end: today } : period })
}

function spansOf(periods: Period[], today: string): Frame['spans'] {
  const past = periods
    .filter(({ start }) => start <= today)
    .map(({ start, end }) => ({ start, end: end < today ? end : today }))
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  const joined: Period[] = []
  for (const { start, end } of past) {
    const last = joined.at(-1)
    // `dayCount` includes both ends, so adjacent days count 2.
    if (last && dayCount({ start: last.end, end: start }) - 2 <= LONGEST_GAP_DAYS) {
      last.end = end > last.end ? end : last.end
    } else {
      joined.push({ start, end })
    }
  }
  return joined.map((range) => {
    const days = daysOf(range)
    const isPast = (day: string) => past.some(({ start, end }) => start <= day && day <= end)
    return { days, wanted: days.map(isPast) }
  })
}

const isDone = (frame: Frame, end: string, asOf: number) =>
  frame.isSettled(end, asOf) || (frame.since !== null && asOf >= frame.since)

interface MissingDaysOptions {
  player: Player
  frame: Frame
  createdDay: string
  runs: readonly DayRun[]
}

/**
 * The missing days of a span as ranges. A day that is done ends a range, so that no settled day is
 * requested twice; an unwanted day between two wanted ones does not.
 */
function missingDays({ days, wanted }: Frame['spans'][number], options: MissingDaysOptions) {
  const { player, frame, createdDay, runs } = options
  const valid = runs.filter(
    (run) => run.pitch_time === player.pitch_time && run.video_duration === player.duration,
  )
  const ranges: Period[] = []
  let current: Period | null = null
  let settled = 0
  days.forEach((day, index) => {
    if (day < createdDay) return
    const stored = valid.find(({ start, end }) => start <= day && day <= end)
    if (stored && isDone(frame, day, stored.asOf)) {
      current = null
      if (wanted[index]) settled++
    } else if (wanted[index]) {
      if (current === null) ranges.push((current = { start: day, end: day }))
      else current.end = day
    }
  })
  return { ranges, settled }
}

function periodRequests(player: Player, { scope, timezone }: Frame) {
  const firstDay = firstDayOf(player, timezone)
  return periodsOf(scope.comparesDaysOnly ? { ...scope, comparison: null } : scope)
    .filter(({ end }) => end >= firstDay)
    .flatMap((period) =>
      requestsInPeriod(player, period, { scope, timezone }).map((request) => {
        return { request, end: period.end }
      }),
    )
}

/** The requests of a download about one of its periods, without the daily rows. */
export function requestsInPeriod(
  player: Player,
  period: Period,
  { scope, timezone }: Pick<Frame, 'scope' | 'timezone'>,
): AnalyticsRequest[] {
  const about = requestsAbout(player, period, timezone)
  return [
    ...(scope.withPlayers ? dashboardRequests(player, period, timezone) : [about.stats]),
    ...(scope.withPlayers && samePeriod(scope.period, period) ? uncomparedRequests(about) : []),
    ...(scope.withTraffic ? trafficRequests(player, period, timezone) : []),
  ]
}

/** What a dashboard shows of its own period alone; by day, the field that it shows first. */
const uncomparedRequests = (about: ReturnType<typeof requestsAbout>): AnalyticsRequest[] => [
  about.customMetrics,
  about.statsByFieldByDay(BREAKDOWN_FIELDS[0]),
]
