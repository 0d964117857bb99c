import type { AnalyticsName } from '../api/analytics.ts'
import type { TableName } from './question.ts'

/** Whose answers the figures of each table are; names of players are in most of them besides. */
export const TABLE_SOURCES: Readonly<Record<TableName, readonly AnalyticsName[]>> = {
  overview: ['players', 'statsByDay', 'stats'],
  days: ['statsByDay'],
  funnel: ['stats'],
  breakdown: ['statsByField'],
  traffic: ['trafficStats'],
  traffic_days: ['trafficStatsByDay'],
  traffic_retention: ['userEngagementByOrigin'],
  retention: ['userEngagement'],
  curves: ['userEngagement', 'userEngagementByField', 'comparisonStats'],
  call_windows: ['userEngagement', 'clicksTimed'],
  marks: ['customMetrics', 'userEngagement'],
  field_days: ['statsByFieldByDay'],
  timing: ['clicksTimed', 'conversionsTimed'],
  live: ['liveUsers'],
  live_players: ['liveUsers'],
  headlines: ['headlines'],
  turbo: ['turbo'],
  smartAutoplays: ['smartAutoplays'],
  leaderboard: ['leaderboard'],
  event_days: ['eventsByDay'],
  click_days: ['clicksByDay'],
  ab_tests: ['comparisonGroups'],
  ab_sides: ['comparisonStats'],
  ab_split: ['comparisonStats'],
  ab_time: ['comparisonStats'],
  ab_retention: ['comparisonStats'],
  ab_revenue: ['statsByDay'],
  ab_decisions: [],
}
