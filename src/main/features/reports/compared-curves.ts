import type {
  ComparisonAnswer,
  ComparisonStatistics,
} from '../../../shared/api/comparison-group.ts'
import type { Engagement } from '../../../shared/api/engagement.ts'
import { bothArms, isEngagementMissing } from '../../../shared/features/ab-tests/arms.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import {
  type Curve,
  curveOf,
  curveWith,
  sessionsOf,
} from '../../../shared/features/player/curves/curve.ts'
import type { ComparedCurve } from '../../../shared/features/reports/comparison.ts'
import type { FrozenCall, ReportDocument } from '../../../shared/features/reports/report.ts'
import {
  type EngagementByOrigin,
  valueCurves,
} from '../../../shared/features/traffic/traffic-retention.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import { type NewestResult, newestResults } from './newest-results.ts'
import { answersOf } from './report-handlers.ts'

type Sides = { left: ReportDocument; right: ReportDocument }
/** What a curve shows: an arm by its player, a query parameter by key and value. */
type Of = Pick<ComparedCurve, 'query_key'> & { id: string | null }
type CurvesByKey = Map<string, { of: Of; curve: Curve }>

/** The retention curves of two reports, paired by what they show; null where only one has it. */
export function curvesOfBoth(
  documents: Sides,
  nameOf: (player_id: string) => string,
): ComparedCurve[] {
  const [left, right] = [curvesOf(documents.left), curvesOf(documents.right)]
  return [...new Map([...left, ...right])].map(
    ([
      key,
      {
        of: { id, query_key },
      },
    ]) => ({
      name: id === null || query_key !== null ? id : nameOf(id),
      query_key,
      left: left.get(key)?.curve ?? null,
      right: right.get(key)?.curve ?? null,
    }),
  )
}

function curvesOf(document: ReportDocument): CurvesByKey {
  const own = playerCurve(document)
  const all: [Of, Curve][] = [
    ...(own ? [[{ id: null, query_key: null }, own] as [Of, Curve]] : []),
    ...armCurves(document),
    ...trafficCurves(document),
  ]
  return new Map(all.map(([of, curve]) => [JSON.stringify([of.query_key, of.id]), { of, curve }]))
}

function playerCurve(document: ReportDocument): Curve | null {
  const { player, period, account } = document.about
  if (!player || !period) return null
  const { input } = requestsAbout(player, period, account.timezone).userEngagement
  const answer = answersOf(document).stored(account.id, 'userEngagement', input)
  return answer && curveOf((answer.value as Engagement).grouped_timed, player)
}

/**
 * Each arm's curve by the newest result of the report's own pair, or of another pair for an arm that is not in
 * it; none where its engagement is missing.
 */
function armCurves(document: ReportDocument): [Of, Curve][] {
  const { account, filters } = document.about
  const { stored } = answersOf(document)
  const results = newestResults(document)
  const isOwn = ({ pair: [a, b] }: NewestResult) => a === filters['sideA'] && b === filters['sideB']
  const own = results.filter(isOwn)
  const arms = [...own, ...results].flatMap(({ pair, request }) => {
    const answer = request && stored(account.id, 'comparisonStats', request)
    return bothArms(answer as Answer<ComparisonAnswer> | null, pair)?.value ?? []
  })
  // Another pair may have begun later, so that its figures are of fewer days.
  const isFirst = ({ player_id }: ComparisonStatistics, at: number) =>
    arms.findIndex((one) => one.player_id === player_id) === at
  return arms
    .filter((arm, at) => isFirst(arm, at) && !isEngagementMissing(arm))
    .map((arm) => {
      const of = { duration: arm.video_duration, pitch_time: arm.pitch_time }
      const curve = curveOf(arm.engagement.grouped_timed, of)
      return [{ id: arm.player_id, query_key: null }, curve]
    })
}

/** Each raw value's curve over the report's days, by its newest answer, if it has sessions. */
function trafficCurves(document: ReportDocument): [Of, Curve][] {
  const { player, period, account } = document.about
  if (!player || !period) return []
  const words = requestsAbout(player, period, account.timezone)
  const { stored } = answersOf(document)
  return oldestFirst<EngagementByOrigin>(document, 'userEngagementByOrigin').flatMap(
    ({ input }): [Of, Curve][] => {
      const { query_key, values } = fieldsOf(input)
      if (typeof query_key !== 'string' || !isTexts(values)) return []
      // Answers about other days or another player are not shown by this report.
      const wording = words.userEngagementByOrigin(query_key, values)
      const answer = stored(account.id, wording.name, wording.input)
      if (!answer) return []
      return valueCurves(answer.value as EngagementByOrigin, values, player).flatMap(
        ({ value, curve: reached }): [Of, Curve][] => {
          const curve = curveWith(reached, player)
          return sessionsOf(curve) === 0 ? [] : [[{ id: value, query_key }, curve]]
        },
      )
    },
  )
}

function oldestFirst<T>({ calls }: ReportDocument, verb: string) {
  return calls
    .filter((call) => call.noun === 'analytics' && call.verb === verb)
    .map(({ input, value }: FrozenCall) => ({ input, value: value as Answer<T> }))
    .sort((a, b) => a.value.asOf - b.value.asOf)
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
