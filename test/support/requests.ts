import type { Service } from '../../src/service/service.ts'
import type { VariantKind } from '../../src/service/variants.ts'
import { type AnalyticsName, analytics } from '../../src/shared/api/analytics.ts'
import { testClock } from './clock.ts'
import { playerWith, startedTest } from './pick.ts'

export const ago = (days: number) =>
  new Date(testClock.now() - days * 86_400_000).toISOString().slice(0, 10)
export const range = { start_date: `${ago(9)} 00:00:00`, end_date: `${ago(2)} 23:59:59` }
const zone = { timezone: 'America/Sao_Paulo' }

/** The player with the most visitors, so that its answers contain rows. */
export const busiest = (service: Service) => playerWith(service, () => true).id

type Requests = { [N in AnalyticsName]: () => unknown }

/**
 * A request for every row, to which the sandbox has an answer with data. A row without its own has
 * the usual one: a player, a range of days, a zone.
 */
export function requestsOfEvery(serviceNow: () => Service): Requests {
  const own = ownRequests(serviceNow)
  const names = Object.keys(analytics) as AnalyticsName[]
  const usual = usualRequest(serviceNow)
  return Object.fromEntries(names.map((name) => [name, own[name] ?? usual])) as Requests
}

const usualRequest = (serviceNow: () => Service) => () => ({
  player_id: busiest(serviceNow()),
  ...range,
  ...zone,
})

function ownRequests(serviceNow: () => Service): Partial<Requests> {
  const usual = usualRequest(serviceNow)
  const variants = (kind: VariantKind) => ({
    player_id: playerWith(serviceNow(), ({ variants }) => variants[kind].length > 1).id,
    start_date: range.start_date,
    video_duration: 600,
  })
  return {
    players: () => ({ name: 'aaa', name_match: 'contains', ...range, ...zone }),
    quotaUsage: () => ({}),
    statsByDay: () => ({ ...usual(), pitch_time: 60 }),
    stats: () => ({ ...usual(), video_duration: 600 }),
    statsByField: () => ({ ...usual(), field: 'country' }),
    statsByFieldByDay: () => ({ ...usual(), field: 'browser' }),
    liveUsers: () => ({ player_id: busiest(serviceNow()), minutes: 720 }),
    userEngagementByField: () => ({
      ...usual(),
      field: 'utm_source',
      values: ['FB', 'no_attribution'],
    }),
    headlines: () => variants('headline'),
    turbo: () => ({ ...variants('speed'), end_date: range.end_date }),
    smartAutoplays: () => ({ ...variants('autoplay'), pitch_time: 60 }),
    playersEvents: () => ({
      ...{ ...range, events: ['started', 'viewed'] },
      players_start_date: [{ player_id: busiest(serviceNow()), start_date: range.start_date }],
    }),
    accountEvents: () => ({ ...range, events: ['viewed', 'finished'] }),
    platforms: () => ({ start_date: range.start_date, ...zone }),
    engagementByDay: () => ({ ...usual(), video_duration: 600 }),
    eventsByDay: () => ({ ...usual(), events: ['started', 'paused'] }),
    trafficStats: () => ({ ...usual(), query_key: 'utm_campaign', video_duration: 600 }),
    trafficStatsByDay: () => ({
      ...usual(),
      query_keys: ['utm_source', 'src'],
      video_duration: 600,
    }),
    userEngagementByOrigin: () => ({
      ...usual(),
      query_key: 'src',
      values: ['email', 'canal'],
    }),
    comparisonGroups: () => ({ ...zone }),
    comparisonStats: () => {
      const { id, players } = startedTest(serviceNow())
      const items = players.slice(0, 2).map((player) => ({ player_id: player.id }))
      return { comparison_group_id: id, items, events: ['started', 'viewed'], ...zone }
    },
    leaderboard: () => ({
      company_id: serviceNow().company_id,
      leaderboards: [{ leaderboard_limit: 10, start_date: ago(9), event: 'started' }],
      ...zone,
    }),
  }
}
