import type { ComparisonGroup } from '../../api/comparison-group.ts'
import type { AbSnapshot } from './ab-test.ts'
import { isAfterEnd } from './reading.ts'
import type { Verdict } from './verdict.ts'

export type AbState = 'planned' | 'running' | 'finished'

export const stateOf = ({ started_at, finished_at }: ComparisonGroup): AbState =>
  finished_at ? 'finished' : started_at ? 'running' : 'planned'

/** What a test is said to be: one that has ended collects nothing more. */
export type AbWord = Verdict['state'] | 'ended_early' | 'ended_unread'

/** The words of all pairs in one: what needs the person first. */
export const BY_URGENCY: readonly AbWord[] = [
  ...(['invalid', 'decided', 'leaning', 'none'] as const),
  ...(['ended_unread', 'ended_early', 'collecting'] as const),
]

interface Said {
  group: ComparisonGroup
  zone: string
  state: Verdict['state']
}

/** The word for a test now, of its newest reading. */
export function wordNow({ group, zone, state }: Said, { day, asOf }: Read): AbWord {
  if (state !== 'collecting' || !group.finished_at) return state
  const isToEnd = isAfterEnd(group, asOf, zone) && day >= group.finished_at.slice(0, 10)
  return isToEnd ? 'ended_early' : 'ended_unread'
}

type Read = Pick<AbSnapshot, 'day' | 'asOf'>

/** The word of a day that was read: before the last one it was too soon, whatever came after. */
export function wordThen(said: Said, read: Read): AbWord {
  const word = wordNow(said, read)
  return word === 'ended_unread' ? said.state : word
}

/** The word of figures that a decision was taken on. */
export const wordDecided = ({ group, zone, state }: Said, asOf: number): AbWord =>
  state === 'collecting' && isAfterEnd(group, asOf, zone) ? 'ended_early' : state
