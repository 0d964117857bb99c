/** Answers that were seen, or are described, in more than one way. */
export interface Shapes {
  /**
   * POST /times/user_engagement_by_traffic_origin: the list that was seen of the live service, the
   * names of /times/user_engagement_by_field that are described, or the seen list under `data`.
   */
  origin: 'seen' | 'described' | 'wrapped'
  /** The rates that are texts: of two decimals as the document says, without padding, or as numbers. */
  rates: 'padded' | 'short' | 'number'
  /** Seconds between the marks of a distribution; of more than one, the last mark is the length and one. */
  marks: 1 | 5
}

export const USUAL_SHAPES: Shapes = { origin: 'seen', rates: 'padded', marks: 1 }

/** The ways of each, for those who choose one by name. */
export const SHAPES = {
  origin: ['seen', 'described', 'wrapped'],
  rates: ['padded', 'short', 'number'],
  marks: [1, 5],
} as const satisfies { [S in keyof Shapes]: readonly Shapes[S][] }

// Analytics, Statistics row, Rules: these are strings.
const RATES = new Set(['engagement_rate', 'over_pitch_rate', 'play_rate'])

/** An answer as JSON. */
export const written = (answer: unknown, { rates }: Pick<Shapes, 'rates'>): string =>
  rates === 'padded'
    ? JSON.stringify(answer)
    : JSON.stringify(answer, (key, value: unknown) => {
        if (!RATES.has(key) || typeof value !== 'string') return value
        return rates === 'short' ? String(Number(value)) : Number(value)
      })
