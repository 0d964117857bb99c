import { z } from 'zod'
import type { Analytics } from '../../../api/analytics.ts'
import type { ComparisonAnswer, ComparisonGroup } from '../../../api/comparison-group.ts'
import type { Engagement } from '../../../api/engagement.ts'
import { type Player, unlistedPlayer } from '../../../api/player.ts'
import type { EngagementGroup } from '../../../api/traffic.ts'
import { playerId } from '../../../model/ids.ts'
import type { Input } from '../../../operation.ts'
import { type Period, period } from '../../../time/period.ts'
import { startOf } from '../../ab-tests/times.ts'
import { requestsAbout } from '../../analytics/requests.ts'
import { type Curve, curveOf } from './curve.ts'

/** Maximum number of curves compared, including the first. */
export const MOST_CURVES = 4

const text = z.string().min(1).max(200)

/** A curve to compare with the player's own of the period. */
export const curveChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('period'), period }),
  z.object({ kind: z.literal('player'), player_id: playerId }),
  z.object({ kind: z.literal('segment'), field: text, value: z.string().max(200) }),
  z.object({ kind: z.literal('arm'), group_id: text, player_id: playerId }),
])
export type CurveChoice = z.output<typeof curveChoice>

export interface CurveAbout {
  player: Player
  period: Period
  timezone: string
  /** The players of the choices, also those that left the account's list. */
  players: readonly Player[]
  /** The account's tests in the time zone; empty while no choice is of a test. */
  tests: readonly ComparisonGroup[]
}

type CurveRequest = {
  [N in 'userEngagement' | 'userEngagementByField' | 'comparisonStats']: {
    name: N
    input: Input<Analytics[N]>
  }
}['userEngagement' | 'userEngagementByField' | 'comparisonStats']

/** The query for a chosen curve; null stands for the player's own curve. */
export function requestOf(choice: CurveChoice | null, about: CurveAbout): CurveRequest {
  const { player, timezone } = about
  const within = choice?.kind === 'period' ? choice.period : about.period
  switch (choice?.kind) {
    case undefined:
    case 'period':
      return requestsAbout(player, within, timezone).userEngagement
    case 'player':
      return requestsAbout(playerOf(choice, about), within, timezone).userEngagement
    case 'segment': {
      const { player_id, start_date, end_date } = requestsAbout(player, within, timezone)
        .clicksTimed.input
      const { field, value } = choice
      const input = { player_id, start_date, end_date, timezone, field, values: [value] }
      return { name: 'userEngagementByField', input }
    }
    case 'arm':
      return armRequest(choice, about)
  }
}

/** Of the arm's own time: without dates the service reads the group's in the zone, and ends now. */
function armRequest(
  { group_id, player_id }: Extract<CurveChoice, { kind: 'arm' }>,
  { tests, timezone }: CurveAbout,
): CurveRequest {
  const test = tests.find(({ id }) => id === group_id)
  const start_date = test && startOf(test, player_id)
  const end_date = test?.finished_at
  const items = [{ player_id, ...(start_date && { start_date }), ...(end_date && { end_date }) }]
  return { name: 'comparisonStats', input: { comparison_group_id: group_id, items, timezone } }
}

/** The player of a choice. Of one of which nothing is known, length and pitch follow from its response. */
function playerOf({ player_id }: { player_id: string }, { players }: CurveAbout): Player {
  return players.find(({ id }) => id === player_id) ?? unlistedPlayer(player_id)
}

/** Why a response has no curve. */
export type NoCurve =
  /** The service has no sessions with this value. */
  | 'no-sessions'
  /** The engagement is all zeros although there were plays (Analytics, POST /comparison_groups/stats). */
  | 'zeroed'

/** The curve in a response, or why there is none. */
export function curveFrom(
  choice: CurveChoice | null,
  value: unknown,
  about: CurveAbout,
): Curve | NoCurve {
  switch (choice?.kind) {
    case undefined:
    case 'period':
      return withSessions(curveOf((value as Engagement).grouped_timed, about.player))
    case 'player':
      return withSessions(curveOf((value as Engagement).grouped_timed, playerOf(choice, about)))
    case 'segment': {
      const groups = value as EngagementGroup[]
      const group = groups.find(({ grouped_key }) => grouped_key === choice.value)
      return withSessions(curveOf(group?.grouped_values ?? [], about.player))
    }
    case 'arm':
      return armCurve(choice.player_id, value as ComparisonAnswer)
  }
}

const withSessions = (curve: Curve) => ((curve.reached[0] ?? 0) > 0 ? curve : 'no-sessions')

function armCurve(player_id: string, { stats }: ComparisonAnswer): Curve | NoCurve {
  const arm = stats.find((one) => one.player_id === player_id)
  if (!arm) return 'no-sessions'
  const curve = curveOf(arm.engagement.grouped_timed, {
    duration: arm.video_duration,
    pitch_time: arm.pitch_time,
  })
  const isEmpty = (curve.reached[0] ?? 0) === 0
  if (isEmpty && arm.plays.total > 0) return 'zeroed'
  return isEmpty ? 'no-sessions' : curve
}
