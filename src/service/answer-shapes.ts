/** Variants of answers that were observed or described differently. */
export interface Shapes {
  /**
   * POST /times/user_engagement_by_traffic_origin: the list as observed, the described names of
   * /times/user_engagement_by_field, or the observed list under `data`.
   */
  origin: 'seen' | 'described' | 'wrapped'
  /** String rates: padded to two decimals as documented, unpadded, or as numbers. */
  rates: 'padded' | 'short' | 'number'
  /** Seconds between marks of a distribution; the last mark of 5 is the length plus one. */
  marks: 1 | 5
  /** A headline's `pitch`: the share or the number of those who reached it. */
  pitch: 'percent' | 'people'
}

export const USUAL_SHAPES: Shapes = { origin: 'seen', rates: 'padded', marks: 1, pitch: 'percent' }

/** All values, for options chosen by name. */
export const SHAPES = {
  origin: ['seen', 'described', 'wrapped'],
  rates: ['padded', 'short', 'number'],
  marks: [1, 5],
  pitch: ['percent', 'people'],
} as const satisfies { [S in keyof Shapes]: readonly Shapes[S][] }

// Analytics, Statistics row, Rules: these are strings.
const RATES = new Set(['engagement_rate', 'over_pitch_rate', 'play_rate'])

/** Serializes an answer. */
export const written = (answer: unknown, { rates }: Pick<Shapes, 'rates'>): string =>
  rates === 'padded'
    ? JSON.stringify(answer)
    : JSON.stringify(answer, (key, value: unknown) => {
        if (!RATES.has(key) || typeof value !== 'string') return value
        return rates === 'short' ? String(Number(value)) : Number(value)
      })
