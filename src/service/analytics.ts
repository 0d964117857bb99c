import type { Analytics, AnalyticsName } from '../shared/api/analytics.ts'
import type { Answers, Input } from '../shared/operation.ts'
import { accountEvents, eventsByDay, platforms, playersEvents } from './account-events.ts'
import { statsByField, statsByFieldByDay } from './by-field.ts'
import { clicksByDay, conversionsByDay } from './clicks-by-day.ts'
import { comparisonOf, listedTests } from './comparison.ts'
import { customMetricRows } from './custom-metrics.ts'
import { userEngagementByField, userEngagementByOrigin } from './engagement-groups.ts'
import * as experiments from './experiment-parameters.ts'
import * as figures from './figures.ts'
import { leaderboard } from './leaderboard.ts'
import type { Context } from './look.ts'
import * as parameters from './parameters.ts'
import { ofPlayer, question, type Raw } from './readers.ts'
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
  players: { read: parameters.playersQuestion, answer: figures.playersList },
  quotaUsage: { read: () => ({}), answer: (_, { usage }) => usage() },
  statsByDay: { read: question, answer: figures.statsByDay },
  stats: { read: question, answer: figures.stats },
  statsByField: { read: parameters.fieldQuestion, answer: statsByField },
  statsByFieldByDay: { read: parameters.fieldQuestion, answer: statsByFieldByDay },
  liveUsers: { read: parameters.liveQuestion, answer: figures.liveUsers },
  userEngagement: { read: parameters.engagementQuestion, answer: figures.userEngagement },
  userEngagementByField: {
    read: parameters.fieldEngagementQuestion,
    answer: userEngagementByField,
  },
  headlines: {
    read: experiments.variantQuestion,
    answer: (input, context) => numberedRows(input, context, 'headline'),
  },
  conversionsTimed: { read: question, answer: figures.conversionsTimed },
  validUtms: { read: ofPlayer, answer: validUtms },
  eventsByDay: { read: parameters.eventsQuestion, answer: eventsByDay },
  customMetrics: { read: experiments.metricsQuestion, answer: customMetricRows },
  clicksTimed: { read: ofPlayer, answer: figures.clicksTimed },
  leaderboard: { read: parameters.leaderboardQuestion, answer: leaderboard },
  comparisonGroups: { read: experiments.groupsQuestion, answer: listedTests },
  comparisonStats: { read: experiments.comparisonQuestion, answer: comparisonOf },
  userEngagementByOrigin: {
    read: parameters.originEngagementQuestion,
    answer: userEngagementByOrigin,
  },
  clicksByDay: { read: ofPlayer, answer: clicksByDay },
  trafficStats: { read: parameters.trafficQuestion, answer: trafficStats },
  trafficStatsByDay: { read: parameters.trafficDaysQuestion, answer: trafficStatsByDay },
  turbo: { read: experiments.variantQuestion, answer: speedRows },
  smartAutoplays: {
    read: experiments.variantQuestion,
    answer: (input, context) => numberedRows(input, context, 'autoplay'),
  },
  playersEvents: { read: parameters.playersEventsQuestion, answer: playersEvents },
  accountEvents: { read: parameters.accountEventsQuestion, answer: accountEvents },
  conversionsByDay: { read: ofPlayer, answer: conversionsByDay },
  platforms: { read: parameters.platformsQuestion, answer: platforms },
  engagementByDay: { read: parameters.engagementDaysQuestion, answer: figures.engagementByDay },
}

/** Answers a request. Generic, since a union cannot pair a reader with its answer. */
export function answerTo<N extends AnalyticsName>(row: N, raw: Raw, context: Context) {
  const { read, answer } = analyticsHandlers[row]
  return answer(read(raw), context)
}
