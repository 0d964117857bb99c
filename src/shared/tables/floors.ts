import type { Measure } from '../api/statistics.ts'
import { type Change, changeOf, FEWEST_EVENTS, FEWEST_PLAYS, type Polarity } from './change.ts'
import { currencyOf, MEASURE_KINDS } from './measures.ts'
import type { Cell } from './table.ts'

/**
 * `behind`: the count on which a figure's random variation depends; `fewest`: the minimum of it for a
 * reported change.
 */
interface Floor {
  behind: Measure
  fewest: number
}

/**
 * The floors of figures that are not counts. Analytics, Statistics row, Meaning of the fields: what each is a
 * share of. A rate that is usually small depends on its numerator, any other on its denominator.
 */
const FLOORS: Partial<Record<string, Floor>> = {
  play_rate: { behind: 'total_viewed_device_uniq', fewest: FEWEST_PLAYS },
  plays_per_view: { behind: 'total_viewed', fewest: FEWEST_PLAYS },
  engagement_rate: { behind: 'total_started_session_uniq', fewest: FEWEST_PLAYS },
  over_pitch_rate: { behind: 'total_over_pitch', fewest: FEWEST_EVENTS },
  pitch_retention: { behind: 'total_over_pitch', fewest: FEWEST_EVENTS },
  overall_conversion_rate: { behind: 'total_conversions', fewest: FEWEST_EVENTS },
  conversions_per_play: { behind: 'total_conversions', fewest: FEWEST_EVENTS },
}

/** The floor of a measure or tile. Amounts depend on the number of sales, counts on themselves. */
export function floorOf(key: string): Floor {
  const behind = currencyOf(key) ? 'total_conversions' : (key as Measure)
  return FLOORS[key] ?? { behind, fewest: FEWEST_EVENTS }
}

/** Whether an increase of a measure is good news. */
export const polarityOf = (key: string): Polarity => (key === 'total_under_pitch' ? 'down' : 'up')

/** How a measure changed; `both` returns a measure of the current and the previous period. */
export function figureChange(
  key: Measure,
  both: (measure: Measure) => { current: Cell; previous: Cell },
): Change {
  const { behind, fewest } = floorOf(key)
  return changeOf({
    ...both(key),
    isRate: MEASURE_KINDS[key] === 'percent',
    polarity: polarityOf(key),
    sample: both(behind),
    fewest,
  })
}
