import {
  accountEventsRequest,
  conversionsRequest,
  engagementDaysRequest,
  playersEventsRequests,
  rankedPlayers,
} from '../../../shared/features/analytics/requests-account.ts'
import {
  clicksRequest,
  eventsRequest,
  leaderboardRequest,
  liveRequest,
  variantRequests,
} from '../../../shared/features/analytics/requests-audience.ts'
import type { RequestOf } from '../../../shared/features/exports/request.ts'
import { leaderboardTable, rankingsOf } from '../../../shared/features/leaderboard/table.ts'
import { accountEventsTable } from '../../../shared/features/live/account-events.ts'
import { clickDaysTable, conversionDaysTable } from '../../../shared/features/live/click-days.ts'
import { engagementDaysTable, eventDaysTable } from '../../../shared/features/live/event-days.ts'
import { livePlayersTable } from '../../../shared/features/live/live-players.ts'
import { variantTable } from '../../../shared/features/variants/table.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import { type About, type Builders, type Built, stored } from './builder.ts'

/** The tables of variants, leaderboards, events by day and live users, from stored answers. */
export const AUDIENCE_TABLES: Builders<
  | ('leaderboard' | 'own_ranking' | 'live_players' | 'account_events')
  | ('headlines' | 'turbo' | 'smartAutoplays')
  | ('event_days' | 'click_days' | 'conversion_days' | 'engagement_days')
> = {
  leaderboard: ranking,
  own_ranking: ranking,
  live_players: live,
  account_events: ofDays(async ({ period }, about) =>
    accountEventsTable(await stored(about, accountEventsRequest(period, about.timezone))),
  ),
  headlines: variants,
  turbo: variants,
  smartAutoplays: variants,
  event_days: ofDays(async ({ player_id, period }, about) =>
    eventDaysTable(await stored(about, eventsRequest(player_id, period, about.timezone))),
  ),
  click_days: ofDays(async ({ player_id, period }, about) =>
    clickDaysTable(await stored(about, clicksRequest(player_id, period, about.timezone))),
  ),
  conversion_days: ofDays(async ({ player_id, period }, about) =>
    conversionDaysTable(await stored(about, conversionsRequest(player_id, period, about.timezone))),
  ),
  engagement_days: ofDays(async ({ player_id, period }, about) => {
    const player = about.player ?? { id: player_id, duration: 0 }
    return engagementDaysTable(
      await stored(about, engagementDaysRequest(player, period, about.timezone)),
      await stored(about, eventsRequest(player_id, period, about.timezone)),
    )
  }),
}

function ofDays<R>(build: (request: R, about: About) => Promise<Table>) {
  return async (request: R, about: About): Promise<Built> => {
    const table = await build(request, about)
    return { table, timezone: about.timezone }
  }
}

async function variants(
  request: RequestOf<'headlines' | 'turbo' | 'smartAutoplays'>,
  about: About,
): Promise<Built> {
  const { table: kind, player_id, period, base, guardrails } = request
  const subject = about.player ?? { id: player_id, duration: 0, pitch_time: 0 }
  const rows = await stored(about, variantRequests(subject, period)[kind])
  const table = variantTable(kind, rows, { base, period, guardrails, player: about.player })
  const filters: Built['filters'] = table.base === null ? {} : { comparedWith: table.base }
  // Analytics, POST /headlines/stats_by_player: dates are read in UTC.
  return { table, filters, timezone: 'UTC' }
}

async function ranking(
  request: RequestOf<'leaderboard' | 'own_ranking'>,
  about: About,
): Promise<Built> {
  const { period, comparison, limit, event } = request
  const { timezone, players } = about
  const isWhole = request.table === 'own_ranking'
  const rankingIn = (days: Period) =>
    request.table === 'own_ranking'
      ? rankingOfPlayers(about, days)
      : stored(
          about,
          leaderboardRequest({ company_id: request.company_id, timezone, period: days }),
        )
  const current = await rankingIn(period)
  const previous = comparison && (await rankingIn(comparison))
  const table = leaderboardTable(current, previous, { event, limit, isWhole, players })
  return { table, filters: { event, limit } }
}

/** Built from the answers about all players; null while any of them is not stored. */
async function rankingOfPlayers(about: About, period: Period) {
  const ids = rankedPlayers(about.players, period, about.timezone)
  const worded = playersEventsRequests(ids, period, about.timezone)
  const answers = await Promise.all(worded.map((one) => stored(about, one)))
  return rankingsOf(answers)
}

async function live(
  { player_ids, minutes }: RequestOf<'live_players'>,
  about: About,
): Promise<Built> {
  const answers = await Promise.all(
    player_ids.map(async (id) => {
      const found = await stored(about, liveRequest(id, minutes))
      const player = about.players.find((one) => one.id === id) ?? { id, name: id }
      return found ? [{ player, live: found }] : []
    }),
  )
  return { table: livePlayersTable(answers.flat()), filters: { minutes } }
}
