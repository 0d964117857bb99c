import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import { createdDayOf, type Player } from '../../../shared/api/player.ts'
import { type Bridge, bridge, type Noun } from '../../../shared/bridge.ts'
import { AppError } from '../../../shared/failure.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import {
  type AnalyticsRequest,
  dashboardRequests,
  requestsAbout,
} from '../../../shared/features/analytics/requests.ts'
import { MOST_TRENDS, type Overview } from '../../../shared/features/overview/overview.ts'
import { ageOf } from '../../../shared/features/overview/table.ts'
import { frozenAnswer, isFreezable } from '../../../shared/features/reports/left-in.ts'
import {
  comparedIn,
  type FrozenCall,
  type FrozenScreen,
  MOST_FROZEN_CALLS,
  type ReportAbout,
  type ReportDocument,
  titleFrom,
} from '../../../shared/features/reports/report.ts'
import {
  comparedPlayers,
  reportDays,
  trafficValues,
} from '../../../shared/features/reports/subject.ts'
import { viewOf } from '../../../shared/features/reports/view.ts'
import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import type { Operation } from '../../../shared/operation.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import { allDefinitions } from '../../../shared/tables/titles.ts'
import { type Aged, combinedAge } from '../../../shared/time/age.ts'
import { type Period, todayIn } from '../../../shared/time/period.ts'
import { isoDate } from '../../../shared/time/time.ts'
import type { Clock } from '../../clock.ts'
import { canonicalJson } from '../../database/json.ts'
import type { CallHandlers } from '../../shell/router.ts'
import type { Reading } from '../analytics/reading.ts'
import { unfinishedIn, unfinishedInAnswer, type When } from './unfinished.ts'

interface FreezeParts {
  handlers: () => CallHandlers
  stored: Reading['stored']
  find: (account_id: string) => Promise<Pick<Account, 'id' | 'name' | 'timezone'>>
  preferences: () => Preferences
  clock: Clock
  version: string
}

type UnansweredCall = Omit<FrozenCall, 'value'>

/**
 * Makes a report of a screen from stored answers. The window lists the calls of its screen; main
 * reads their answers from the store, without a request to a service, and leaves out what reports
 * must not contain.
 */
export function makeFreeze(parts: FreezeParts) {
  return async (screen: FrozenScreen): Promise<ReportDocument> => {
    const { id, name, timezone } = await parts.find(screen.account_id)
    const players = await playersOf(parts, screen)
    const player = await playerOf(parts, players, screen, timezone)
    const comparison = comparedIn({ player, comparison: screen.comparison })
    const additional = [
      { noun: 'analytics', verb: 'players', input: { account_id: screen.account_id } },
      ...dashboardCalls({ ...screen, comparison }, player, timezone),
      ...trendsCalls(screen, players),
    ]
    const shown = screen.calls.map(({ input, ...of }) => ({ ...of, input: withoutRefresh(input) }))
    const now = parts.clock.now()
    const found = await answered(parts, screen, distinct([...shown, ...additional]))
    const when = { zone: timezone, today: todayIn(timezone, now) }
    const earlier = earlierThanTotals(found, { ...screen, comparison }, player, when)
    const isShown = new Set(shown.map(textOf))
    const calls = found.filter((call) => isShown.has(textOf(call)) || !earlier.has(call))
    const kept = new Set(calls.map(({ verb }) => verb))
    const leftOut = [...new Set(found.map(({ verb }) => verb))].filter((verb) => !kept.has(verb))
    const about: ReportAbout = {
      screen: screen.screen,
      title: titleFrom(screen.title),
      account: { id, name, timezone },
      player,
      group: screen.group,
      period: screen.period,
      comparison: screen.comparison,
      unfinished: unfinishedIn(calls, screen, when),
      ...(leftOut.length > 0 && { leftOut }),
      filters: screen.filters,
      madeAt: now,
      asOf: agesOf(calls),
      version: parts.version,
    }
    const document: ReportDocument = {
      format: 'cuepoint-report',
      edition: 1,
      about,
      view: viewOf(parts.preferences()),
      definitions: allDefinitions(),
      calls,
    }
    // Drops what JSON cannot represent, so that a report equals its file.
    return JSON.parse(JSON.stringify(document)) as ReportDocument
  }
}

/** Throws `nothing-stored` for a report without figures; the list of players is not a figure. */
export function refuseEmpty(document: ReportDocument): ReportDocument {
  const isFigure = ({ noun, verb, value }: FrozenCall) =>
    noun === 'overview' && verb === 'read'
      ? figuresIn(value).length > 0
      : noun === 'analytics' && verb !== 'players'
  if (!document.calls.some(isFigure)) throw new AppError({ kind: 'nothing-stored' })
  return document
}

/**
 * The overview's figures of its players in the period, or in the comparison. Before a player was created there is no
 * answer.
 */
const figuresIn = (value: unknown, side: 'current' | 'comparison' = 'current') =>
  (value as Overview).rows
    .flatMap((row) => row[side] ?? [])
    .filter(({ period, sums, asOf }) => asOf !== null && (period !== null || sums !== null))

async function playersOf({ stored }: FreezeParts, { account_id }: FrozenScreen) {
  const players = await stored(account_id, 'players', {})
  return (players?.value as Player[] | undefined) ?? []
}

async function playerOf(
  { handlers }: FreezeParts,
  players: readonly Player[],
  { account_id, player_id }: FrozenScreen,
  zone: string,
) {
  if (player_id === null) return null
  const listed = players.find(({ id }) => id === player_id)
  const of = { account_id, player_id }
  const { duration, pitch_time } = listed ?? (await handlers().players.lastKnown(of))
  const created = isoDate.safeParse(listed && createdDayOf(listed, zone)).data
  return { id: player_id, name: listed?.name ?? player_id, duration, pitch_time, created }
}

/** The other views of a dashboard, and what they compare themselves with. */
function dashboardCalls(
  { account_id, screen, period, comparison }: FrozenScreen,
  player: ReportAbout['player'],
  zone: string,
): UnansweredCall[] {
  if (screen !== 'player' || !player || !period) return []
  const current = requestsAbout(player, period, zone)
  const before = comparison && requestsAbout(player, comparison, zone)
  return [
    ...dashboardRequests(player, period, zone),
    ...[current.statsByDay, current.customMetrics],
    ...(before ? [before.stats, before.userEngagement, before.statsByDay] : []),
  ].map(callIn(account_id))
}

const callIn =
  (account_id: string) =>
  ({ name, input }: AnalyticsRequest): UnansweredCall => ({
    noun: 'analytics',
    verb: name,
    input: { ...input, account_id },
  })

/** The answers about the period, or the comparison, in which a day was not over that the totals have whole. */
function earlierThanTotals(
  calls: readonly FrozenCall[],
  { account_id, period, comparison }: FrozenScreen,
  player: ReportAbout['player'],
  when: When,
): ReadonlySet<FrozenCall> {
  const earlierIn = (days: Period | null) => {
    if (!player || !days) return []
    const stats = textOf(callIn(account_id)(requestsAbout(player, days, when.zone).stats))
    const totals = calls.find((call) => textOf(call) === stats)
    if (!totals) return []
    const whole = unfinishedInAnswer(totals, days, when)
    return calls.filter((call) => {
      const day = unfinishedInAnswer(call, days, when)
      return day !== null && (whole === null || day < whole)
    })
  }
  return new Set([period, comparison].flatMap(earlierIn))
}

/** The plays per day of every player: the screen asks for those in view. */
function trendsCalls(
  { account_id, screen, period }: FrozenScreen,
  players: readonly Player[],
): UnansweredCall[] {
  if (screen !== 'overview' || !period) return []
  const calls: UnansweredCall[] = []
  for (let at = 0; at < players.length; at += MOST_TRENDS) {
    const player_ids = players.slice(at, at + MOST_TRENDS).map(({ id }) => id)
    calls.push({ noun: 'overview', verb: 'trends', input: { account_id, period, player_ids } })
  }
  return calls
}

async function answered(
  parts: FreezeParts,
  screen: FrozenScreen,
  calls: readonly UnansweredCall[],
): Promise<FrozenCall[]> {
  const { account_id, player_ids, player_id, group } = screen
  const found: FrozenCall[] = []
  for (const call of calls) {
    if (!isFreezable(call) || accountOf(call.input) !== account_id) continue
    const value = await readCall(parts, call, group)
    if (value !== null) found.push({ ...call, value })
  }
  const subject = {
    player_ids: player_id === null ? player_ids : [player_id, ...player_ids],
    compared_ids: comparedPlayers(found),
    group_ids: [group?.id, ...calls.map(testOf)].filter((id) => id !== undefined),
    days: reportDays(screen, found),
    valuesOf: trafficValues(found),
  }
  return found.map((call) => ({ ...call, value: frozenAnswer(call, call.value, subject) }))
}

/** The test of which a call asks the figures. */
function testOf({ input }: UnansweredCall) {
  const { comparison_group_id: id } = fieldsOf(input)
  return typeof id === 'string' ? id : undefined
}

/** The stored answer to a call; null when there is none or the call does not exist. */
async function readCall(
  { stored, handlers }: FreezeParts,
  { noun, verb, input }: UnansweredCall,
  group: FrozenScreen['group'],
) {
  const verbs: Record<string, Operation> = bridge[noun as Noun]
  const parsed = verbs[verb]?.input.safeParse(input)
  if (!parsed?.success) return null
  if (noun === 'analytics') {
    const { account_id, ...own } = parsed.data as { account_id: string }
    return stored(account_id, verb as AnalyticsName, own)
  }
  if (group && `${noun}.${verb}` === 'abTests.list') return wholeTest(handlers(), input, group.id)
  const handle = (handlers()[noun as keyof Bridge] as Record<string, (given: unknown) => unknown>)[
    verb
  ]
  return (await handle?.(parsed.data)) ?? null
}

/** A report's list has its one test with the full history: readers can call nothing else. */
async function wholeTest({ abTests }: CallHandlers, input: unknown, group_id: string) {
  const account_id = String(accountOf(input))
  return { [group_id]: await abTests.test({ account_id, group_id }) }
}

/** The times of the oldest and newest answer with figures; of lists only where there are no figures. */
export function agesOf(calls: readonly FrozenCall[]): ReportAbout['asOf'] {
  const figures = calls.filter((call) => !isList(call)).flatMap(agesIn)
  const ages = figures.length > 0 ? figures : calls.filter(isList).flatMap(agesIn)
  const age = combinedAge(ages)
  return age && { oldest: age.asOf, newest: Math.max(...ages.map(({ asOf }) => asOf)) }
}

const isList = ({ noun, verb }: FrozenCall) =>
  noun === 'analytics' && (verb === 'players' || verb === 'comparisonGroups')

function agesIn({ noun, verb, value }: FrozenCall): Aged[] {
  if (noun === 'analytics') return [value as Answer<unknown>]
  if (noun !== 'overview' || verb !== 'read') return []
  return [...figuresIn(value), ...figuresIn(value, 'comparison')].flatMap((one) => ageOf(one) ?? [])
}

const accountOf = (input: unknown) => (input as { account_id?: unknown } | null)?.account_id

function distinct(calls: readonly UnansweredCall[]): UnansweredCall[] {
  const byText = new Map(calls.map((call) => [textOf(call), call]))
  return [...byText.values()].slice(0, MOST_FROZEN_CALLS)
}

const textOf = ({ noun, verb, input }: UnansweredCall) => canonicalJson({ noun, verb, input })

export function withoutRefresh(input: unknown): Record<string, unknown> {
  const { refresh: _, ...calls } = (input ?? {}) as Record<string, unknown>
  return calls
}
