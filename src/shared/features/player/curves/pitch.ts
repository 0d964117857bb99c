import { type Engagement, reached } from '../../../api/engagement.ts'
import { truncatedRate } from '../../../api/statistics.ts'

/** The figures that the service makes of a pitch. */
export interface PitchFigures {
  total_over_pitch: number
  total_under_pitch: number
  /** Percent, truncated as the service truncates; null without sessions. */
  over_pitch_rate: number | null
}

/** What the service would say with the pitch at a second: a session's furthest second decides. */
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

/** What falls on a second or later, of figures by second. */
export function fromSecond<T extends { timed: number }>(
  items: readonly T[],
  second: number,
  figure: (item: T) => number,
): number {
  return items.reduce((sum, item) => (item.timed >= second ? sum + figure(item) : sum), 0)
}

/** The difference of two truncated percentages in points, exactly. */
export function pointsBetween(rate: number, other: number): number {
  return (Math.round(rate * 100) - Math.round(other * 100)) / 100
}
