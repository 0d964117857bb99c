import { setImmediate as turn } from 'node:timers/promises'
import type { Player } from '../../../shared/api/player.ts'
import { hasActivity, type Statistics } from '../../../shared/api/statistics.ts'
import { noAccount } from '../../../shared/failure.ts'
import {
  type AnalyticsRequest,
  requestsAbout,
} from '../../../shared/features/analytics/requests.ts'
import type { DownloadScope } from '../../../shared/features/downloads/download.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Store } from '../../database/store.ts'
import { opened } from '../../threads/large-json.ts'
import type { StoredAnswer } from '../analytics/answers.ts'
import type { DayRun } from '../analytics/days.ts'
import {
  type Frame,
  frameOf,
  type IdleSearch,
  PLAYERS_REQUEST,
  type Planned,
  type PlayerPlan,
  periodsOf,
  planPlayer,
  playersInOrder,
  requestsToLookUp,
} from './plan.ts'

/** The store's verbs that a download needs. */
type DownloadStore = Pick<
  Store,
  | ('answeredAt' | 'dayCover' | 'keepDownloaded' | 'openDownload')
  | ('keepDownloadActive' | 'closeDownload' | 'openDownloads' | 'closedDownloads')
> & {
  accounts: () => Promise<readonly { id: string; timezone: string }[]>
  answer: (
    ...request: Parameters<Store['answer']>
  ) => Promise<Omit<StoredAnswer, 'isSettled'> | null>
}

export interface PlanningParts {
  store: DownloadStore
  /** The importance of players: players of higher importance are downloaded earlier. */
  rank?: (account_id: string) => Promise<(player_id: string) => number>
}

interface PlanOptions {
  scope: DownloadScope
  /** Epoch milliseconds. */
  now: number
  since: number | null
}

// Players planned without yielding: a few milliseconds.
const PLAYERS_AT_ONCE = 40

export type Planning = ReturnType<typeof makePlanning>

/** Collects from the store what a plan needs, a few players at a time. */
export function makePlanning({ store, rank }: PlanningParts) {
  async function storedPlayers(account_id: string) {
    const answer = await store.answer(account_id, PLAYERS_REQUEST.name, PLAYERS_REQUEST.input)
    return answer && { value: opened(answer.value) as Player[], asOf: answer.asOf }
  }

  /** The requests still to send about the stored players, without the list of players itself. */
  async function plan({ scope, now, since }: PlanOptions): Promise<Planned> {
    const { account_id } = scope
    const timezone = await zoneOf(store, account_id)
    const frame = frameOf(scope, { timezone, now, since })
    const listed = (await storedPlayers(account_id))?.value ?? []
    const players = playersInOrder(listed, scope, await rank?.(account_id))
    const cover = await coverOf(store, frame)
    const overview: Planned['requests'] = []
    const dashboard: Planned['requests'] = []
    const open: Player[] = []
    let settledDays = 0
    for (let from = 0; from < players.length; from += PLAYERS_AT_ONCE) {
      const some = players.slice(from, from + PLAYERS_AT_ONCE)
      const sought = some.flatMap((one) => requestsToLookUp(one, frame, now))
      const answeredAt = await timesOf(store, account_id, sought)
      const planned: PlayerPlan[] = []
      for (const player of some) {
        const own = planPlayer(player, frame, { runs: cover[player.id] ?? [], answeredAt })
        settledDays += own.settledDays
        const left = [own.first, own.days, own.figures, own.dashboard].flat()
        if (left.length === 0 || (await areZeros(left, player, frame))) continue
        open.push(player)
        planned.push(own)
      }
      // Each kind for all these players, so that a player's figures are computed when requested.
      for (const kind of ['first', 'days', 'figures'] as const)
        overview.push(...planned.flatMap((one) => one[kind]))
      dashboard.push(...planned.flatMap((one) => one.dashboard))
      await turn()
    }
    const idle = { players: open, spans: spansWith(periodsOf(scope), frame), timezone, now }
    return { players: players.length, idle, requests: [...overview, ...dashboard], settledDays }
  }

  /**
   * Whether only the custom metrics are left, of a period without activity: all of them are zero, and an idle
   * player is not asked about.
   */
  async function areZeros(left: Planned['requests'], player: Player, { scope, timezone }: Frame) {
    if (left.some(({ name }) => name !== 'customMetrics')) return false
    const { stats } = requestsAbout(player, scope.period, timezone)
    const known = await store.answer(scope.account_id, stats.name, stats.input)
    return known !== null && !hasActivity(opened(known.value) as Statistics)
  }

  return { plan, storedPlayers, zoneOf: (account_id: string) => zoneOf(store, account_id) }
}

/** Each span's range, with the periods that start in it. */
function spansWith(periods: readonly Period[], { spans }: Frame): IdleSearch['spans'] {
  return spans.flatMap(({ days }) => {
    const [start, end] = [days[0], days.at(-1)]
    if (start === undefined || end === undefined) return []
    return [
      { start, end, periods: periods.filter((one) => start <= one.start && one.start <= end) },
    ]
  })
}

async function zoneOf(store: DownloadStore, account_id: string) {
  const account = (await store.accounts()).find(({ id }) => id === account_id)
  if (account) return account.timezone
  throw noAccount()
}

/** Each player's stored days in the frame's spans. */
async function coverOf(store: DownloadStore, { scope, timezone, spans }: Frame) {
  const cover: Record<string, DayRun[]> = {}
  for (const { days } of spans) {
    const [start, end] = [days[0], days.at(-1)]
    if (start === undefined || end === undefined) continue
    const part = await store.dayCover(scope.account_id, timezone, { start, end })
    for (const [player_id, runs] of Object.entries(part)) {
      const known = (cover[player_id] ??= [])
      known.push(...runs)
    }
  }
  return cover
}

async function timesOf(store: DownloadStore, account_id: string, requests: AnalyticsRequest[]) {
  const times = requests.length === 0 ? [] : await store.answeredAt(account_id, requests)
  const byKey = new Map(requests.map((request, index) => [keyOf(request), times[index] ?? null]))
  return (request: AnalyticsRequest) => byKey.get(keyOf(request)) ?? null
}

// Both inputs come from the same function, so the order of keys is equal.
const keyOf = ({ name, input }: AnalyticsRequest) => JSON.stringify([name, input])
