import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import { BREAKDOWN_FIELDS, requestsAbout } from '../../../shared/features/analytics/requests.ts'
import { annotationsAbout } from '../../../shared/features/annotations/own-annotation.ts'
import { callWindowsAt } from '../../../shared/features/player/call-windows.ts'
import { fairComparison, type ReportAbout } from '../../../shared/features/reports/report.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { dayEndsAt } from '../../../shared/time/period.ts'
import { fetchAnalytics, type RequestOf } from '../../analytics-query.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'

export type PlayerData = Awaited<ReturnType<typeof answersOf>>

/** All data of a player's report that its pages show; undefined until it is loaded. */
export function usePlayerData(about: ReportAbout): PlayerData | undefined {
  return useQuery('answers of a player report', () => answersOf(about), []).value
}

async function answersOf(report: ReportAbout) {
  const { account, player, period } = report
  const comparison = fairComparison(report)
  if (!player || !period) throw new TypeError('a report of no player')
  const { id: account_id, timezone } = account
  // Pages leave out an answer that the report does not contain.
  const answer = <N extends AnalyticsName>(request: RequestOf<N>) =>
    fetchAnalytics(account_id, request).catch(() => null)
  const read = async <N extends AnalyticsName>(request: RequestOf<N>) =>
    valueOf(await answer(request))
  const about = requestsAbout(player, period, timezone)
  const [stats, before, engagement, daily, timed, clicks, fields, video, history, annotations] =
    await Promise.all([
      answer(about.stats),
      comparison && read(requestsAbout(player, comparison, timezone).stats),
      read(about.userEngagement),
      answer(about.statsByDay),
      answer(about.conversionsTimed),
      read(about.clicksTimed),
      Promise.all(
        BREAKDOWN_FIELDS.map(async (field) => ({
          field,
          values: await answer(about.statsByField(field)),
        })),
      ),
      call.videos.open({ account_id, video_id: player.id }).then(
        ({ base }) => base,
        () => null,
      ),
      call.edits.history({ account_id, video_id: player.id }).catch(() => []),
      call.annotations.list({ account_id }).then(
        (list) => annotationsAbout(list.annotations, [player.id], period),
        () => [],
      ),
    ])
  // As they were at the end of the period, like the figures.
  const windows = video ? callWindowsAt(video, history, dayEndsAt(period.end, timezone)) : []
  const figures = {
    ...{ stats: valueOf(stats), days: valueOf(daily), seconds: valueOf(timed) },
    ...{ before, engagement, clicks, fields },
  }
  return { ...figures, age: combinedAge([stats, daily, timed]), windows, annotations }
}

const valueOf = <T>(answer: { value: T } | null): T | null => answer?.value ?? null
