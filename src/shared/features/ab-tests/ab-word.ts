import type { ComparisonGroup } from '../../api/comparison-group.ts'
import type { AbSnapshot } from './ab-test.ts'
import { isAfterEnd, isBefore } from './times.ts'
import type { Verdict } from './verdict.ts'

type AbState = 'planned' | 'running' | 'finished' | 'unknown'

export function stateOf(
  { started_at, finished_at }: ComparisonGroup,
  { zone, now }: { zone: string; now: number },
): AbState {
  if (started_at && isBefore(started_at, now, zone)) return 'planned'
  if (finished_at === '') return 'unknown'
  return finished_at ? 'finished' : started_at ? 'running' : 'planned'
}

/** The state shown for a test. `ended_early` and `ended_unread` replace `collecting` once the test is over. */
export type DisplayedState = Verdict['state'] | 'ended_early' | 'ended_unread'

/** In order of urgency, for summarizing several pairs of arms by one state. */
export const BY_URGENCY: readonly DisplayedState[] = [
  ...(['invalid', 'decided', 'leaning', 'none'] as const),
  ...(['ended_unread', 'ended_early', 'collecting'] as const),
]

interface ResultContext {
  group: ComparisonGroup
  zone: string
  state: Verdict['state']
}

/** The state to show now, from the newest snapshot. */
export function currentState(
  { group, zone, state }: ResultContext,
  { day, asOf }: Read,
): DisplayedState {
  if (state !== 'collecting' || !group.finished_at) return state
  const isToEnd = isAfterEnd(group, asOf, zone) && day >= group.finished_at.slice(0, 10)
  return isToEnd ? 'ended_early' : 'ended_unread'
}

type Read = Pick<AbSnapshot, 'day' | 'asOf'>

/** The state to show for an earlier snapshot: before the test's last day it is still `collecting`. */
export function pastState(result: ResultContext, read: Read): DisplayedState {
  const state = currentState(result, read)
  return state === 'ended_unread' ? result.state : state
}

/** The state to show for the figures of a decision. */
export const decisionState = (
  { group, zone, state }: ResultContext,
  asOf: number,
): DisplayedState =>
  state === 'collecting' && isAfterEnd(group, asOf, zone) ? 'ended_early' : state
