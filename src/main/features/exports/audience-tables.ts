import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type { Player } from '../../../shared/api/player.ts'
import {
  accountEventsRequest,
  conversionsRequest,
  engagementDaysRequest,
  platformsRequest,
  playersEventsRequests,
} from '../../../shared/features/analytics/requests-account.ts'
import {
  clicksRequest,
  eventsRequest,
  leaderboardRequest,
  liveRequest,
  variantRequests,
} from '../../../shared/features/analytics/requests-audience.ts'
import type { AudienceRequest } from '../../../shared/features/exports/audience-request.ts'
import { leaderboardTable, rankingsOf } from '../../../shared/features/leaderboard/table.ts'
import { accountEventsTable, platformsTable } from '../../../shared/features/live/account-events.ts'
import { clickDaysTable, conversionDaysTable } from '../../../shared/features/live/click-days.ts'
import { engagementDaysTable, eventDaysTable } from '../../../shared/features/live/event-days.ts'
import { livePlayersTable } from '../../../shared/features/live/live-players.ts'
import { variantTable } from '../../../shared/features/variants/table.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { ExportFacts } from './facts.ts'
import { type ReadStored, stored } from './stored.ts'

interface Account {
  name: string
  timezone: string
}

interface About {
  read: ReadStored
  account_id: string
  timezone: string
  players: readonly Player[]
}

type Built = Pick<ExportFacts, 'timezone' | 'period' | 'comparison' | 'filters'> & {
  table: Table
  player: Player | null
}

type Named<T extends AudienceRequest['table']> = Extract<AudienceRequest, { table: T }>

/** The tables of variants, leaderboards, events by day and live users, from stored answers. */
export function makeAudienceTables({ read }: { read: ReadStored }) {
  return async (request: AudienceRequest, { name, timezone }: Account) => {
    const { account_id } = request
    const listed = await read(account_id, 'players', {})
    const players = (listed?.value as Player[] | undefined) ?? []
    const about = { read, account_id, timezone, players }
    const { table, player, ...built } = await builtFrom(request, about)
    const facts: ExportFacts = {
      table: request.table,
      account: name,
      player: player && { id: player.id, name: player.name },
      ...built,
    }
    return { table, facts }
  }
}

type Builder<T extends AudienceRequest['table']> = (
  request: Named<T>,
  about: About,
) => Promise<Built>

const BUILDERS: { [T in AudienceRequest['table']]: Builder<T> } = {
  leaderboard: ranking,
  own_ranking: ranking,
  live_players: live,
  account_events: ofAccount,
  platforms: ofAccount,
  headlines: variants,
  turbo: variants,
  smartAutoplays: variants,
  event_days: ofDays(async (days, about) =>
    eventDaysTable(await answer(about, eventsRequest(...days))),
  ),
  click_days: ofDays(async (days, about) =>
    clickDaysTable(await answer(about, clicksRequest(...days))),
  ),
  conversion_days: ofDays(async (days, about) =>
    conversionDaysTable(await answer(about, conversionsRequest(...days))),
  ),
  engagement_days: ofDays(async ([id, period, zone], about, player) => {
    const subject = player ?? { id, duration: 0 }
    return engagementDaysTable(await answer(about, engagementDaysRequest(subject, period, zone)))
  }),
}

// A cast, because a union cannot express that each table's request fits its builder.
const builtFrom = (request: AudienceRequest, about: About) =>
  (BUILDERS[request.table] as Builder<AudienceRequest['table']>)(request, about)

type Days = [player_id: string, period: Period, timezone: string]

function ofDays(build: (days: Days, about: About, player: Player | null) => Promise<Table>) {
  return async (
    { player_id, period }: { player_id: string; period: Period },
    about: About,
  ): Promise<Built> => {
    const { players, timezone } = about
    const player = players.find(({ id }) => id === player_id) ?? null
    const table = await build([player_id, period, timezone], about, player)
    return { table, player, period, comparison: null, filters: {}, timezone }
  }
}

async function variants(
  {
    table: kind,
    player_id,
    period,
    base,
    guardrails,
  }: Named<'headlines' | 'turbo' | 'smartAutoplays'>,
  about: About,
): Promise<Built> {
  const player = about.players.find(({ id }) => id === player_id) ?? null
  const subject = player ?? { id: player_id, duration: 0, pitch_time: 0 }
  const rows = await answer(about, variantRequests(subject, period)[kind])
  const table = variantTable(kind, rows, {
    ...{ base, period, guardrails },
    pitch_time: player && player.pitch_time,
  })
  const filters: Built['filters'] = table.base === null ? {} : { comparedWith: table.base }
  // Analytics, POST /headlines/stats_by_player: dates are read in UTC.
  return { table, player, period, comparison: null, filters, timezone: 'UTC' }
}

async function ofAccount(
  { table, period }: Named<'account_events' | 'platforms'>,
  about: About,
): Promise<Built> {
  const { timezone } = about
  const built = { player: null, period, comparison: null, filters: {}, timezone }
  if (table === 'platforms') {
    const names = await answer(about, platformsRequest(period, timezone))
    return { ...built, table: platformsTable(names) }
  }
  const counts = await answer(about, accountEventsRequest(period, timezone))
  return { ...built, table: accountEventsTable(counts) }
}

async function ranking(
  request: Named<'leaderboard' | 'own_ranking'>,
  about: About,
): Promise<Built> {
  const { period, comparison, limit, event } = request
  const { timezone, players } = about
  const rankingIn = (days: Period) =>
    request.table === 'own_ranking'
      ? rankingOfPlayers(about, days, limit)
      : answer(
          about,
          leaderboardRequest({ company_id: request.company_id, timezone, limit, period: days }),
        )
  const current = await rankingIn(period)
  const previous = comparison && (await rankingIn(comparison))
  const table = leaderboardTable(current, previous, { event, limit, players })
  return { table, player: null, timezone, period, comparison, filters: { event, limit } }
}

/** Built from the answers about all players; null while any of them is not stored. */
async function rankingOfPlayers(about: About, period: Period, limit: number) {
  const ids = about.players.map(({ id }) => id)
  const worded = playersEventsRequests(ids, period, about.timezone)
  const answers = await Promise.all(worded.map((one) => answer(about, one)))
  return rankingsOf(answers, limit)
}

async function live({ player_ids, minutes }: Named<'live_players'>, about: About): Promise<Built> {
  const answers = await Promise.all(
    player_ids.map(async (id) => {
      const found = await answer(about, liveRequest(id, minutes))
      const player = about.players.find((one) => one.id === id) ?? { id, name: id }
      return found ? [{ player, live: found }] : []
    }),
  )
  const { timezone } = about
  const built = { player: null, timezone, period: null, comparison: null, filters: { minutes } }
  return { ...built, table: livePlayersTable(answers.flat()) }
}

const answer = <N extends AnalyticsName>(about: About, request: { name: N; input: object }) =>
  stored(request.name, about, request)
