import type { Analytics, AnalyticsName } from '../shared/api/analytics.ts'
import type { Answers, Input } from '../shared/operation.ts'
import { accountEvents, eventsByDay, platforms, playersEvents } from './account-events.ts'
import { statsByField, statsByFieldByDay } from './by-field.ts'
import { clicksByDay, conversionsByDay } from './clicks-by-day.ts'
import { comparisonOf, listedTests } from './comparison.ts'
import type { Context } from './context.ts'
import { customMetricRows } from './custom-metrics.ts'
import { userEngagementByField, userEngagementByOrigin } from './engagement-groups.ts'
import * as experiments from './experiment-parameters.ts'
import * as figures from './figures.ts'
import { leaderboard } from './leaderboard.ts'
import * as parameters from './parameters.ts'
import { ofPlayer, type Raw, request } from './readers.ts'
import { trafficStats, trafficStatsByDay, validUtms } from './traffic.ts'
import { numberedRows, speedRows } from './variant-rows.ts'

type Handlers = Answers<Analytics, Context>

/** The reader and the answer of each endpoint. */
export const analyticsHandlers: {
  [N in AnalyticsName]: {
    /** The sandbox's own parsing of the parameters. Throws a 400 that names the wrong one. */
    read: (raw: Raw) => Input<Analytics[N]>
    answer: Handlers[N]
  }
} = {
  players: { read: parameters.playersRequest, answer: figures.playersList },
  quotaUsage: { read: () => ({}), answer: (_, { usage }) => usage() },
  statsByDay: { read: request, answer: figures.statsByDay },
  stats: { read: request, answer: figures.stats },
  statsByField: { read: parameters.fieldRequest, answer: statsByField },
  statsByFieldByDay: { read: parameters.fieldRequest, answer: statsByFieldByDay },
  liveUsers: { read: parameters.liveRequest, answer: figures.liveUsers },
  userEngagement: { read: parameters.engagementRequest, answer: figures.userEngagement },
  userEngagementByField: {
    read: parameters.fieldEngagementRequest,
    answer: userEngagementByField,
  },
  headlines: {
    read: experiments.variantRequest,
    answer: (input, context) => numberedRows(input, context, 'headline'),
  },
  conversionsTimed: { read: request, answer: figures.conversionsTimed },
  validUtms: { read: ofPlayer, answer: validUtms },
  eventsByDay: { read: parameters.eventsRequest, answer: eventsByDay },
  customMetrics: { read: experiments.metricsRequest, answer: customMetricRows },
  clicksTimed: { read: ofPlayer, answer: figures.clicksTimed },
  leaderboard: { read: parameters.leaderboardRequest, answer: leaderboard },
  comparisonGroups: { read: experiments.groupsRequest, answer: listedTests },
  comparisonStats: { read: experiments.comparisonRequest, answer: comparisonOf },
  userEngagementByOrigin: {
    read: parameters.originEngagementRequest,
    answer: userEngagementByOrigin,
  },
  clicksByDay: { read: ofPlayer, answer: clicksByDay },
  trafficStats: { read: parameters.trafficRequest, answer: trafficStats },
  trafficStatsByDay: { read: parameters.trafficDaysRequest, answer: trafficStatsByDay },
  turbo: { read: experiments.variantRequest, answer: speedRows },
  smartAutoplays: {
    read: experiments.variantRequest,
    answer: (input, context) => numberedRows(input, context, 'autoplay'),
  },
  playersEvents: { read: parameters.playersEventsRequest, answer: playersEvents },
  accountEvents: { read: parameters.accountEventsRequest, answer: accountEvents },
  conversionsByDay: { read: ofPlayer, answer: conversionsByDay },
  platforms: { read: parameters.platformsRequest, answer: platforms },
  engagementByDay: { read: parameters.engagementDaysRequest, answer: figures.engagementByDay },
}

/** Answers a request. Generic, since a union cannot pair a reader with its answer. */
export function answerTo<N extends AnalyticsName>(row: N, raw: Raw, context: Context) {
  const { read, answer } = analyticsHandlers[row]
  return answer(read(raw), context)
}
