import type { Measure } from '../api/statistics.ts'
import { type Change, changeOf, FEWEST_EVENTS, FEWEST_PLAYS } from './change.ts'
import { currencyOf, MEASURE_KINDS } from './measures.ts'
import type { Cell } from './table.ts'

/** The count that a figure moves by chance with, and from how many of it a move is called one. */
export interface Floor {
  behind: Measure
  fewest: number
}

/**
 * Of every figure that is not a count itself. Analytics, Statistics row, Meaning of the fields: what
 * each is a share of. A share that is mostly small hangs on its part, any other on its whole.
 */
const FLOORS: Partial<Record<string, Floor>> = {
  play_rate: { behind: 'total_viewed_device_uniq', fewest: FEWEST_PLAYS },
  plays_per_view: { behind: 'total_viewed', fewest: FEWEST_PLAYS },
  engagement_rate: { behind: 'total_started_session_uniq', fewest: FEWEST_PLAYS },
  over_pitch_rate: { behind: 'total_over_pitch', fewest: FEWEST_EVENTS },
  overall_conversion_rate: { behind: 'total_conversions', fewest: FEWEST_EVENTS },
  conversions_per_play: { behind: 'total_conversions', fewest: FEWEST_EVENTS },
}

/** The floor of a measure or of a tile: an amount hangs on its sales, a count on itself. */
export function floorOf(key: string): Floor {
  const behind = currencyOf(key) ? 'total_conversions' : (key as Measure)
  return FLOORS[key] ?? { behind, fewest: FEWEST_EVENTS }
}

/** How a measure moved; `both` reads a measure of the two sides. */
export function figureChange(
  key: Measure,
  both: (measure: Measure) => { current: Cell; previous: Cell },
): Change {
  const { behind, fewest } = floorOf(key)
  return changeOf({
    ...both(key),
    isRate: MEASURE_KINDS[key] === 'percent',
    polarity: key === 'total_under_pitch' ? 'down' : 'up',
    sample: both(behind),
    fewest,
  })
}
