import { type Engagement, reached } from '../../../api/engagement.ts'
import { truncatedRate } from '../../../api/statistics.ts'

/** The figures that the service derives from the pitch. */
interface PitchFigures {
  total_over_pitch: number
  total_under_pitch: number
  /** In percent, truncated as the service does; null without sessions. */
  over_pitch_rate: number | null
}

/**
 * What the service would return with the pitch at this second: a session counts as over the pitch by its
 * furthest second.
 */
export function pitchFigures(
  distribution: Engagement['grouped_timed'],
  second: number,
): PitchFigures {
  const sessions = reached(distribution, 0)
  const over = reached(distribution, second)
  return {
    total_over_pitch: over,
    total_under_pitch: sessions - over,
    over_pitch_rate: truncatedRate(over, sessions),
  }
}

/** The sum of values at this second and later, from a list of values per second. */
export function fromSecond<T extends { timed: number }>(
  items: readonly T[],
  second: number,
  figure: (item: T) => number,
): number {
  return items.reduce((sum, item) => (item.timed >= second ? sum + figure(item) : sum), 0)
}
